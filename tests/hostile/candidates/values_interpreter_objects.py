# what: code objects, frames, modules, types, Ellipsis and NotImplemented
# verdict: FAILED
import sys

CALLS = [0]


def solve(n, items):
    CALLS[0] += 1
    kinds = [solve.__code__, sys._getframe(), sys, list, ..., NotImplemented, list[int], object(), super, type]
    return kinds[CALLS[0] % len(kinds)]
