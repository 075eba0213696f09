# what: overflows the C stack through callbacks
# verdict: CRASHED | FAILED
import ctypes
import sys

sys.setrecursionlimit(10**8)
TYPE = ctypes.CFUNCTYPE(ctypes.c_int)


@TYPE
def again():
    return again()


def solve(n, items):
    return again() and None
