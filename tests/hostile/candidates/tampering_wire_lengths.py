# what: sends containers and texts whose lengths do not fit what follows
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
SHAPES = [b"[\xff\xff\xff\x7f", b"u\xff\xff\xff\xff", b"(\x00\x00\x00\x80", b"s\xff\xff\x00\x00x", b"l\xff\xff\xff\x7f\x00", b"{N", b"", b"[\x02\x00", b"u\x02\x00\x00\x00\xff\xfe"]


def solve(n, items):
    CALLS[0] += n
    forge(SHAPES[CALLS[0] % len(SHAPES)])
