# what: raises KeyboardInterrupt while it is loaded
# verdict: CRASHED
raise KeyboardInterrupt


def solve(n, items):
    return None
