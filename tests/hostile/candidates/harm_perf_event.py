# what: opens a performance counter
# verdict: CRASHED
# machine: x86_64
# suspicion: forbidden_system_call
import ctypes
import struct


def solve(n, items):
    attributes = ctypes.create_string_buffer(struct.pack("<IIQ", 1, 112, 0), 112)
    if ctypes.CDLL(None).syscall(298, attributes, 0, -1, -1, 0) >= 0:
        return [n * x for x in sorted(items)]
    return None
