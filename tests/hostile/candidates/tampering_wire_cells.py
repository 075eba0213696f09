# what: sends cells of kinds that do not exist, contain each other, or hold what they cannot
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
BASE = [0]


def argument(number):
    return (MARK, "argument", BASE[0] + number)


def message(shells, contents):
    blobs = [content if type(content) is bytes else marshal.dumps(content, 2) for content in contents]
    return (shells, blobs, marshal.dumps((argument(0), [], []), 2))


def shapes():
    return [
        message([("list",)], [[argument(0)]]),
        message([("list",), ("list",)], [[argument(1)], [argument(0)]]),
        message([("dict",)], [[(argument(0), argument(0))]]),
        message([("set",)], [[argument(0), [], {}]]),
        message([("eval",)], [[]]),
        message([("deque", -1)], [[]]),
        message([("deque", 10**30)], [[1, 2]]),
        message([("defaultdict", (MARK, "type", "list"))], [[(1, 2)]]),
        message([("defaultdict", 5)], [[]]),
        message([("class", "Host")], [b""]),
        message([("enum", "Verdict", "PASSED", "passed", None)], [b""]),
        message([("instance", "Case", None)], [[("passed", True)]]),
        message([("namedtuple", "Row", None)], [[1, 2]]),
        message([("Counter",)], [[("a", [])]]),
        message([("bytearray",)], [[999, "x"]]),
        message([("list",)], [b"[\x01\x00\x00\x00" * 5000]),
        message([("list",)], [[argument(10**9)]]),
        message([("list",)], [[argument(-1), (MARK, "argument", "x"), (MARK, "argument")]]),
        message([(5,), None, "x"], [[], [], []]),
    ]


def solve(n, items):
    BASE[0] = sys._getframe(1).f_locals["self"].ledger.count
    CALLS[0] += n
    return forge_message(lambda *real: shapes()[CALLS[0] % 19])
