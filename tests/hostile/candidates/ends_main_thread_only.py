# what: ends only the main thread; another thread keeps the process as a half-dead zombie
# verdict: CRASHED | TIMED_OUT
# machine: x86_64
# variants: data
import ctypes
import threading
import time

threading.Thread(target=time.sleep, args=(1e6,), daemon=True).start()


def solve(n, items):
    ctypes.CDLL(None).syscall(60, 0)
