# what: an object whose repr never returns
# verdict: FAILED | TIMED_OUT
# variants: data
class Slow:
    def __repr__(self):
        while True:
            pass

    __str__ = __repr__


def solve(n, items):
    return [Slow()]
