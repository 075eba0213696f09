# what: a thread writes small junk to the channel all the time
# verdict: FAILED | CRASHED | TIMED_OUT
import os
import threading


def junk():
    try:
        for _ in range(1_000_000):
            os.write(3, b"\x01")
    except OSError:
        pass


def solve(n, items):
    threading.Thread(target=junk, daemon=True).start()
    return list(range(10_000))
