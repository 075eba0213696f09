# what: a defaultdict whose factory exits, and one whose factory is itself
# verdict: FAILED | CRASHED
import collections
import sys

LOOP = collections.defaultdict(sys.exit)
LOOP["x"] = 1


def solve(n, items):
    return [LOOP, collections.defaultdict(LOOP.copy), collections.ChainMap(LOOP)]
