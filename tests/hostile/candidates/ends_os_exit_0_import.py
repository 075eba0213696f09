# what: ends its process with status 0 while it is loaded
# verdict: CRASHED
# suspicion: early_exit
import os

os._exit(0)


def solve(n, items):
    return None
