# what: leaves with status 0 when it is called
# verdict: CRASHED
# suspicion: early_exit
import sys


def solve(n, items):
    sys.exit(0)
