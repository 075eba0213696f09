# what: patches traceback, linecache and exception formatting, then raises
# verdict: CRASHED
import linecache
import os
import sys
import traceback

for module in (traceback, linecache):
    for name in list(vars(module)):
        if not name.startswith("__"):
            setattr(module, name, lambda *args, **kwargs: os._exit(0))
sys.excepthook = sys.unraisablehook = None
sys.tracebacklimit = -1


def solve(n, items):
    raise ValueError("formatted by whom?")
