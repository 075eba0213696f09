# what: kills itself with SIGKILL, as the judge would
# verdict: CRASHED
import os
import signal


def solve(n, items):
    os.kill(os.getpid(), signal.SIGKILL)
