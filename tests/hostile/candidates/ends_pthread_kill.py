# what: sends a deadly signal to its own thread
# verdict: CRASHED
import signal
import threading


def solve(n, items):
    signal.pthread_kill(threading.get_ident(), signal.SIGQUIT)
