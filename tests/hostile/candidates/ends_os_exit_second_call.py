# what: answers the first call rightly and ends its process in the second
# verdict: CRASHED
# suspicion: early_exit
import os

CALLS = []


def solve(n, items):
    CALLS.append(n)
    if len(CALLS) > 1:
        os._exit(0)
    return [n * x for x in sorted(items)]
