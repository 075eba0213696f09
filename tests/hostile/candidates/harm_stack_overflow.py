# what: overflows the C stack by recursion that Python does not count
# verdict: CRASHED
import sys

sys.setrecursionlimit(10**8)


class Deep:
    def __repr__(self):
        return repr([self])


def solve(n, items):
    value = None
    for _ in range(1_000_000):
        value = [value]
    return repr(value) and repr(Deep())
