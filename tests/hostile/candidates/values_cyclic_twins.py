# what: two lists that contain each other: comparing them recurses for ever
# verdict: FAILED | CRASHED
def solve(n, items):
    one, two = [], []
    one.append(two)
    two.append(one)
    return [one, two]
