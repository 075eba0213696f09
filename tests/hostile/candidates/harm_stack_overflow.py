# what: overflows the C stack by recursion that Python does not count
# verdict: CRASHED | TIMED_OUT
def solve(n, items):
    nested = iter([1])
    for _ in range(1_200_000):
        nested = filter(None, nested)
    return next(nested)
