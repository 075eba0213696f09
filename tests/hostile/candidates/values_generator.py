# what: a generator instead of a list
# verdict: FAILED
def solve(n, items):
    return (n * x for x in [0, *items])
