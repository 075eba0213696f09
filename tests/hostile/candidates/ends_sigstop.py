# what: stops itself
# verdict: TIMED_OUT
# variants: data
import os
import signal


def solve(n, items):
    os.kill(os.getpid(), signal.SIGSTOP)
    return None
