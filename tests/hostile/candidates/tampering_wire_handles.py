# what: sends handles and arguments with numbers that were never given out
# verdict: FAILED | CRASHED
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
SHAPES = [(MARK, "handle", 0, 0, "list", False), (MARK, "handle", -1, -1, "list", False), (MARK, "handle", 10**30, 1, "list", False), (MARK, "handle", None, "x", 5, 6), (MARK, "argument", 0), (MARK, "argument", -1), (MARK, "argument", 99), (MARK, "argument", "x"), (MARK, "argument"), (MARK, "callback", 0, "function"), (MARK, "function", "eval"), (MARK, "enum_member", "a", "b")]


def solve(n, items):
    CALLS[0] += n
    return forge(SHAPES[CALLS[0] % len(SHAPES)])
