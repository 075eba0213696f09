# what: makes 3,000 nested folders
# verdict: FAILED | CRASHED | TIMED_OUT
# variants: data
import os


def solve(n, items):
    for _ in range(3000):
        os.mkdir("d")
        os.chdir("d")
    return None
