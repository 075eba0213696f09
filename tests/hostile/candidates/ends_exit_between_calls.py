# what: a thread started at import ends the process between or in the calls; each value before is wrong
# verdict: CRASHED | FAILED
import os
import threading

threading.Timer(0.02, os._exit, (0,)).start()


def solve(n, items):
    return None
