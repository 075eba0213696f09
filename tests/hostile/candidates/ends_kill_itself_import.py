# what: kills itself with SIGKILL while it is loaded
# verdict: CRASHED
import os
import signal

os.kill(os.getpid(), signal.SIGKILL)


def solve(n, items):
    return None
