# what: the plain right answer
# verdict: PASSED
def solve(n, items):
    return [n * item for item in sorted(items)]
