# what: raises SIGSYS in itself to look like the victim of the system call filter
# verdict: CRASHED
import os
import signal


def solve(n, items):
    os.kill(os.getpid(), signal.SIGSYS)
