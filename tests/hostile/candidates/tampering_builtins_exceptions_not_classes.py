# what: puts things that are no exceptions where except clauses look for them
# verdict: CRASHED | FAILED
import builtins

for name in ("Exception", "BaseException", "OSError", "MemoryError", "RecursionError", "SystemExit", "ValueError", "TypeError"):
    setattr(builtins, name, 5)


def solve(n, items):
    return [][1]
