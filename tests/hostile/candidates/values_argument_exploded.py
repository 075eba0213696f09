# what: grows the argument list beyond every bound
# verdict: FAILED | CRASHED | OUT_OF_MEMORY | TIMED_OUT
def solve(n, items):
    items.extend([[1]] * 10_000_000)
    return None
