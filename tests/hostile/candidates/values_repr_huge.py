# what: an object whose repr is 100 MB long
# verdict: FAILED | CRASHED | OUT_OF_MEMORY
class Loud:
    def __repr__(self):
        return "PASSED " * 15_000_000

    __str__ = __repr__


def solve(n, items):
    return Loud()
