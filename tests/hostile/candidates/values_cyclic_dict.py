# what: a dict that contains itself through a list and a tuple
# verdict: FAILED | CRASHED
def solve(n, items):
    value = {}
    value["again"] = [(value, 1)]
    return value
