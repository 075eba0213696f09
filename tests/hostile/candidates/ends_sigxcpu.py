# what: raises SIGXCPU to look like the victim of a time limit
# verdict: CRASHED | TIMED_OUT
import signal


def solve(n, items):
    signal.raise_signal(signal.SIGXCPU)
