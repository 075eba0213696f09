# what: 30 levels of sharing: 2**30 elements when written out
# verdict: FAILED | CRASHED | OUT_OF_MEMORY | TIMED_OUT
def solve(n, items):
    value = [1]
    for _ in range(30):
        value = [value, value]
    return value
