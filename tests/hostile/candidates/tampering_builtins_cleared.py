# what: deletes every built-in
# verdict: CRASHED | FAILED
import builtins


def solve(n, items):
    vars(builtins).clear()
    return None
