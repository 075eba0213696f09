# what: leaves an idle daemon thread behind
# verdict: PASSED
import threading
import time


def solve(n, items):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    return [n * x for x in sorted(items)]
