# what: ranges whose len() overflows
# verdict: FAILED | CRASHED
def solve(n, items):
    return [range(1 << 200), range(-(1 << 200), 1 << 200, 3)]
