# what: an exception whose text ends the process with status 0
# verdict: CRASHED
# suspicion: early_exit
import os


class Rude(Exception):
    def __str__(self):
        os._exit(0)

    __repr__ = __str__


def solve(n, items):
    raise Rude
