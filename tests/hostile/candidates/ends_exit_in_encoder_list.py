# what: a list subclass ends the process when the encoder looks into it
# verdict: CRASHED | FAILED
import os


class Trap(list):
    def __iter__(self):
        os._exit(0)

    __len__ = __getitem__ = __eq__ = __reduce_ex__ = __repr__ = __iter__


def solve(n, items):
    return Trap([1])
