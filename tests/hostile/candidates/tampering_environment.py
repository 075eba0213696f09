# what: sets environment variables that would steer the next interpreter
# verdict: FAILED
import ctypes
import os

LIBC = ctypes.CDLL(None)
for name in ("LD_PRELOAD", "PYTHONPATH", "PYTHONHOME", "PYTHONINSPECT", "PYTHONSTARTUP", "ASSAY_ISOLATION", "TMPDIR"):
    os.environ[name] = "/nonexistent"
    LIBC.setenv(name.encode(), b"/nonexistent", 1)


def solve(n, items):
    return None
