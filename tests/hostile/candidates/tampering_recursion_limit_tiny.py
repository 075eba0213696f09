# what: lowers the recursion limit so far that the runtime cannot answer
# verdict: CRASHED | FAILED
import sys


def lower():
    for limit in range(100, 1, -1):
        try:
            sys.setrecursionlimit(limit)
        except RecursionError:
            return


def solve(n, items):
    lower()
    return [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
