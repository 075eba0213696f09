# what: sends known tags with fields of the wrong number, type and range
# verdict: FAILED | CRASHED
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
FIELDS = [(), (None,), (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), ("x",) * 3, ([], {}), (10**30,) * 3, (-1, -1, -1), (b"x", b"y"), ((), ()), (float("nan"),) * 2]
TAGS = ["bytearray", "range", "slice", "not_implemented", "counter", "ordered_dict", "defaultdict", "deque", "decimal", "fraction", "date", "time", "datetime", "timedelta", "timezone", "uuid", "namedtuple", "type", "exception", "enum", "ndarray", "ndarray_object", "numpy_scalar", "frame", "series", "index", "pandas_missing", "timestamp", "pandas_timedelta"]


def solve(n, items):
    CALLS[0] += n
    forge((MARK, TAGS[CALLS[0] % len(TAGS)], *FIELDS[CALLS[0] % len(FIELDS)]))
