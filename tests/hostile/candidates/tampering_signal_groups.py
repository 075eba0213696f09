# what: sends a harmless signal to its process group, its session and everybody
# verdict: FAILED
# suspicion: signal_or_trace
import os
import signal


def solve(n, items):
    for target in (0, -1, -os.getpgrp(), -int("@TESTER@")):
        try:
            os.kill(target, signal.SIGURG)
            return [n * x for x in sorted(items)]
        except OSError:
            pass
    return None
