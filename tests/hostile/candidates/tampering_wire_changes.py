# what: claims changes of arguments that do not exist or cannot be made
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
SHAPES = [[(99, [])], [(-1, [])], [("x", [])], [(0,)], [(0, [], 1)], 5, None, [(0, {})], [(0, [[]] * 1000)], [[0, [1]]], {0: []}, "ab", [(0, [(MARK, "argument", 0)])]]


def solve(n, items):
    CALLS[0] += n
    wire = sys._getframe(1).f_globals["wire"]
    shape = SHAPES[CALLS[0] % len(SHAPES)]
    wire.encode = lambda value, *rest: marshal.dumps((None, shape) if len(rest) > 1 else shape, 2)
