# what: SystemExit whose code is an object that exits again when it is looked at
# verdict: CRASHED
import os


class Code:
    def __int__(self):
        os._exit(0)

    __index__ = __str__ = __repr__ = __eq__ = __bool__ = __int__
    __hash__ = None


def solve(n, items):
    raise SystemExit(Code())
