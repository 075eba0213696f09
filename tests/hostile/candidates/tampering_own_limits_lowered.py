# what: lowers its own limits to nothing, so that the runtime fails when it answers
# verdict: CRASHED | FAILED | OUT_OF_MEMORY
import resource


def solve(n, items):
    for name in ("RLIMIT_NOFILE", "RLIMIT_FSIZE", "RLIMIT_DATA", "RLIMIT_STACK", "RLIMIT_NPROC"):
        resource.setrlimit(getattr(resource, name), (0, 0))
    return list(range(100_000))
