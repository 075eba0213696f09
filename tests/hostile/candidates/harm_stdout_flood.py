# what: prints a gigabyte
# verdict: FAILED | CRASHED | TIMED_OUT
import os


def solve(n, items):
    block = b"passed\n" * 150_000
    for _ in range(1000):
        os.write(1, block)
    return None
