# what: an exception whose text raises SystemExit, whose arguments raise too
# verdict: CRASHED
class Rude(Exception):
    @property
    def args(self):
        raise SystemExit(0)

    __traceback__ = __cause__ = __context__ = __notes__ = args

    def __str__(self):
        raise SystemExit(0)

    __repr__ = __str__


def solve(n, items):
    raise Rude
