# what: empties sys.modules and blocks imports with None
# verdict: FAILED | CRASHED
import sys


def solve(n, items):
    for name in list(sys.modules):
        sys.modules[name] = None
    sys.modules.clear()
    sys.modules = None
    return None
