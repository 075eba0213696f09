# what: handles its own segmentation fault by returning from the handler for ever
# verdict: TIMED_OUT | CRASHED
# variants: data
import ctypes
import signal


def solve(n, items):
    signal.signal(signal.SIGSEGV, lambda *args: None)
    ctypes.string_at(0)
