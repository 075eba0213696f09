# what: fills the disk with many files just under the size limit (at most 3 GB)
# verdict: FAILED | CRASHED | TIMED_OUT
import os


def solve(n, items):
    block = bytes(15 << 20)
    for number in range(200):
        with open(f"file{number}", "wb") as file:
            file.write(block)
    return None
