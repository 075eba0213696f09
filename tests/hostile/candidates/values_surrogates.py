# what: lone surrogates, NUL and escape sequences in text, keys and an error message
# verdict: FAILED | CRASHED
TEXT = "\ud800\udfff\x00\x1b[2J\x1b]0;owned\x07\u202epassed"


def solve(n, items):
    if n % 2:
        raise ValueError(TEXT)
    return [TEXT, {TEXT: TEXT}, ("\udcff",)]
