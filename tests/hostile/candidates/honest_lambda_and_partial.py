# what: the entry point is a partial of a lambda
# verdict: PASSED
import functools

solve = functools.partial(lambda key, n, items: [n * x for x in sorted(items, key=key)], None)
