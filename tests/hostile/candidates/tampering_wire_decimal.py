# what: sends decimals as texts of megabytes, with exponents and digits of every script
# verdict: FAILED | CRASHED | TIMED_OUT
import marshal
import sys

MARK = StopIteration


def forge(raw):
    """Makes the runtime send these bytes, or this value in the channel's own layout, as its next answer."""
    data = raw if type(raw) is bytes else marshal.dumps(raw, 2)
    frame = sys._getframe(2)
    if frame.f_code.co_name == "answer":
        frame.f_globals["wire"].encode = lambda *rest: data
    else:
        forge_message(([], [], b"(\x02\x00\x00\x00" + data + b"[\x00\x00\x00\x00"), frame)


def forge_message(raw, frame=None):
    """The same one layer further out, where the test code is run: cells, their contents, and the value."""
    frame = frame or sys._getframe(2)
    data = raw if type(raw) is bytes else marshal.dumps(raw, 2)
    if frame.f_code.co_name == "answer":
        frame.f_globals["wire"].encode = lambda *rest: data
        return
    while type(frame.f_locals.get("self")).__name__ != "Server":
        frame = frame.f_back
    type(frame.f_locals["self"])._message = lambda *rest: data


CALLS = [0]
TEXTS = ["9" * 8_000_000, "1E" + "9" * 1000, "\u0661" * 1_000_000, "sNaN" + "1" * 1_000_000, "-0E-999999999999999999", "_".join("1" * 100_000)]


def solve(n, items):
    CALLS[0] += n
    forge([(MARK, "decimal", TEXTS[CALLS[0] % len(TEXTS)])] * len(items))
