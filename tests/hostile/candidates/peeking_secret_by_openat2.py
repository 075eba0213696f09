# what: opens the secret by openat2, execveat-like flags and O_PATH reopen
# verdict: FAILED | CRASHED
# machine: x86_64
# marker: secret
import ctypes
import os
import struct

LIBC = ctypes.CDLL(None)


def solve(n, items):
    how = ctypes.create_string_buffer(struct.pack("<QQQ", os.O_RDONLY, 0, 0))
    fd = LIBC.syscall(437, -100, b"@SECRET@", how, 24)
    if fd >= 0:
        return os.read(fd, 1000).decode()
    try:
        path = os.open("@SECRET@", os.O_PATH)
        return open(f"/proc/self/fd/{path}").read()
    except OSError:
        return None
