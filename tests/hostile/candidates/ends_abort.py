# what: aborts
# verdict: CRASHED
import os


def solve(n, items):
    os.abort()
