# what: reads address zero while it is loaded
# verdict: CRASHED
import ctypes

ctypes.string_at(0)


def solve(n, items):
    return None
