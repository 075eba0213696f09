# what: raises SIGTERM in itself
# verdict: CRASHED
import signal


def solve(n, items):
    signal.raise_signal(signal.SIGTERM)
