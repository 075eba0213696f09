# what: grows a list until memory is gone (at most 6 GB)
# verdict: OUT_OF_MEMORY
def solve(n, items):
    return len([0] * (6 << 27))
