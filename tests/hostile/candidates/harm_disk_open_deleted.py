# what: keeps deleted files open, so that their space is invisible
# verdict: FAILED | CRASHED | TIMED_OUT
import os

KEPT = []


def solve(n, items):
    for number in range(40):
        file = open(f"ghost{number}", "wb")
        os.unlink(f"ghost{number}")
        file.write(bytes(1 << 20))
        KEPT.append(file)
    return None
