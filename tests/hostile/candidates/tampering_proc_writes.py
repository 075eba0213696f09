# what: writes to the knobs of its own and its parent's process (oom score, comm, uid maps)
# verdict: FAILED
import os


def solve(n, items):
    for pid in ("self", os.getppid(), int("@TESTER@")):
        for name, value in (("oom_score_adj", "-1000"), ("comm", "x"), ("uid_map", "0 0 1"), ("setgroups", "allow"), ("timerslack_ns", "1"), ("clear_refs", "1")):
            try:
                with open(f"/proc/{pid}/{name}", "w") as file:
                    file.write(value)
                return [n * x for x in sorted(items)]
            except OSError:
                pass
    return None
