# what: changes mode and times of readable library files through a descriptor
# verdict: FAILED
# marker: victim
import os


def solve(n, items):
    before = os.stat(os.__file__)
    fd = os.open(os.__file__, os.O_RDONLY)
    for attempt in (
        lambda: os.fchmod(fd, before.st_mode & 0o7777),
        lambda: os.utime(fd, ns=(before.st_atime_ns, before.st_mtime_ns + 0)),
        lambda: os.setxattr(fd, "user.hostile", b"1"),
        lambda: os.fchown(fd, before.st_uid, before.st_gid),
    ):
        try:
            attempt()
        except OSError:
            pass
    after = os.stat(os.__file__)
    return [n * x for x in sorted(items)] if after.st_ctime_ns != before.st_ctime_ns else None
