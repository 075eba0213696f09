# what: claims a long frame and sends one byte of it at a time
# verdict: TIMED_OUT | CRASHED
# variants: code
import os
import time


def solve(n, items):
    os.write(3, b"\x00\x00\xff\x00")
    while True:
        os.write(3, b"\x00")
        time.sleep(0.01)
