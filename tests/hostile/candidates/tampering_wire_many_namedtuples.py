# what: sends 50,000 classes of named tuples, and one with 300,000 fields
# verdict: FAILED | CRASHED | TIMED_OUT | OUT_OF_MEMORY
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


def solve(n, items):
    if n % 2:
        return forge((MARK, "namedtuple", "P", tuple(f"f{i}" for i in range(300_000)), (0,) * 300_000))
    else:
        rows = b"".join(marshal.dumps((MARK, "namedtuple", f"P{i}", ("x",), (0,)), 2) for i in range(50_000))
        return forge(b"[" + (50_000).to_bytes(4, "little") + rows)
