# what: reads its standard input to the end
# verdict: FAILED | CRASHED
import sys


def solve(n, items):
    return sys.stdin.read().split() or None
