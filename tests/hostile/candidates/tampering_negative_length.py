# what: sends length prefixes of zero and of a negative number
# verdict: CRASHED | FAILED | TIMED_OUT
import os


def solve(n, items):
    os.write(3, b"\x00" * 64 + b"\xff\xff\xff\xff\x80\x00\x00\x00")
    return None
