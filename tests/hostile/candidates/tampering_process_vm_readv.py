# what: reads the memory of its parent
# verdict: CRASHED
# machine: x86_64
# suspicion: forbidden_system_call
import ctypes
import os


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def solve(n, items):
    buffer = ctypes.create_string_buffer(64)
    here = Vector(ctypes.addressof(buffer), 64)
    there = Vector(id(list), 64)
    if ctypes.CDLL(None).syscall(310, os.getppid(), ctypes.byref(here), 1, ctypes.byref(there), 1, 0) > 0:
        return [n * x for x in sorted(items)]
    return None
