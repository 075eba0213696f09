# what: 300,000 objects of an own class, each of which would need a handle
# verdict: FAILED | CRASHED | TIMED_OUT | OUT_OF_MEMORY
class Thing:
    __slots__ = ()


def solve(n, items):
    return [Thing() for _ in range(300_000)]
