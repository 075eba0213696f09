# what: raises KeyboardInterrupt, which is no Exception
# verdict: CRASHED
def solve(n, items):
    raise KeyboardInterrupt
