# what: exception groups nested 5,000 deep
# verdict: CRASHED
def solve(n, items):
    error = ValueError(0)
    for _ in range(5_000):
        error = ExceptionGroup("g", [error])
    raise error
