# what: uses sys.monitoring (3.12) or the profiler to disturb the runtime
# verdict: FAILED | CRASHED
import sys


def disturb(*args):
    raise SystemExit(0)


def solve(n, items):
    if hasattr(sys, "monitoring"):
        sys.monitoring.use_tool_id(1, "x")
        sys.monitoring.register_callback(1, sys.monitoring.events.PY_START, disturb)
        sys.monitoring.set_events(1, sys.monitoring.events.PY_START)
    return None
