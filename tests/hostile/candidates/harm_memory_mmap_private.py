# what: maps and touches private anonymous memory
# verdict: OUT_OF_MEMORY | CRASHED | TIMED_OUT
import mmap


def solve(n, items):
    kept = []
    block = b"\x01" * (1 << 20)
    for _ in range(24):
        area = mmap.mmap(-1, 1 << 28, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        for _ in range(256):
            area.write(block)
        kept.append(area)
    return [n * x for x in sorted(items)]
