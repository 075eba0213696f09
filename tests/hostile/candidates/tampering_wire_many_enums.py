# what: sends 100,000 enum members, each of which is a class of its own to its reader
# verdict: FAILED | CRASHED | TIMED_OUT | OUT_OF_MEMORY
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


def solve(n, items):
    one = marshal.dumps((MARK, "enum", "m", "Q", "A", "int", 2), 2)
    forge(b"[" + (100_000).to_bytes(4, "little") + one * 100_000)
