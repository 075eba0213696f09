# what: raises TimeoutError itself
# verdict: CRASHED
def solve(n, items):
    raise TimeoutError("limit of 0.5 s")
