# what: a regular expression that backtracks for ever
# verdict: TIMED_OUT
# variants: code
import re


def solve(n, items):
    return re.match(r"(a+)+$", "a" * 60 + "b")
