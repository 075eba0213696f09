# what: uses 100 MB for a moment
# verdict: PASSED
def solve(n, items):
    block = bytearray(100 << 20)
    block[::4096] = b"x" * len(block[::4096])
    del block
    return [n * x for x in sorted(items)]
