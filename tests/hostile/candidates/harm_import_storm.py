# what: imports every module of the standard library
# verdict: FAILED | CRASHED | TIMED_OUT | OUT_OF_MEMORY
import sys


def solve(n, items):
    for name in sorted(sys.stdlib_module_names):
        if name not in ("antigravity", "this", "idlelib", "turtledemo"):
            try:
                __import__(name)
            except BaseException:
                pass
    return None
