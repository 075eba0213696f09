# what: one megabyte, referenced a thousand times
# verdict: FAILED | CRASHED | OUT_OF_MEMORY | TIMED_OUT
BLOCK = bytes(1 << 20)


def solve(n, items):
    return [BLOCK] * 1000
