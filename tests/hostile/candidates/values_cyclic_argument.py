# what: puts the argument list into itself, so that mutated arguments are cyclic on the way back
# verdict: FAILED | CRASHED
def solve(n, items):
    items.append(items)
    return None
