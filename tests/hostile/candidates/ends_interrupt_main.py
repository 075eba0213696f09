# what: interrupts the main thread from another thread
# verdict: CRASHED
import _thread
import threading
import time


def solve(n, items):
    threading.Timer(0.01, _thread.interrupt_main).start()
    for _ in range(100):
        time.sleep(0.01)
    return None
