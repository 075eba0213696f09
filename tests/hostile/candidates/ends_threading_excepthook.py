# what: an exception in a thread whose hook ends the process with status 0
# verdict: CRASHED | FAILED
# suspicion: early_exit
import os
import threading
import time

threading.excepthook = lambda *args: os._exit(0)


def solve(n, items):
    threading.Thread(target=lambda: 1 / 0).start()
    time.sleep(0.2)
    return None
