# what: waits in a read of the channel for more requests
# verdict: TIMED_OUT
# variants: data
import os


def solve(n, items):
    while os.read(3, 1):
        pass
