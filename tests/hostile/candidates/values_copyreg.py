# what: registers a pickler for lists and ints that runs a command, and a lying __deepcopy__
# verdict: FAILED
# marker: outside
import copyreg
import os


class Thing:
    def __deepcopy__(self, memo):
        return [2, 6]

    def __copy__(self):
        return [2, 6]

    def __getstate__(self):
        raise SystemExit(0)


for kind in (Thing, list, int, dict):
    copyreg.pickle(kind, lambda value: (os.system, ("touch @OUTSIDE@/copyreg",)))


def solve(n, items):
    return [Thing(), 1]
