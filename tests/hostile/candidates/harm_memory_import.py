# what: takes too much memory while it is loaded
# verdict: OUT_OF_MEMORY
DATA = bytearray(6 << 30)


def solve(n, items):
    return None
