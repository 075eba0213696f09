# what: tries the system call numbers that no kernel had when this was written
# verdict: FAILED | CRASHED
# machine: x86_64
import ctypes

LIBC = ctypes.CDLL(None)


def solve(n, items):
    for number in range(472, 700):
        if LIBC.syscall(number, 0, 0, 0, 0, 0, 0) >= 0:
            return [n * x for x in sorted(items)]
    return None
