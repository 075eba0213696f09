# what: leaves threads that hold locks and ignore shutdown, and patches threading's own
# verdict: FAILED
import threading
import time

threading._shutdown = lambda: time.sleep(1e6)
threading.main_thread = None


def solve(n, items):
    for _ in range(5):
        threading.Thread(target=time.sleep, args=(1e6,)).start()
    return None
