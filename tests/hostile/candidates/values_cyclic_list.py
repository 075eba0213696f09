# what: a list that contains itself
# verdict: FAILED | CRASHED
def solve(n, items):
    value = [2, 6]
    value.append(value)
    return value
