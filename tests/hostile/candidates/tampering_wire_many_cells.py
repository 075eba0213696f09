# what: sends 200,000 cells, and cells that share one another without end
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
        empty = marshal.dumps([], 2)
        forge_message(([("list",)] * 200_000, [empty] * 200_000, marshal.dumps((None, []), 2)))
    else:
        twice = [marshal.dumps([(MARK, "argument", k + 3), (MARK, "argument", k + 3)], 2) for k in range(40)]
        forge_message(([("list",)] * 43, [*twice, *[marshal.dumps([1], 2)] * 3], marshal.dumps(((MARK, "argument", 2), []), 2)))
