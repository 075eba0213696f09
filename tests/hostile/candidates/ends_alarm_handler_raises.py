# what: an alarm handler raises SystemExit again and again, wherever the runtime happens to be
# verdict: CRASHED | FAILED
import signal


def handler(*args):
    raise SystemExit(0)


signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.002, 0.001)


def solve(n, items):
    return None
