# what: an exception that is its own cause, context and argument
# verdict: CRASHED
def solve(n, items):
    error = ValueError("loop")
    error.args = (error, [error])
    error.__cause__ = error
    error.__context__ = error
    raise error
