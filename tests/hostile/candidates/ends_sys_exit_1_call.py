# what: leaves with status 1 when it is called
# verdict: CRASHED
import sys


def solve(n, items):
    sys.exit(1)
