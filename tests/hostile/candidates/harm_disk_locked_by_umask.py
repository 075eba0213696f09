# what: makes non-empty folders that even their owner may not enter, by renaming into them
# verdict: FAILED | CRASHED
import os


def solve(n, items):
    for mode in (0o000, 0o100, 0o300, 0o444):
        name = f"mode{mode}"
        os.mkdir(name, 0o700)
        fd = os.open(name, os.O_RDONLY)
        os.mkdir(name + "/inner", mode)
        open(name + "/file", "w").close()
        for change in (lambda: os.fchmod(fd, mode), lambda: os.chmod(name, mode)):
            try:
                change()
            except OSError:
                pass
    return None
