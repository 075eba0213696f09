# what: leaves symbolic links to the outside for whoever cleans up
# verdict: FAILED
# marker: victim
import os


def solve(n, items):
    for number, target in enumerate(("@VICTIM@", "@OUTSIDE@", os.path.dirname("@VICTIM@"), "..", "/", ".", "loop")):
        try:
            os.symlink(target, f"link{number}")
        except OSError:
            pass
    os.symlink("loop", "loop")
    return None
