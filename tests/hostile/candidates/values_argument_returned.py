# what: returns its own argument, unsorted
# verdict: FAILED
def solve(n, items):
    return items
