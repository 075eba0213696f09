# what: describes exceptions whose classes, numbers, causes and states are impossible
# verdict: FAILED | CRASHED
# variants: code
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



FINE = describe("call", "X", "m", ["Exception"], "", "")
LINES = [
    [("builtins", "BaseException", 1, [])],
    [("builtins", "KeyboardInterrupt", 1, [])],
    [("builtins", "bool", 1, [])],
    [("os", "system", 1, [])],
    [("unittest.case", "SkipTest", 1, [])],
    [("assay.judges.host.remote", "CandidateGone", 1, [])],
    [("a", "b\x00", 1, [0])],
    [("a", "b", 1, [5, -1])],
    [("a", "b", 1, [1]), ("a", "c", 1, [0])],
    [],
    5,
    [("builtins", "ExceptionGroup", 1, [])],
    [("builtins", "Exception", -1, [])] * 5000,
]
SHAPES = [(FINE, 1, line, ("m",), {}, None, None, []) for line in LINES]
SHAPES += [(FINE, 1, LINES[0], None, {"__class__": 5, "__cause__": 5, "args": 6}, None, None, []), (FINE, -1, LINES[0], (), {}, 99, None, []), (FINE, 1, LINES[0], (), {}, None, (FINE,), [(FINE,)]), (FINE, 1, LINES[0], (), 5, 5, 5, 5), ()]


def solve(n, items):
    CALLS[0] += n
    shape = SHAPES[CALLS[0] % len(SHAPES)]
    forge_message(lambda shells, blobs, inner: ([], [], marshal.dumps((shape, *marshal.loads(inner)[1:]), 2)))
    raise KeyboardInterrupt
