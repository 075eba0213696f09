# what: recurses without end under the ordinary limit
# verdict: CRASHED
def solve(n, items):
    return solve(n, items)
