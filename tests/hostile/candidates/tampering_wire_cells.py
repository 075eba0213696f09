# what: sends cells of kinds that do not exist, contain each other, or hold what they cannot
# verdict: FAILED | CRASHED
import marshal
import sys

MARK = StopIteration


def forge(raw):
    """Makes the runtime send these bytes, or this value in the channel's own layout, as its next answer."""
    data = raw if type(raw) is bytes else marshal.dumps(raw, 2)
    frame = sys._getframe(2)
    if frame.f_code.co_name == "answer":
        frame.f_globals["wire"].encode = lambda *rest: data
    else:
        forge_message(([], [], b"(\x02\x00\x00\x00" + data + b"[\x00\x00\x00\x00"), frame)


def forge_message(raw, frame=None):
    """The same one layer further out, where the test code is run: cells, their contents, and the value."""
    frame = frame or sys._getframe(2)
    data = raw if type(raw) is bytes else marshal.dumps(raw, 2)
    if frame.f_code.co_name == "answer":
        frame.f_globals["wire"].encode = lambda *rest: data
        return
    while type(frame.f_locals.get("self")).__name__ != "Server":
        frame = frame.f_back
    type(frame.f_locals["self"])._message = lambda *rest: data


CALLS = [0]
BASE = [0]


def argument(number):
    return (MARK, "argument", BASE[0] + number)


def message(shells, contents):
    blobs = [content if type(content) is bytes else marshal.dumps(content, 2) for content in contents]
    return (shells, blobs, marshal.dumps((argument(0), []), 2))


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
    frame = sys._getframe(1)
    while frame is not None and "watched" not in frame.f_locals:
        frame = frame.f_back
    BASE[0] = len(frame.f_locals["watched"]) if frame else 1
    CALLS[0] += n
    forge_message(shapes()[CALLS[0] % 19])
