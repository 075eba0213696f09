# what: 100,000 nested dicts
# verdict: FAILED | CRASHED
def solve(n, items):
    value = {}
    for _ in range(100_000):
        value = {"a": value}
    return value
