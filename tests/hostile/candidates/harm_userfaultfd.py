# what: opens a userfaultfd
# verdict: FAILED | CRASHED
# machine: x86_64
import ctypes


def solve(n, items):
    if ctypes.CDLL(None).syscall(323, 1) >= 0:
        return [n * x for x in sorted(items)]
    return None
