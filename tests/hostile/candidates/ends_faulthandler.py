# what: the fault handler's watchdog ends the process
# verdict: CRASHED
import faulthandler
import time


def solve(n, items):
    faulthandler.dump_traceback_later(0.01, exit=True)
    time.sleep(0.3)
    return None
