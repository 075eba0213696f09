# what: the destructor of an object left in the frame ends the process
# verdict: CRASHED
# suspicion: early_exit
import os


class Last:
    def __del__(self):
        os._exit(0)


def solve(n, items):
    last = Last()
    return None
