# what: raises SyntaxError with forged fields in the call; that is a crash, not an invalid source
# verdict: CRASHED
def solve(n, items):
    raise SyntaxError("forged", ("candidate", 10**30, -5, None, "x", object()))
