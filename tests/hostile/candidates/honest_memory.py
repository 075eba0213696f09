# what: uses 100 MB at once
# verdict: PASSED
def solve(n, items):
    if n == 2:
        block = bytearray(100 << 20)
        block[::8192] = b"x" * len(block[::8192])
    return [n * x for x in sorted(items)]
