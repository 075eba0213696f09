# what: writes 100 MB to the channel
# verdict: CRASHED | FAILED | TIMED_OUT
import os


def solve(n, items):
    block = bytes(1 << 20)
    for _ in range(100):
        os.write(3, block)
    return None
