# what: sends a fraction of two numbers of three megabytes, whose greatest common divisor takes hours
# verdict: FAILED | CRASHED | TIMED_OUT
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


import random

TOP, BOTTOM = (int.from_bytes(random.Random(seed).randbytes(3 << 20), "little") for seed in (1, 2))


def solve(n, items):
    forge((MARK, "fraction", TOP, BOTTOM))
