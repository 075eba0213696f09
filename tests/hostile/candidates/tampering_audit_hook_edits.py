# what: an audit hook that changes the arguments of the runtime's own events
# verdict: CRASHED | FAILED | TIMED_OUT
import sys


def hook(event, args):
    for value in args:
        if type(value) in (list, dict, bytearray) and value is not globals():
            value.clear()


sys.addaudithook(hook)


def solve(n, items):
    return None
