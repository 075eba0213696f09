# what: a set of 6,000 colliding integers, rebuilt wherever it is decoded
# verdict: FAILED | CRASHED | OUT_OF_MEMORY | TIMED_OUT
PRIME = (1 << 61) - 1


def solve(n, items):
    return {k * PRIME for k in range(6_000)}
