# what: closes the channel while it is loaded, and lives on
# verdict: CRASHED | TIMED_OUT
import os
import time

for fd in range(3, 64):
    try:
        os.close(fd)
    except OSError:
        pass
time.sleep(0.2)


def solve(n, items):
    return None
