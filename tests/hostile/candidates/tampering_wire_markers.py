# what: puts the codec's marker where data belongs: alone, as key, as member, as name of a tag
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
SHAPES = [MARK, [MARK], {MARK: 1}, {1: MARK}, (MARK,), (MARK, MARK), (MARK, 5), (MARK, "no such tag"), (1, MARK), {MARK}, (MARK, "range", MARK), (MARK, "handle")]


def solve(n, items):
    CALLS[0] += n
    forge(SHAPES[CALLS[0] % len(SHAPES)])
