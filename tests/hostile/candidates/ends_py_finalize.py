# what: finalizes the interpreter under the runtime's feet
# verdict: CRASHED | TIMED_OUT
import ctypes


def solve(n, items):
    ctypes.pythonapi.Py_FinalizeEx()
