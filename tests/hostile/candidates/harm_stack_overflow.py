# what: overflows the C stack by recursion that Python does not count
# verdict: CRASHED
import sys

sys.setrecursionlimit(10**8)


def nested():
    value = None
    for _ in range(500_000):
        value = [value]
    return value


def solve(n, items):
    return nested() == nested()
