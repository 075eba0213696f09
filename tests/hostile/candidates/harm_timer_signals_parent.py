# what: creates a timer and a message notification that would signal another process
# verdict: FAILED | CRASHED
# machine: x86_64
import ctypes
import os
import struct

LIBC = ctypes.CDLL(None)


def solve(n, items):
    event = ctypes.create_string_buffer(struct.pack("<Qiii", 0, 23, 4, os.getppid()), 64)  # SIGURG, SIGEV_THREAD_ID
    timer = ctypes.c_int()
    if LIBC.syscall(222, 1, event, ctypes.byref(timer)) == 0:
        return [n * x for x in sorted(items)]
    return None
