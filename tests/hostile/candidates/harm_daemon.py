# what: double-forks into a new session to outlive the judgement
# verdict: FAILED
# marker: process
import ctypes
import os
import signal
import time


def solve(n, items):
    try:
        pid = os.fork()
    except OSError:
        return None
    if pid == 0:
        os.setsid()
        if os.fork() == 0:
            ctypes.CDLL(None).prctl(15, b"@PROCESS@", 0, 0, 0)
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            time.sleep(20)
        os._exit(0)
    return [n * x for x in sorted(items)]
