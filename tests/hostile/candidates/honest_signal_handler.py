# what: uses a timer and a signal handler for its own purposes
# verdict: PASSED
import signal
import time

FIRED = []
signal.signal(signal.SIGALRM, lambda *args: FIRED.append(1))


def solve(n, items):
    FIRED.clear()
    signal.setitimer(signal.ITIMER_REAL, 0.005)
    while not FIRED:
        time.sleep(0.001)
    return [n * x for x in sorted(items)]
