# what: raises MemoryError itself, without using memory
# verdict: CRASHED | OUT_OF_MEMORY
def solve(n, items):
    raise MemoryError
