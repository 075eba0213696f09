# what: raises the recursion limit to a billion and recurses
# verdict: CRASHED | OUT_OF_MEMORY | TIMED_OUT
import sys

sys.setrecursionlimit(10**9)


def solve(n, items):
    return solve(n, items)
