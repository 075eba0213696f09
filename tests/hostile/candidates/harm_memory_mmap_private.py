# what: maps and touches private anonymous memory
# verdict: OUT_OF_MEMORY | CRASHED
import mmap


def solve(n, items):
    kept = []
    for _ in range(24):
        area = mmap.mmap(-1, 1 << 28, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        for offset in range(0, 1 << 28, 4096):
            area[offset] = 1
        kept.append(area)
    return [n * x for x in sorted(items)]
