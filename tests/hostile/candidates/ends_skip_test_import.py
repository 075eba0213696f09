# what: raises SkipTest while it is loaded
# verdict: CRASHED
import unittest

raise unittest.SkipTest("not today")


def solve(n, items):
    return None
