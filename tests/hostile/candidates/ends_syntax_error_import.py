# what: raises SyntaxError while it is loaded, to look like a source that does not parse
# verdict: CRASHED | INVALID
raise SyntaxError("forged", ("\ud800", -1, None, "\x00" * 1000))


def solve(n, items):
    return None
