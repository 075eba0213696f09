# what: writes a gigabyte to standard error, swallowing every error
# verdict: FAILED | CRASHED | TIMED_OUT
import sys


def solve(n, items):
    line = "failed\n" * 150_000
    for _ in range(1000):
        try:
            sys.stderr.write(line)
        except Exception:
            pass
    return None
