# what: makes the channel non-blocking and fills it until it is full, then returns
# verdict: CRASHED | FAILED | TIMED_OUT
import os


def solve(n, items):
    os.set_blocking(3, False)
    try:
        for _ in range(10_000):
            os.write(3, b"\x00" * 65536)
    except OSError:
        pass
    return None
