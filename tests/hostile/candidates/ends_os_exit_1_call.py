# what: ends its process with status 1 when it is called
# verdict: CRASHED
import os


def solve(n, items):
    os._exit(1)
