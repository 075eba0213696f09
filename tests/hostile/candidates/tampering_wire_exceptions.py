# what: describes exceptions that cannot exist: no names, NUL in names, wrong bases, giant texts
# verdict: FAILED | CRASHED | OUT_OF_MEMORY | INVALID
import marshal
import sys

MARK = StopIteration


def forge(raw):
    """Makes the runtime send these bytes, or this value in the channel's own layout, as the next answer."""
    wire = sys._getframe(2).f_globals["wire"]

    def encode(value, *rest):
        if type(raw) is bytes:
            return b"(\x02\x00\x00\x00" + raw + b"[\x00\x00\x00\x00" if len(rest) > 1 else raw
        return marshal.dumps((raw, []) if len(rest) > 1 else raw, 2)

    wire.encode = encode


CALLS = [0]
SHAPES = [
    ("call", "x\x00y", "m", ["Exception"], "", ""),
    ("call", "\ud800", "m", ["ValueError"], "", ""),
    ("call", "X", "m", ["ExceptionGroup", "Exception"], "", ""),
    ("call", "X", "m", ["int", "bool", "NoneType"], "", ""),
    ("call", "X", "m", [[], {}], "", ""),
    ("call", 5, None, "ab", b"", 0),
    ("call", "X" * 10_000_000, "m" * 10_000_000, ["Exception"], "w" * 5_000_000, ""),
    ("compile", "X", "m", ["SyntaxError"], "", ""),
    ("missing", "X", "m", [], "", ""),
    ("passed", "passed", "passed", ["BaseException"], "passed", 0),
    ("call", "UnicodeDecodeError", "m", ["UnicodeDecodeError"], "", ""),
    ("call", "X", "m", ["SystemExit"], "", "x"),
]


def solve(n, items):
    CALLS[0] += n
    wire = sys._getframe(1).f_globals["wire"]
    real = wire.encode
    shape = SHAPES[CALLS[0] % len(SHAPES)]
    described = marshal.dumps(shape, 2)
    scope = sys._getframe(1).f_globals
    scope["describe"] = lambda error, stage: described
    raise ValueError
