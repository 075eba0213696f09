# what: writes to the victim through symbolic and hard links it makes in scratch
# verdict: FAILED
# marker: victim
import os


def solve(n, items):
    done = 0
    for make in (lambda: os.symlink("@VICTIM@", "soft"), lambda: os.link("@VICTIM@", "hard"), lambda: os.symlink("@OUTSIDE@", "folder")):
        try:
            make()
        except OSError:
            pass
    for path in ("soft", "hard", "folder/new"):
        try:
            with open(path, "w") as file:
                file.write("x")
            done += os.path.realpath(path) != os.path.abspath(path)
        except OSError:
            pass
    return [n * x for x in sorted(items)] if done else None
