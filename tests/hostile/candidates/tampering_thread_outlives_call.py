# what: a thread goes on after each answer and answers in the place of the next call
# verdict: FAILED | CRASHED | TIMED_OUT
import os
import threading
import time


def later():
    for _ in range(50):
        time.sleep(0.002)
        try:
            os.write(3, b"\x00\x00\x00\x03\x82\x02\x06")
        except OSError:
            return


def solve(n, items):
    threading.Thread(target=later, daemon=True).start()
    return None
