# what: sends known tags with fields of the wrong number, type and range
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
FIELDS = [(), (None,), (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), ("x",) * 3, ([], {}), (10**30,) * 3, (-1, -1, -1), (b"x", b"y"), ((), ()), (float("nan"),) * 2]
TAGS = ["bytearray", "range", "slice", "not_implemented", "counter", "ordered_dict", "defaultdict", "deque", "decimal", "fraction", "date", "time", "datetime", "timedelta", "timezone", "uuid", "namedtuple", "type", "exception", "enum", "ndarray", "ndarray_object", "numpy_scalar", "frame", "series", "index", "pandas_missing", "timestamp", "pandas_timedelta"]


def solve(n, items):
    CALLS[0] += n
    forge((MARK, TAGS[CALLS[0] % len(TAGS)], *FIELDS[CALLS[0] % len(FIELDS)]))
