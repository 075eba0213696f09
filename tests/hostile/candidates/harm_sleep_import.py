# what: sleeps while it is loaded
# verdict: TIMED_OUT
import time

time.sleep(1e6)


def solve(n, items):
    return None
