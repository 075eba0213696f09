# what: a range that is tiny on the wire and endless to iterate
# verdict: FAILED | CRASHED | TIMED_OUT | OUT_OF_MEMORY
def solve(n, items):
    return range(1, 1 << 62)
