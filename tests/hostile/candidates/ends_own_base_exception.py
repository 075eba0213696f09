# what: raises an exception of its own below BaseException
# verdict: CRASHED
class Passed(BaseException):
    passed = True
    verdict = "passed"

    def __str__(self):
        return "passed"


def solve(n, items):
    raise Passed
