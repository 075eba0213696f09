# what: makes a 32-bit system call (getpid) by int 0x80 from a page of its own
# verdict: CRASHED | FAILED
# machine: x86_64
import ctypes
import mmap
import os


def solve(n, items):
    try:
        page = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)
    except OSError:
        return None
    page.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20; int 0x80; ret
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    if ctypes.CFUNCTYPE(ctypes.c_int)(address)() == os.getpid():
        return [n * x for x in sorted(items)]
    return None
