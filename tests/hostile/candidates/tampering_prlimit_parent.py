# what: reads and sets resource limits of its parent
# verdict: FAILED
import os
import resource


def solve(n, items):
    for pid in (os.getppid(), int("@TESTER@")):
        for limit in (resource.RLIMIT_NOFILE, resource.RLIMIT_CPU):
            try:
                before = resource.prlimit(pid, limit)
                resource.prlimit(pid, limit, before)
                return [n * x for x in sorted(items)]
            except OSError:
                pass
    return None
