# what: signals others by tkill, tgkill, rt_sigqueueinfo and pidfd_send_signal
# verdict: FAILED | CRASHED
# machine: x86_64
import ctypes
import os

LIBC = ctypes.CDLL(None, use_errno=True)
INFO = ctypes.create_string_buffer(128)
URG = 23


def solve(n, items):
    for pid in (os.getppid(), int("@TESTER@")):
        for call in ((200, pid, URG), (234, pid, pid, URG), (129, pid, URG, INFO), (297, pid, pid, URG, INFO)):
            if pid > 1 and LIBC.syscall(*call) == 0:
                return [n * x for x in sorted(items)]
        fd = LIBC.syscall(434, pid, 0)
        if fd >= 0 and LIBC.syscall(424, fd, URG, None, 0) == 0:
            return [n * x for x in sorted(items)]
    return None
