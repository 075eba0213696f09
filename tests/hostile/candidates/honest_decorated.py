# what: the entry point is decorated and takes keyword defaults and star arguments
# verdict: PASSED
import functools


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@timed
def solve(n, items=(), /, *rest, key=None, **options):
    return [n * x for x in sorted(items, key=key)]
