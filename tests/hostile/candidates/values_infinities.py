# what: returns infinities, negative zero and complex NaN
# verdict: FAILED
def solve(n, items):
    return [float("inf"), float("-inf"), -0.0, complex("nan"), complex("infj")]
