# what: sends decimals as texts of megabytes, with exponents and digits of every script
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


CALLS = [0]
TEXTS = ["9" * 8_000_000, "1E" + "9" * 1000, "\u0661" * 1_000_000, "sNaN" + "1" * 1_000_000, "-0E-999999999999999999", "_".join("1" * 100_000)]


def solve(n, items):
    CALLS[0] += n
    forge([(MARK, "decimal", TEXTS[CALLS[0] % len(TEXTS)])] * len(items))
