# what: removes, renames or replaces its scratch folder by a link
# verdict: FAILED | CRASHED
# marker: victim
import os


def solve(n, items):
    here = os.getcwd()
    for attempt in (lambda: os.rmdir(here), lambda: os.rename(here, here + "2"), lambda: os.symlink("@OUTSIDE@", here)):
        try:
            attempt()
        except OSError:
            pass
    try:
        with open(here + "/file", "w") as file:
            file.write("x")
    except OSError:
        pass
    return None
