# what: answers wrongly and ends with statuses a runtime might reserve for faults of its own
# verdict: CRASHED
import os


def solve(n, items):
    os._exit(97 + n % 30)
