# what: an integer of 40 million bits, whose decimal text takes ages or raises
# verdict: FAILED | CRASHED | OUT_OF_MEMORY
def solve(n, items):
    return 1 << 40_000_000
