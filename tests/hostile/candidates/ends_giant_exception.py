# what: an exception with 50 MB of text, notes and a name of a megabyte
# verdict: CRASHED | OUT_OF_MEMORY
Kind = type("E" * (1 << 20), (Exception,), {})


def solve(n, items):
    error = Kind("passed" * 8_000_000)
    error.add_note("\n" * 1_000_000)
    raise error
