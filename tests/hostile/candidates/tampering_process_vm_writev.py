# what: writes into the memory of its parent (the same bytes that are there)
# verdict: CRASHED
# machine: x86_64
# suspicion: forbidden_system_call
import ctypes
import os


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def solve(n, items):
    here = Vector(id(None) + 8, 8)
    if ctypes.CDLL(None).syscall(311, os.getppid(), ctypes.byref(here), 1, ctypes.byref(here), 1, 0) > 0:
        return [n * x for x in sorted(items)]
    return None
