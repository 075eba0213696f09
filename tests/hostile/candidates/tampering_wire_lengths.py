# what: sends containers and texts whose lengths do not fit what follows
# verdict: FAILED | CRASHED
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
SHAPES = [b"[\xff\xff\xff\x7f", b"u\xff\xff\xff\xff", b"(\x00\x00\x00\x80", b"s\xff\xff\x00\x00x", b"l\xff\xff\xff\x7f\x00", b"{N", b"", b"[\x02\x00", b"u\x02\x00\x00\x00\xff\xfe"]


def solve(n, items):
    CALLS[0] += n
    forge(SHAPES[CALLS[0] % len(SHAPES)])
