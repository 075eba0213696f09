# what: claims changes of arguments that do not exist or cannot be made
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
SHAPES = [[(99, [])], [(-1, [])], [("x", [])], [(0,)], [(0, [], 1)], 5, None, [(0, {})], [(0, [[]] * 1000)], [[0, [1]]], {0: []}, "ab", [(0, [(MARK, "argument", 0)])], [(1, 5)], [(0, 5)]]


def solve(n, items):
    CALLS[0] += n
    forge_message(([], [], marshal.dumps((None, SHAPES[CALLS[0] % len(SHAPES)]), 2)))
