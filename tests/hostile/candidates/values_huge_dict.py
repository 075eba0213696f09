# what: returns a dict of two million entries
# verdict: FAILED | CRASHED | OUT_OF_MEMORY | TIMED_OUT
def solve(n, items):
    return dict.fromkeys(range(2_000_000), "")
