# what: returns a list of 25 million zeros
# verdict: FAILED | CRASHED | OUT_OF_MEMORY | TIMED_OUT
def solve(n, items):
    return [0] * 25_000_000
