# what: sleeps for eleven days
# verdict: TIMED_OUT
# variants: data
import time


def solve(n, items):
    time.sleep(1e6)
