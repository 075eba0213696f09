# what: replaces the built-in exception names, so that except clauses catch nothing
# verdict: CRASHED | FAILED
import builtins


class Never(BaseException):
    pass


for name in dir(builtins):
    thing = getattr(builtins, name)
    if isinstance(thing, type) and issubclass(thing, BaseException):
        setattr(builtins, name, Never)


def solve(n, items):
    raise ZeroDivisionError
