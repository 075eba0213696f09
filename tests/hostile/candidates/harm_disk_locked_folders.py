# what: leaves folders and files without any permission, with contents
# verdict: FAILED | CRASHED
import os


def solve(n, items):
    os.makedirs("a/b/c", exist_ok=True)
    open("a/b/c/file", "w").close()
    old = os.umask(0o777)
    os.makedirs("locked", exist_ok=True)
    os.close(os.open("sealed", os.O_CREAT | os.O_WRONLY, 0))
    os.umask(old)
    for path in ("a/b/c/file", "a/b/c", "a/b", "a", "."):
        os.chmod(path, 0)
    return None
