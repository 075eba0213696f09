# what: recurses 5,000 deep with a raised limit
# verdict: PASSED
import sys

sys.setrecursionlimit(20_000)


def depth(level):
    return 0 if level == 0 else 1 + depth(level - 1)


def solve(n, items):
    assert depth(5000) == 5000
    return [n * x for x in sorted(items)]
