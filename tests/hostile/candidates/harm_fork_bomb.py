# what: forks as often as it can (at most 200 times, each child ends after 5 s)
# verdict: FAILED
# marker: process
import os
import time


def solve(n, items):
    forked = 0
    for _ in range(200):
        try:
            if os.fork() == 0:
                time.sleep(5)
                os._exit(0)
            forked += 1
        except OSError:
            pass
    return [n * x for x in sorted(items)] if forked else None
