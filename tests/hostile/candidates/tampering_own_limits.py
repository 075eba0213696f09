# what: raises its own limits of CPU, memory, files and file size as far as it can, then hogs
# verdict: OUT_OF_MEMORY
import resource


def solve(n, items):
    for name in ("RLIMIT_CPU", "RLIMIT_DATA", "RLIMIT_AS", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_NPROC", "RLIMIT_STACK", "RLIMIT_RSS"):
        limit = getattr(resource, name)
        for value in ((-1, -1), (resource.getrlimit(limit)[1],) * 2):
            try:
                resource.setrlimit(limit, value)
            except (OSError, ValueError):
                pass
    hog = [bytearray(1 << 25) for _ in range(40)]
    return [n * x for x in sorted(items)] if hog else None
