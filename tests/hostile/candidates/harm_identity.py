# what: changes its user, groups, capabilities, personality, host name and clock
# verdict: FAILED | CRASHED
# machine: x86_64
import ctypes
import os
import time

LIBC = ctypes.CDLL(None)


def solve(n, items):
    done = 0
    for attempt in (
        lambda: os.setuid(0),
        lambda: os.setresuid(0, 0, 0),
        lambda: os.setgroups([0]),
        lambda: os.setsid(),
        lambda: os.nice(-5),
        lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()),
    ):
        try:
            attempt()
            done += 1
        except OSError:
            pass
    if LIBC.syscall(135, 0x0008) >= 0 or LIBC.syscall(170, b"vm", 2) == 0:
        done += 1
    return [n * x for x in sorted(items)] if done else None
