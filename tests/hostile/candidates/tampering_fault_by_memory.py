# what: keeps all its memory at import so that the runtime fails for lack of it before the first call
# verdict: OUT_OF_MEMORY | CRASHED | FAILED | TIMED_OUT
KEPT = []
SIZE = 1 << 26
while SIZE > 64:
    try:
        KEPT.append(bytearray(SIZE))
    except MemoryError:
        SIZE //= 2


def solve(n, items):
    return None
