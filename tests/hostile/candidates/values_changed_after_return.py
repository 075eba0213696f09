# what: a thread goes on changing the list after it was returned
# verdict: FAILED | CRASHED | TIMED_OUT
import threading
import time

RESULT = [0] * 1000


def churn():
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        RESULT.clear()
        RESULT.extend([RESULT, {}, 1] * 300)


threading.Thread(target=churn, daemon=True).start()


def solve(n, items):
    return RESULT
