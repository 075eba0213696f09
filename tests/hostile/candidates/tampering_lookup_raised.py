# what: answers the question for its entry point with a broken message (raised)
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

    def respond(self, body):
        kind, answer = queue.pop(0) if queue else ("v", (None, []))
        data = answer if type(answer) is bytes else marshal.dumps(answer, 2)
        os.write(3, struct.pack("<IB", len(data), ord(kind)) + data)

    frame.f_globals["Server"].respond = respond


def solve(n, items):
    return None


forge(("e", (marshal.dumps(("call", "Own", "m", ["BaseException"], "", ""), 2), 1, 2, None, marshal.dumps([], 2))))
