# what: drops the reference counts of its answer, its arguments and the runtime's objects
# verdict: FAILED | CRASHED | TIMED_OUT
import ctypes
import sys


def solve(n, items):
    frame = sys._getframe(1)
    for value in list(frame.f_locals.values()) + list(frame.f_globals.values()):
        ctypes.c_ssize_t.from_address(id(value)).value = 1
    return [items, items]
