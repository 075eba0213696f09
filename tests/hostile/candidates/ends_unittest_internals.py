# what: raises the private exceptions by which unittest and pytest steer a run
# verdict: CRASHED | FAILED
import unittest.case

CALLS = [0]


class Skipped(BaseException):
    __module__ = "_pytest.outcomes"
    msg = "passed"
    allow_module_level = True


KINDS = [unittest.case._ShouldStop, unittest.case._UnexpectedSuccess, Skipped]


def solve(n, items):
    CALLS[0] += 1
    raise KINDS[CALLS[0] % len(KINDS)]()
