# what: iterators and views that are no lists: zip, map, iter, dict keys, itertools.repeat
# verdict: FAILED
import itertools

CALLS = [0]


def solve(n, items):
    CALLS[0] += 1
    kinds = [zip(items, items), map(str, items), iter([n]), {}.keys(), itertools.repeat(n), itertools.count(), reversed(items)]
    return kinds[CALLS[0] % len(kinds)]
