# what: raises AssertionError itself, to be taken for a test's own
# verdict: CRASHED | FAILED
def solve(n, items):
    raise AssertionError
