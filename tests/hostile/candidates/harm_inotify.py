# what: watches files outside its folder
# verdict: FAILED | CRASHED
import ctypes

LIBC = ctypes.CDLL(None)


def solve(n, items):
    fd = LIBC.inotify_init1(0)
    if fd >= 0 and LIBC.inotify_add_watch(fd, b"@VICTIM@", 0xFFF) >= 0:
        return [n * x for x in sorted(items)]
    return None
