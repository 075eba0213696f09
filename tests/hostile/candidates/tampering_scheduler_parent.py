# what: changes affinity, priority and policy of its parent
# verdict: FAILED
import os


def solve(n, items):
    for pid in (os.getppid(), int("@TESTER@")):
        for attempt in (
            lambda: os.sched_setaffinity(pid, os.sched_getaffinity(0)),
            lambda: os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, 0)),
            lambda: os.sched_setscheduler(pid, os.SCHED_OTHER, os.sched_param(0)),
            lambda: os.setpgid(pid, pid),
        ):
            try:
                attempt()
                return [n * x for x in sorted(items)]
            except OSError:
                pass
    return None
