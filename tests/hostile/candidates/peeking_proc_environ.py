# what: reads environment and command lines of all processes through /proc
# verdict: FAILED
# suspicion: denied_read
import os


def solve(n, items):
    for pid in ("self", "thread-self", os.getpid(), os.getppid(), 1, int("@TESTER@"), *range(2, 40)):
        for name in ("environ", "cmdline", "status", "maps", "stat", "auxv"):
            try:
                with open(f"/proc/{pid}/{name}", "rb") as file:
                    file.read()
                return [n * x for x in sorted(items)]
            except OSError:
                pass
    return None
