# what: makes sparse files and preallocates
# verdict: FAILED | CRASHED
import os


def solve(n, items):
    grown = 0
    for size in (1 << 40, 1 << 32, 1 << 28):
        with open(f"sparse{size}", "wb") as file:
            for attempt in (lambda: os.ftruncate(file.fileno(), size), lambda: os.posix_fallocate(file.fileno(), 0, size), lambda: (file.seek(size), file.write(b"x"), file.flush())):
                try:
                    attempt()
                    grown += 1
                except OSError:
                    pass
    return [n * x for x in sorted(items)] if grown else None
