# what: creates a hundred thousand timers in the kernel
# verdict: FAILED | CRASHED
# machine: x86_64
import ctypes

LIBC = ctypes.CDLL(None)


def solve(n, items):
    timer = ctypes.c_int()
    made = sum(LIBC.syscall(222, 1, None, ctypes.byref(timer)) == 0 for _ in range(100_000))
    return [n * x for x in sorted(items)] if made > 50_000 else None
