# what: describes exceptions that cannot exist: no names, NUL in names, wrong bases, giant texts
# verdict: FAILED | CRASHED | OUT_OF_MEMORY | INVALID
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



SHAPES = [
    describe("call", "x\x00y", "m", ["Exception"], "", ""),
    describe("call", "\ud800", "m", ["ValueError"], "", ""),
    describe("call", "X", "m", ["ExceptionGroup", "Exception"], "", ""),
    describe("call", "X", "m", ["int", "bool", "NoneType"], "", ""),
    describe("call", "X", "m", [[], {}], "", ""),
    describe("call", 5, None, "ab", b"", 0),
    describe("call", "X" * 10_000_000, "m" * 10_000_000, ["Exception"], "w" * 5_000_000, ""),
    describe("compile", "X", "m", ["SyntaxError"], "", ""),
    describe("missing", "X", "m", [], "", ""),
    describe("arguments", "X", "m", ["Exception"], "", ""),
    describe("passed", "passed", "passed", ["BaseException"], "passed", 0),
    describe("call", "UnicodeDecodeError", "m", ["UnicodeDecodeError"], "", ""),
    describe("call", "X", "m", ["SystemExit"], "", "x"),
    describe(),
    b"",
    b"[\x01\x00\x00\x00" * 5000,
]


def solve(n, items):
    CALLS[0] += n
    sys._getframe(1).f_globals["describe"] = lambda error, stage: SHAPES[CALLS[0] % len(SHAPES)]
    raise ValueError
