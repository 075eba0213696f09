# what: writes to the channel for ever while it is loaded
# verdict: CRASHED | TIMED_OUT
import os

block = b"\x00\x00\x00\x01\xf5" * 10_000
for _ in range(100_000):
    os.write(3, block)


def solve(n, items):
    return None
