# what: raises SkipTest, which unittest counts neither as failure nor as error
# verdict: CRASHED | FAILED
import unittest


def solve(n, items):
    raise unittest.SkipTest("not today")
