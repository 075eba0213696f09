# what: reads address zero
# verdict: CRASHED
import ctypes


def solve(n, items):
    ctypes.string_at(0)
