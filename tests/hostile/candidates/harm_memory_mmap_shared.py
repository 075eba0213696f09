# what: maps shared anonymous memory, which the data limit does not count
# verdict: OUT_OF_MEMORY | CRASHED
import mmap


def solve(n, items):
    area = mmap.mmap(-1, 1 << 29)
    for offset in range(0, 1 << 29, 1 << 16):
        area[offset] = 1
    return [n * x for x in sorted(items)]
