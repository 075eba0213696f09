# what: sends signals to its parent and to the test process
# verdict: FAILED
# suspicion: signal_or_trace
import os
import signal


def solve(n, items):
    sent = 0
    for pid in (os.getppid(), int("@TESTER@")):
        for number in (0, signal.SIGURG, signal.SIGCONT, signal.SIGWINCH):
            try:
                if pid > 1:
                    os.kill(pid, number)
                    sent += 1
            except OSError:
                pass
    return [n * x for x in sorted(items)] if sent else None
