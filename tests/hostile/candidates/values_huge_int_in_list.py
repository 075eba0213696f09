# what: integers just over the 4300 digits that str() allows
# verdict: FAILED
def solve(n, items):
    return [10**5000 + x for x in items] or -(10**5000)
