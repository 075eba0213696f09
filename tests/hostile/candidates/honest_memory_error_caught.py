# what: catches a MemoryError and still answers rightly
# verdict: PASSED
def solve(n, items):
    try:
        bytearray(1 << 40)
    except MemoryError:
        pass
    return [n * x for x in sorted(items)]
