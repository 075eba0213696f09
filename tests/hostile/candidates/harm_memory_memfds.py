# what: keeps memory in many memfds
# verdict: FAILED | CRASHED | OUT_OF_MEMORY
import os


def solve(n, items):
    block = bytes(1 << 20)
    written = 0
    for _ in range(40):
        try:
            fd = os.memfd_create("m")
            for _ in range(15):
                written += os.write(fd, block)
        except OSError:
            break
    return [n * x for x in sorted(items)] if written > 300 << 20 else None
