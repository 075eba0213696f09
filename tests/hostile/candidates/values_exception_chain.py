# what: an exception with a chain of 20,000 causes
# verdict: CRASHED
def solve(n, items):
    error = ValueError(0)
    for step in range(20_000):
        later = ValueError(step)
        later.__cause__ = error
        error = later
    raise error
