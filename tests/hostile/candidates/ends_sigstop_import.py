# what: stops itself while it is loaded
# verdict: TIMED_OUT
# variants: code
import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)


def solve(n, items):
    return None
