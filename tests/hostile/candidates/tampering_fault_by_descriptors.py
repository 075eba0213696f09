# what: uses up all file descriptors so that the runtime cannot open anything
# verdict: FAILED | CRASHED
import os

try:
    while True:
        os.dup(0)
except OSError:
    pass


def solve(n, items):
    return None
