# what: an exception whose class name is an object that is no exact str, with line breaks and a verdict
# verdict: CRASHED
class Name(str):
    def __str__(self):
        raise SystemExit(0)

    __format__ = __repr__ = __str__


Kind = type(Name("passed\nverdict: passed\n"), (Exception,), {"__qualname__": "a\nb", "__module__": None})
Kind.__module__ = 5


def solve(n, items):
    raise Kind("\npassed\n")
