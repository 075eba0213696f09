# what: describes exceptions whose class numbers collide, are negative or no numbers
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
    scope = sys._getframe(1).f_globals
    scope["describe"] = lambda error, stage: marshal.dumps(("call", "Fault", "m", ["KeyboardInterrupt", "BaseException"], "", ""), 2)
    server = sys._getframe(1).f_locals.get("self")
    if server is not None:
        type(server).number = lambda self, value: [1, -1, None, [], "x", 10**30][CALLS[0] % 6]
    raise KeyboardInterrupt
