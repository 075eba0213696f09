# what: queues pending calls that run in the runtime's frames
# verdict: FAILED | CRASHED | TIMED_OUT
import ctypes
import os

PROTOTYPE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


def pending(argument):
    os.write(3, b"\x00\x00\x00\x01\xf5")
    return 0


CALLBACK = PROTOTYPE(pending)


def solve(n, items):
    for _ in range(20):
        ctypes.pythonapi.Py_AddPendingCall(CALLBACK, None)
    return None
