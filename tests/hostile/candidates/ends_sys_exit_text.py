# what: leaves with a text as status
# verdict: CRASHED
import sys


def solve(n, items):
    sys.exit("passed")
