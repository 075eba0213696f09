# what: raises Unicode errors with impossible positions, whose text recomputes slices
# verdict: CRASHED
def solve(n, items):
    error = UnicodeDecodeError("utf-8", b"\xff", 0, 1, "x")
    error.start, error.end = 1 << 40, -5
    raise error
