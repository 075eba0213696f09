# what: deletes its entry point after loading, from a thread and from the call
# verdict: FAILED | CRASHED | INVALID
import threading


def solve(n, items):
    globals().clear()
    return None


threading.Timer(0.005, lambda: globals().pop("solve", None)).start()
