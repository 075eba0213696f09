# what: an exception whose text never ends
# verdict: CRASHED | TIMED_OUT
# variants: data
class Slow(Exception):
    def __str__(self):
        while True:
            pass

    __repr__ = __str__


def solve(n, items):
    raise Slow
