# what: a thread ends the process with status 0 while the call runs
# verdict: CRASHED
# suspicion: early_exit
import os
import threading
import time


def solve(n, items):
    threading.Timer(0.01, os._exit, (0,)).start()
    time.sleep(0.3)
    return None
