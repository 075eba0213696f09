# what: raises a SyntaxError that points at a line of the secret
# verdict: CRASHED
# marker: secret
def solve(n, items):
    raise SyntaxError("look", ("@SECRET@", 1, 1, None))
