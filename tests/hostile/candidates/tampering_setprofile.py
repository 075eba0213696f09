# what: a profile function runs at every call of the runtime and replaces its arguments
# verdict: FAILED | CRASHED | TIMED_OUT
import sys


def profiler(frame, event, argument):
    if isinstance(argument, list):
        argument[:] = [2, 6]
    for value in frame.f_locals.values():
        if type(value) is bytearray:
            value[:] = b"\x82\x02\x06"
        elif type(value) is list and value is not ITEMS:
            value[:] = [2, 6]


ITEMS = None


def solve(n, items):
    sys.setprofile(profiler)
    return None
