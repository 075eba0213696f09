# what: drops the interpreter lock and never gives it back
# verdict: CRASHED | TIMED_OUT
# variants: data
import ctypes


def solve(n, items):
    ctypes.PyDLL(None).PyEval_SaveThread()
    return None
