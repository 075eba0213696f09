# what: the whole of sys.modules as value
# verdict: FAILED | CRASHED | TIMED_OUT | OUT_OF_MEMORY
import builtins
import sys


def solve(n, items):
    return [sys.modules, globals(), vars(builtins)]
