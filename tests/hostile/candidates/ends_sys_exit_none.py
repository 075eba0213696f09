# what: leaves without a status, in a way that also catches the exception's own handlers
# verdict: CRASHED
# suspicion: early_exit
import sys


def solve(n, items):
    try:
        sys.exit()
    finally:
        sys.exit(None)
