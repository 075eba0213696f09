# what: describes exceptions that cannot exist: no names, NUL in names, wrong bases, giant texts
# verdict: FAILED | CRASHED | OUT_OF_MEMORY | INVALID
import marshal
import sys

MARK = StopIteration
ANSWER = b"to be replaced on its way"
FORGED = [0]
REAL = {}


class Thing:
    pass


def forge(raw, mixed=True):
    """An answer in whose place these bytes, or this value in the channel's own layout, go out; every other time in company."""
    wire = sys._getframe(2).f_globals["wire"]
    real, mark = REAL.setdefault("encode", wire.encode), marshal.dumps(ANSWER, 2)
    data = raw if type(raw) is bytes else marshal.dumps(raw, 2)
    wire.encode = lambda *given: real(*given).replace(mark, data)
    FORGED[0] += mixed
    return [ANSWER, Thing()] if FORGED[0] % 2 else ANSWER


def forge_message(change):
    """Sends the answers to the test code through `change`: cells, their contents, and the value with its changes."""
    channel = type(sys._getframe(2).f_locals["self"].channel)
    real = REAL.setdefault("queue", channel.queue)

    def queue(self, kind, body=b""):
        changed = change(*marshal.loads(body[8:])) if chr(kind) in "ve" else body[8:]
        real(self, kind, body[:8] + (changed if type(changed) is bytes else marshal.dumps(changed, 2)))

    channel.queue = queue
    return Thing()


CALLS = [0]


def describe(*shape):
    return marshal.dumps(shape, 2)



SHAPES = [
    describe("call", "x\x00y", "m", ["Exception"], "", ""),
    describe("call", "\ud800", "m", ["ValueError"], "", ""),
    describe("call", "X", "m", ["ExceptionGroup", "Exception"], "", ""),
    describe("call", "X", "m", ["int", "bool", "NoneType"], "", ""),
    describe("call", "X", "m", [[], {}], "", ""),
    describe("call", 5, None, "ab", b"", 0),
    describe("call", "X" * 10_000_000, "m" * 10_000_000, ["Exception"], "w" * 5_000_000, ""),
    describe("compile", "X", "m", ["SyntaxError"], "", ""),
    describe("missing", "X", "m", [], "", ""),
    describe("arguments", "X", "m", ["Exception"], "", ""),
    describe("passed", "passed", "passed", ["BaseException"], "passed", 0),
    describe("call", "UnicodeDecodeError", "m", ["UnicodeDecodeError"], "", ""),
    describe("call", "X", "m", ["SystemExit"], "", "x"),
    describe(),
    b"",
    b"[\x01\x00\x00\x00" * 5000,
]


def solve(n, items):
    CALLS[0] += n
    sys._getframe(1).f_globals["describe"] = lambda error, stage: SHAPES[CALLS[0] % len(SHAPES)]
    raise ValueError
