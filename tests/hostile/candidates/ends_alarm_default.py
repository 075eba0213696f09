# what: lets the default action of SIGALRM end it
# verdict: CRASHED
import signal
import time


def solve(n, items):
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    time.sleep(0.3)
    return None
