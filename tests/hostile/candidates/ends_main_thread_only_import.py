# what: ends only the main thread while it is loaded
# verdict: CRASHED | TIMED_OUT
# machine: x86_64
# variants: code
import ctypes
import threading
import time

threading.Thread(target=time.sleep, args=(1e6,), daemon=True).start()
ctypes.CDLL(None).syscall(60, 0)


def solve(n, items):
    return None
