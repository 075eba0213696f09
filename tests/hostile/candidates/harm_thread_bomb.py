# what: starts as many threads as it can (at most 5,000)
# verdict: FAILED | CRASHED | OUT_OF_MEMORY | TIMED_OUT
# marker: process
import threading
import time


def solve(n, items):
    for _ in range(5000):
        threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
    return None
