# what: functions, bound methods, partials and lambdas as results
# verdict: FAILED
import functools

CALLS = [0]


def solve(n, items):
    CALLS[0] += 1
    kinds = [lambda *a: True, solve, items.sort, functools.partial(print), len, staticmethod(len), property(len)]
    return kinds[CALLS[0] % len(kinds)]
