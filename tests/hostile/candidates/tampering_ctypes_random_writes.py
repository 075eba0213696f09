# what: writes rubbish over the memory of its own interpreter
# verdict: CRASHED | FAILED | TIMED_OUT
import ctypes
import sys


def solve(n, items):
    for module in list(sys.modules.values()):
        ctypes.memset(id(module) + 16, 0x41, 64)
    return None
