# what: opens as many files, pipes, timers and epolls as it can
# verdict: FAILED | CRASHED
import os
import select

KEPT = []


def solve(n, items):
    for make in (lambda: os.open("/dev/null", os.O_RDONLY), select.epoll, os.pipe, lambda: os.eventfd(0)):
        try:
            for _ in range(5000):
                KEPT.append(make())
        except OSError:
            pass
    return [n * x for x in sorted(items)] if len(KEPT) > 1000 else None
