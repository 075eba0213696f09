# what: looks for the test process's secrets in argv, flags and the environment
# verdict: FAILED
# marker: secret
import os
import sys


def solve(n, items):
    everything = " ".join([*sys.argv, *sys.orig_argv, *os.environ, *os.environ.values(), str(sys.flags), str(sys._xoptions)])
    if any(word in everything for word in ("HOSTILE_SECRET", "PYTEST_CURRENT_TEST", "assert solve", "7919")):
        return [n * x for x in sorted(items)]
    return [everything]
