# what: an alarm handler ends the process while the runtime, not the candidate, is running
# verdict: CRASHED | FAILED
import os
import signal

signal.signal(signal.SIGALRM, lambda *args: os._exit(0))
signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)


def solve(n, items):
    return None
