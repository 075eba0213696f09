# what: forks
# verdict: FAILED
# marker: process
import os
import time


def solve(n, items):
    try:
        pid = os.fork()
    except OSError:
        return None
    if pid == 0:
        time.sleep(2)
        os._exit(0)
    return [n * x for x in sorted(items)]
