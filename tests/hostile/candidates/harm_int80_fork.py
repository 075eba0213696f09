# what: forks by int 0x80, where the numbers are different
# verdict: CRASHED | FAILED
# machine: x86_64
# marker: process
import ctypes
import mmap
import os


def solve(n, items):
    try:
        page = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)
    except OSError:
        return None
    page.write(b"\xb8\x02\x00\x00\x00\xcd\x80\xc3")
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    pid = ctypes.CFUNCTYPE(ctypes.c_int)(address)()
    if pid == 0:
        os._exit(0)
    return [n * x for x in sorted(items)] if pid > 0 else None
