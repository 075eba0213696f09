# what: 100,000 nested lists
# verdict: FAILED | CRASHED
def solve(n, items):
    value = []
    for _ in range(100_000):
        value = [value]
    return value
