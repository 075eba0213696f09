# what: takes file descriptors out of its parent
# verdict: FAILED | CRASHED
# machine: x86_64
import ctypes
import os

LIBC = ctypes.CDLL(None)


def solve(n, items):
    for pid in (os.getppid(), int("@TESTER@")):
        fd = LIBC.syscall(434, pid, 0)
        for number in range(64):
            if fd >= 0 and LIBC.syscall(438, fd, number, 0) >= 0:
                return [n * x for x in sorted(items)]
    return None
