# what: sends a length prefix of all ones, in every width
# verdict: CRASHED | FAILED | TIMED_OUT
# suspicion: garbage_on_channel
import os


def solve(n, items):
    os.write(3, b"\xff" * 16 + b"\x7f\xff\xff\xff")
    return None
