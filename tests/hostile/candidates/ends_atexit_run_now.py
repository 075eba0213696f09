# what: raises after registering an exit handler and runs the handlers itself
# verdict: CRASHED
import atexit
import os

atexit.register(os._exit, 0)


def solve(n, items):
    atexit._run_exitfuncs()
