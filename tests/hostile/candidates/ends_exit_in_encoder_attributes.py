# what: an object ends the process when any attribute of it is read
# verdict: CRASHED | FAILED
import os


class Trap:
    def __getattribute__(self, name):
        os._exit(0)


def solve(n, items):
    return Trap()
