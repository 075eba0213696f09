# what: registers exit handlers and hooks that are never needed
# verdict: PASSED
import atexit
import sys
import weakref


class Thing:
    pass


KEPT = Thing()
weakref.finalize(KEPT, print, "gone")
atexit.register(print, "bye")
sys.excepthook = lambda *args: print("oops")


def solve(n, items):
    return [n * x for x in sorted(items)]
