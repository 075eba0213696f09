# what: returns 200 MB of text
# verdict: FAILED | CRASHED | OUT_OF_MEMORY | TIMED_OUT
def solve(n, items):
    return "x" * 200_000_000
