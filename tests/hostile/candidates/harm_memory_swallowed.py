# what: uses all memory, swallows the MemoryError and answers wrongly
# verdict: OUT_OF_MEMORY | FAILED
def solve(n, items):
    kept = []
    try:
        for _ in range(6 << 6):
            kept.append(b"x" * (1 << 24))
    except MemoryError:
        pass
    kept.clear()
    return None
