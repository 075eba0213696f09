# what: shifts an integer to a gigabyte
# verdict: OUT_OF_MEMORY
def solve(n, items):
    return (1 << (6 << 32)) and None
