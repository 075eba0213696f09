# what: SystemExit in a thread, which Python ignores, and a wrong answer
# verdict: FAILED
import sys
import threading


def solve(n, items):
    thread = threading.Thread(target=sys.exit, args=(0,))
    thread.start()
    thread.join()
    return None
