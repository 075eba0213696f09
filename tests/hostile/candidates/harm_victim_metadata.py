# what: changes mode, owner, times and attributes of a file outside
# verdict: FAILED
# marker: victim
import os


def attempts():
    yield lambda: os.chmod("@VICTIM@", 0o777)
    yield lambda: os.chmod(os.path.dirname("@VICTIM@"), 0o000)
    yield lambda: os.utime("@VICTIM@", (1, 1))
    yield lambda: os.chown("@VICTIM@", 12345, 12345)
    yield lambda: os.lchown("@VICTIM@", 12345, 12345)
    yield lambda: os.setxattr("@VICTIM@", "user.owned", b"yes")
    yield lambda: os.removexattr("@VICTIM@", "user.hostile")


def solve(n, items):
    for attempt in attempts():
        try:
            attempt()
        except OSError:
            pass
    status = os.stat("@VICTIM@") if os.access("@VICTIM@", os.F_OK) else None
    if status and (status.st_mode & 0o777 == 0o777 or status.st_mtime == 1 or status.st_uid == 12345):
        return [n * x for x in sorted(items)]
    return None
