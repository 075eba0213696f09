# what: returns the right numbers in a tuple
# verdict: FAILED
def solve(n, items):
    return tuple(n * x for x in sorted(items))
