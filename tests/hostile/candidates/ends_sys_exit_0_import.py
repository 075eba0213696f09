# what: leaves with status 0 while it is loaded
# verdict: CRASHED
# suspicion: early_exit
import sys

sys.exit(0)


def solve(n, items):
    return None
