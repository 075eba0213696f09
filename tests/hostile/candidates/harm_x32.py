# what: makes system calls with the x32 bit set
# verdict: CRASHED
# machine: x86_64
# suspicion: forbidden_system_call
import ctypes


def solve(n, items):
    if ctypes.CDLL(None).syscall(0x40000000 + 39) > 0:
        return [n * x for x in sorted(items)]
    return None
