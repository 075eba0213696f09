# what: deep nesting of hashable containers, whose hash recurses too
# verdict: FAILED | CRASHED
def solve(n, items):
    value = ()
    for step in range(400):
        value = (value,) if step % 2 else frozenset([value])
    return value
