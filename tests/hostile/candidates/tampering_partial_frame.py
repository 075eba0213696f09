# what: sends half a frame and then sleeps for ever
# verdict: TIMED_OUT | CRASHED
# variants: data
import os
import time


def solve(n, items):
    os.write(3, b"\x00\x00\x00\x40" + b"\x82\x02")
    time.sleep(1e6)
