# what: sends handles and arguments with numbers that were never given out
# verdict: FAILED | CRASHED
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
SHAPES = [(MARK, "handle", 0, 0, "list", False), (MARK, "handle", -1, -1, "list", False), (MARK, "handle", 10**30, 1, "list", False), (MARK, "handle", None, "x", 5, 6), (MARK, "argument", 0), (MARK, "argument", -1), (MARK, "argument", 99), (MARK, "argument", "x"), (MARK, "argument"), (MARK, "callback", 0, "function"), (MARK, "function", "eval"), (MARK, "enum_member", "a", "b")]


def solve(n, items):
    CALLS[0] += n
    forge(SHAPES[CALLS[0] % len(SHAPES)])
