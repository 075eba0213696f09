# what: an audit hook that raises at every event
# verdict: CRASHED | FAILED
import sys


def hook(event, args):
    raise SystemExit(0)


def solve(n, items):
    sys.addaudithook(hook)
    return None
