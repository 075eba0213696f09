# what: an excepthook that ends with status 0, then an exception
# verdict: CRASHED
import os
import sys
import threading

sys.excepthook = lambda *args: os._exit(0)
sys.unraisablehook = lambda *args: os._exit(0)
threading.excepthook = lambda *args: os._exit(0)


def solve(n, items):
    raise ValueError("handled elsewhere")
