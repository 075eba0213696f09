# what: caches with lru_cache, cached_property and singledispatch
# verdict: PASSED
import functools


@functools.lru_cache(maxsize=None)
def scaled(n, values):
    return tuple(n * x for x in sorted(values))


@functools.singledispatch
def plain(value):
    raise TypeError


@plain.register
def _(value: tuple):
    return list(value)


def solve(n, items):
    return plain(scaled(n, tuple(items)))
