# what: sorts the argument in place and returns a new list
# verdict: PASSED
def solve(n, items):
    items.sort()
    return [n * x for x in items]
