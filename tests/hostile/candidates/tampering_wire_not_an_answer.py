# what: sends values where a pair of value and changes belongs
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


def solve(n, items):
    CALLS[0] += n
    wire = sys._getframe(1).f_globals["wire"]
    shape = [None, (), (1,), (1, [], 3), [1, []], {}, "ab", 5][CALLS[0] % 8]
    wire.encode = lambda value, *rest: marshal.dumps(shape, 2)
