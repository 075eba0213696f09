# what: takes memory in small steps and touches it (at most 6 GB)
# verdict: OUT_OF_MEMORY | TIMED_OUT
def solve(n, items):
    kept = []
    for _ in range(6 << 10):
        kept.append(bytearray(1 << 20))
    return None
