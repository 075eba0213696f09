# what: exceptions, exception classes and a StopIteration inside a tuple as values
# verdict: FAILED
CALLS = [0]


def solve(n, items):
    CALLS[0] += 1
    kinds = [(StopIteration, StopIteration([2, 6])), AssertionError(), [SystemExit(0)], ExceptionGroup("x", [ValueError()]), KeyboardInterrupt]
    return kinds[CALLS[0] % len(kinds)]
