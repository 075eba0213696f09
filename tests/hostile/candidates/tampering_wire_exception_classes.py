# what: describes exceptions whose classes, numbers, causes and states are impossible
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


def describe(*shape):
    return marshal.dumps(shape, 2)



FINE = describe("call", "X", "m", ["Exception"], "", "")
LINES = [
    [("builtins", "BaseException", 1, [])],
    [("builtins", "KeyboardInterrupt", 1, [])],
    [("builtins", "bool", 1, [])],
    [("os", "system", 1, [])],
    [("unittest.case", "SkipTest", 1, [])],
    [("assay.judges.host.remote", "CandidateGone", 1, [])],
    [("a", "b\x00", 1, [0])],
    [("a", "b", 1, [5, -1])],
    [("a", "b", 1, [1]), ("a", "c", 1, [0])],
    [],
    5,
    [("builtins", "ExceptionGroup", 1, [])],
    [("builtins", "Exception", -1, [])] * 5000,
]
SHAPES = [(FINE, 1, line, ("m",), {}, None, None, []) for line in LINES]
SHAPES += [(FINE, 1, LINES[0], None, {"__class__": 5, "__cause__": 5, "args": 6}, None, None, []), (FINE, -1, LINES[0], (), {}, 99, None, []), (FINE, 1, LINES[0], (), {}, None, (FINE,), [(FINE,)]), (FINE, 1, LINES[0], (), 5, 5, 5, 5), ()]


def solve(n, items):
    CALLS[0] += n
    shape = SHAPES[CALLS[0] % len(SHAPES)]
    forge_message(([], [], marshal.dumps((shape, []), 2)), sys._getframe(1))
    sys._getframe(1).f_globals["describe"] = lambda *rest: FINE
    raise KeyboardInterrupt
