# what: waits for a lock, an input or an event that never comes
# verdict: TIMED_OUT
# variants: code
import threading


def solve(n, items):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
