# what: raises exceptions in the main thread from another thread, again and again
# verdict: FAILED | CRASHED | TIMED_OUT
import ctypes
import threading
import time

MAIN = threading.main_thread().ident


def pester():
    for _ in range(2000):
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(MAIN), ctypes.py_object(SystemExit))
        time.sleep(0.0001)


threading.Thread(target=pester, daemon=True).start()


def solve(n, items):
    return None
