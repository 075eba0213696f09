# what: sends 150,000 named tuples, and one with 300,000 fields
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
    if n % 2:
        forge((MARK, "namedtuple", "P", tuple(f"f{i}" for i in range(300_000)), (0,) * 300_000))
    else:
        one = marshal.dumps((MARK, "namedtuple", "P", ("x",), (0,)), 2)
        forge(b"[" + (150_000).to_bytes(4, "little") + one * 150_000)
