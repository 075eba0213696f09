# what: reads input and finds the end of it
# verdict: PASSED
import sys


def solve(n, items):
    try:
        input("value? ")
    except EOFError:
        pass
    assert sys.stdin.read() == ""
    return [n * x for x in sorted(items)]
