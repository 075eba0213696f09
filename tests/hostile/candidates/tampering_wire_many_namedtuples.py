# what: sends 50,000 classes of named tuples, and one with 300,000 fields
# verdict: FAILED | CRASHED | TIMED_OUT | OUT_OF_MEMORY
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


def solve(n, items):
    if n % 2:
        forge((MARK, "namedtuple", "P", tuple(f"f{i}" for i in range(300_000)), (0,) * 300_000))
    else:
        rows = b"".join(marshal.dumps((MARK, "namedtuple", f"P{i}", ("x",), (0,)), 2) for i in range(50_000))
        forge(b"[" + (50_000).to_bytes(4, "little") + rows)
