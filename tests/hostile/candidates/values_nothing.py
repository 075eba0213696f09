# what: returns nothing at all
# verdict: FAILED
def solve(n, items):
    pass
