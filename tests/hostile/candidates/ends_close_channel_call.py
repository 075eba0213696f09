# what: closes the channel in the call and sleeps for ever
# verdict: CRASHED | TIMED_OUT
# variants: data
import os
import time


def solve(n, items):
    os.close(3)
    time.sleep(1e6)
