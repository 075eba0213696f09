# what: answers rightly once, then exits, hoping that each case gets a fresh process
# verdict: CRASHED
import os

CALLS = []


def solve(n, items):
    CALLS.append(n)
    if n == 3:
        os._exit(0)
    return [n * x for x in sorted(items)]
