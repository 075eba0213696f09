# what: reaches the secret through symbolic links, hard links, renames and a changed directory
# verdict: FAILED
# suspicion: denied_read
# marker: secret
import os


def tries():
    os.symlink("@SECRET@", "link")
    yield "link"
    os.symlink(os.path.dirname("@SECRET@"), "folder")
    yield "folder/" + os.path.basename("@SECRET@")


def solve(n, items):
    for make in (lambda: os.link("@SECRET@", "hard"), lambda: os.rename("@SECRET@", "moved"), lambda: os.symlink("@SECRET@", "hard")):
        try:
            make()
        except OSError:
            pass
    try:
        os.chdir(os.path.dirname("@SECRET@"))
    except OSError:
        pass
    found = []
    for path in ("hard", "moved", os.path.basename("@SECRET@")):
        try:
            found.append(open(path).read())
        except OSError:
            pass
    try:
        for path in tries():
            found.append(open(path).read())
    except OSError:
        pass
    return found or None
