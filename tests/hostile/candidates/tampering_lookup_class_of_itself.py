# what: answers the question for its entry point with a broken message (class of itself)
# verdict: FAILED | CRASHED
# variants: code
import marshal
import os
import struct
import sys

MARK = StopIteration


def forge(*answers):
    """Has the runtime answer the judge's first questions with these frames."""
    frame = sys._getframe(1)
    while "Server" not in frame.f_globals:
        frame = frame.f_back
    queue = list(answers)

    def respond(self, *given):
        body = given[-1]
        kind, answer = queue.pop(0) if queue else ("v", fine(None))
        os.write(3, struct.pack("<IB", 8 + len(answer), ord(kind)) + body[:8] + answer)

    frame.f_globals["Server"].respond = respond


def fine(value, changes=()):
    return marshal.dumps(([], [], marshal.dumps((value, list(changes), []), 2)), 2)


def solve(n, items):
    return None


forge(("v", fine((MARK, "handle", 1, 2, "type", True, 0, "solve", 1))), ("v", fine(True)), ("v", fine([("a", "x", 1, [0])])))
