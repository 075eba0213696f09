# what: changes its root
# verdict: CRASHED
# machine: x86_64
# suspicion: forbidden_system_call
import ctypes
import os


def solve(n, items):
    try:
        os.chroot(".")
        return [n * x for x in sorted(items)]
    except OSError:
        pass
    if ctypes.CDLL(None).syscall(155, b".", b".") == 0:
        return [n * x for x in sorted(items)]
    return None
