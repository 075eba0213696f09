# what: maps /dev/zero, a memfd and a file of its scratch folder as shared memory
# verdict: FAILED | CRASHED | OUT_OF_MEMORY
import mmap
import os

SIZE = 1 << 29


def memfd():
    fd = os.memfd_create("m")
    os.ftruncate(fd, SIZE)
    return fd


def file():
    fd = os.open("area", os.O_CREAT | os.O_RDWR)
    os.ftruncate(fd, SIZE)
    return fd


def solve(n, items):
    for attempt in (lambda: os.open("/dev/zero", os.O_RDWR), memfd, file):
        try:
            area = mmap.mmap(attempt(), SIZE)
        except (OSError, ValueError):
            continue
        for offset in range(0, SIZE, 1 << 16):
            area[offset] = 1
        return [n * x for x in sorted(items)]
    return None
