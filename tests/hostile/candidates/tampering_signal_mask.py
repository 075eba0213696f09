# what: blocks every signal in all threads, then loops
# verdict: TIMED_OUT
# variants: code
import signal

signal.pthread_sigmask(signal.SIG_SETMASK, range(1, 65))


def solve(n, items):
    while True:
        pass
