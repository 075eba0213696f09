"""Values on the channel between a candidate and whoever judges it: data only, exact types, bounded.

The layout is that of `marshal`, version 2, so that every Python writes its side at C speed with nothing
installed. Bytes that come from a candidate are never given to `marshal`: `decode` is a reader of its own
that knows only data, checks every length against what is there, and cannot execute anything.

A tuple that begins with the marker (`StopIteration`, the one atom of the layout that is not data) is a tagged
value: `(marker, tag, fields...)`. What has no tag crosses as a handle, or not at all.
"""

from __future__ import annotations

import marshal
import sys
from struct import Struct, error as StructError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Tag = tuple[Any, ...]
    Pack = Callable[[object], object]

MAX_BYTES = 32 * 2**20
MAX_NODES = 1_000_000
MAX_DEPTH = 200
MAX_SAME_HASH = 64

MARK = StopIteration
ATOMS = frozenset((type(None), bool, int, float, complex, str, bytes, type(Ellipsis)))
PLAIN_CONTAINERS = frozenset((list, tuple, dict, set, frozenset))


class Malformed(Exception):
    """The bytes are not a value; an honest sender never writes them."""


class TooLarge(Exception):
    """The value is larger, deeper or more numerous than the channel carries."""


def encode(value: object, foreign: Pack | None = None, known: dict[int, int] | None = None) -> bytes:
    """The bytes of `value`; `foreign` turns what is not data into a tagged tuple (or raises).

    `known` numbers containers by their identity: where one of them occurs, its number is sent instead of a copy.
    """
    if known or not is_plain(value):
        value = _Packer(foreign, known or {}).pack(value, 0)
    try:
        return marshal.dumps(value, 2)
    except ValueError:  # nested deeper than the layout allows
        raise TooLarge("nested too deeply") from None


def is_plain(value: object) -> bool:
    """Whether `value` is made of exact built-in types alone, so that it can be written as it is."""
    if type(value) in ATOMS:
        return True
    stack = [value]
    nodes = 0
    while stack:
        container = stack.pop()
        kind = type(container)
        if kind not in PLAIN_CONTAINERS:
            return False
        nodes += len(container)  # type: ignore[arg-type]  # one of the containers above
        if nodes > MAX_NODES:  # also what a cycle comes to
            raise TooLarge(f"more than {MAX_NODES} values")
        members: Any = container
        if kind is dict:
            members = [*members.keys(), *members.values()]
        others = set(map(type, members)) - ATOMS
        if others:
            if not others <= PLAIN_CONTAINERS:
                return False
            stack.extend([member for member in members if type(member) not in ATOMS])
    return True


def tagged(tag: str, *fields: object) -> Tag:
    return (MARK, tag, *fields)


class _Packer:
    """Replaces what the layout lacks by tagged tuples."""

    def __init__(self, foreign: Pack | None, known: dict[int, int]) -> None:
        self.foreign = foreign
        self.known = known
        self.nodes = 0

    def pack(self, value: Any, depth: int) -> object:
        kind = type(value)
        if kind in ATOMS:
            return value
        self.nodes += 1
        if depth > MAX_DEPTH or self.nodes > MAX_NODES:
            raise TooLarge(f"nested deeper than {MAX_DEPTH}, or more than {MAX_NODES} values")
        if self.known and id(value) in self.known:
            return tagged("argument", self.known[id(value)])
        if kind in PLAIN_CONTAINERS:
            return self._container(value, kind, depth + 1)
        packer = PACKERS.get((kind.__module__, kind.__name__))
        if packer is not None and packer[0]() is kind:
            tag, *fields = packer[1](value)
            return tagged(tag, *[self.pack(field, depth + 1) for field in fields])
        return self._other(value, kind, depth)

    def _container(self, value: Any, kind: type, depth: int) -> object:
        pack = self.pack
        if kind is dict:
            return {pack(key, depth): pack(item, depth) for key, item in value.items()}
        return kind([pack(item, depth) for item in value])

    def _other(self, value: Any, kind: type, depth: int) -> object:
        for recognise in (_named_tuple, _enum_member, _builtin_type, _exception, _from_numpy, _from_pandas):
            found = recognise(value, kind)
            if found is not None:
                return tagged(found[0], *[self.pack(field, depth + 1) for field in found[1:]])
        if self.foreign is None:
            raise TypeError(f"{kind.__name__} is not data")
        return self.foreign(value)


def _lookup(module: str, name: str) -> Callable[[], object]:
    """The class itself, looked up late: a type that nobody imported cannot have instances."""
    return lambda: getattr(sys.modules.get(module), name, None)


def _offset(value: Any) -> float | None:
    offset = value.utcoffset()
    return None if offset is None else offset.total_seconds()


def _packers() -> dict[tuple[str, str], tuple[Callable[[], object], Callable[[Any], Tag]]]:
    table: dict[tuple[str, str], Callable[[Any], Tag]] = {
        ("builtins", "bytearray"): lambda v: ("bytearray", bytes(v)),
        ("builtins", "range"): lambda v: ("range", v.start, v.stop, v.step),
        ("builtins", "slice"): lambda v: ("slice", v.start, v.stop, v.step),
        ("builtins", "NotImplementedType"): lambda v: ("not_implemented",),
        ("collections", "Counter"): lambda v: ("counter", dict(v)),
        ("collections", "OrderedDict"): lambda v: ("ordered_dict", [(key, v[key]) for key in v]),
        ("collections", "defaultdict"): lambda v: ("defaultdict", _factory_name(v.default_factory), dict(v)),
        ("collections", "deque"): lambda v: ("deque", list(v), v.maxlen),
        ("decimal", "Decimal"): lambda v: ("decimal", str(v)),
        ("fractions", "Fraction"): lambda v: ("fraction", v.numerator, v.denominator),
        ("datetime", "date"): lambda v: ("date", v.year, v.month, v.day),
        ("datetime", "time"): lambda v: ("time", v.hour, v.minute, v.second, v.microsecond, v.fold, _offset(v)),
        ("datetime", "datetime"): lambda v: (
            "datetime", v.year, v.month, v.day, v.hour, v.minute, v.second, v.microsecond, v.fold, _offset(v),
        ),
        ("datetime", "timedelta"): lambda v: ("timedelta", v.days, v.seconds, v.microseconds),
        ("datetime", "timezone"): lambda v: ("timezone", v.utcoffset(None).total_seconds()),
        ("uuid", "UUID"): lambda v: ("uuid", v.int),
    }  # fmt: skip
    kinds: dict[tuple[str, str], Callable[[], object]] = {("builtins", "NotImplementedType"): lambda: type(NotImplemented)}
    return {key: (kinds.get(key, _lookup(*key)), pack) for key, pack in table.items()}


FACTORIES = {"int": int, "float": float, "str": str, "list": list, "dict": dict, "set": set, "tuple": tuple, "bool": bool}


def _factory_name(factory: object) -> str | None:
    """The default factory by name; one that is not a plain type is dropped, equality does not see it."""
    return next((name for name, kind in FACTORIES.items() if kind is factory), None)


def _named_tuple(value: Any, kind: type) -> Tag | None:
    fields = kind.__dict__.get("_fields")
    if kind.__bases__ != (tuple,) or type(fields) is not tuple or not _inherits(kind, tuple, "__eq__", "__ne__", "__iter__"):
        return None
    if not all(type(field) is str for field in fields):
        return None
    return ("namedtuple", kind.__name__, fields, tuple.__getitem__(value, slice(None)))


def _inherits(kind: type, base: type, *names: str) -> bool:
    """Whether `kind` leaves these methods of `base` alone."""
    return all(getattr(kind, name, None) is getattr(base, name) for name in names)


def _enum_member(value: Any, kind: type) -> Tag | None:
    enum = sys.modules.get("enum")
    if enum is None or type(kind) is not enum.EnumMeta or type(getattr(value, "_name_", None)) is not str:
        return None
    base = "int" if issubclass(kind, int) else "str" if issubclass(kind, str) else ""
    plain = getattr(value, "_value_", None)
    if base and not _inherits(kind, int if base == "int" else str, "__eq__", "__ne__", "__hash__"):
        return None if "__eq__" in kind.__dict__ else ("enum", kind.__module__, kind.__qualname__, value._name_, base, plain)
    return ("enum", kind.__module__, kind.__qualname__, value._name_, base, plain if type(plain) in ATOMS else None)


def _builtin_type(value: Any, kind: type) -> Tag | None:
    if kind is not type:
        return None
    import builtins

    if builtins.__dict__.get(value.__name__) is value:
        return ("type", value.__name__)
    return None


def _exception(value: Any, kind: type) -> Tag | None:
    import builtins

    if not issubclass(kind, BaseException) or builtins.__dict__.get(kind.__name__) is not kind:
        return None
    args = value.args
    return ("exception", kind.__name__, args if is_plain(args) else tuple(str(arg)[:1000] for arg in args))


NUMPY_KINDS = "biufcSUmM"


def _from_numpy(value: Any, kind: type) -> Tag | None:
    numpy = sys.modules.get("numpy")
    if numpy is None or not hasattr(numpy, "ndarray"):
        return None
    if kind is numpy.ndarray:
        if value.dtype.kind in NUMPY_KINDS:
            return ("ndarray", value.dtype.str, value.shape, value.tobytes())
        if value.dtype.kind == "O":
            return ("ndarray_object", value.shape, value.ravel().tolist())
        return None
    if isinstance(value, numpy.generic) and kind.__module__ == "numpy" and value.dtype.kind in NUMPY_KINDS:
        return ("numpy_scalar", value.dtype.str, value.tobytes())
    return None


def _from_pandas(value: Any, kind: type) -> Tag | None:
    pandas = sys.modules.get("pandas")
    if pandas is None or not hasattr(pandas, "DataFrame"):
        return None
    if value is pandas.NaT or value is pandas.NA:
        return ("pandas_missing", "NaT" if value is pandas.NaT else "NA")
    if kind is pandas.DataFrame:
        columns = [_column(value.iloc[:, i]) for i in range(value.shape[1])]
        return ("frame", columns, _column(value.columns.to_series()), _column(value.index.to_series()))
    if kind is pandas.Series:
        return ("series", _column(value), value.name, _column(value.index.to_series()))
    if kind is pandas.Timestamp:
        return ("timestamp", value.isoformat())
    if kind is pandas.Timedelta:
        return ("pandas_timedelta", value.value)
    if isinstance(value, pandas.Index) and kind.__module__.startswith("pandas."):
        return ("index", _column(value.to_series()), value.name)
    return None


def _column(series: Any) -> Tag:
    """One column as (dtype name, array): numbers as bytes, everything else value by value."""
    if series.dtype.kind in NUMPY_KINDS and type(series.dtype).__module__.startswith("numpy"):
        return (str(series.dtype), series.to_numpy())
    return (str(series.dtype), series.tolist())


PACKERS = _packers()


# ---- reading -------------------------------------------------------------------------------------------------------

_INT = Struct("<i")
_FLOAT = Struct("<d")
_COMPLEX = Struct("<dd")
_MARKER = object()


class Opaque:
    """Something of the candidate's own that is not data: it equals nothing but itself."""

    __assay_opaque__ = True
    __slots__ = ("description", "lies")

    def __init__(self, description: str, lies: bool = False) -> None:
        self.description = description
        self.lies = lies
        """Its class defines how it compares, so an equality would be the candidate's own word."""

    def __repr__(self) -> str:
        return f"<{self.description}>"


def decode(data: bytes, resolve: Callable[[Tag], object] | None = None) -> object:
    """The value in `data`, of exactly the types it claims; `resolve` turns handles into objects.

    Raises `Malformed` or `TooLarge`, and nothing else, whatever the bytes are.
    """
    if len(data) > MAX_BYTES:
        raise TooLarge(f"more than {MAX_BYTES} bytes")
    reader = _Reader(data, resolve or opaque)
    try:
        value = reader.read(0)
    except (IndexError, StructError, UnicodeDecodeError):
        raise Malformed("cut short or not text") from None
    if reader.position != len(data):
        raise Malformed("bytes after the value")
    if value is _MARKER:
        raise Malformed("a marker alone")
    return value


def opaque(fields: Tag) -> object:
    """What a handle is to somebody who cannot follow it."""
    name = fields[3] if len(fields) > 3 and type(fields[3]) is str else "object"
    return Opaque(f"{name[:200]} object of the candidate's own", bool(len(fields) > 4 and fields[4]))


class _Reader:
    """Reads the layout of `marshal` version 2, as far as it is data."""

    def __init__(self, data: bytes, resolve: Callable[[Tag], object]) -> None:
        self.data = data
        self.position = 0
        self.nodes = 0
        self.resolve = resolve

    def read(self, depth: int) -> Any:
        code = self.data[self.position]
        self.position += 1
        read = _READ.get(code)
        if read is None:
            raise Malformed(f"unknown type code {code}")
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise TooLarge(f"more than {MAX_NODES} values")
        return read(self, depth)

    def _size(self) -> int:
        (size,) = _INT.unpack_from(self.data, self.position)
        self.position += 4
        if not 0 <= size <= len(self.data) - self.position:
            raise Malformed(f"a length of {size} with {len(self.data) - self.position} bytes left")
        return int(size)

    def _chunk(self, size: int) -> bytes:
        start = self.position
        self.position = start + size
        return self.data[start : start + size]

    def integer(self, depth: int) -> int:
        (value,) = _INT.unpack_from(self.data, self.position)
        self.position += 4
        return int(value)

    def long(self, depth: int) -> int:
        (count,) = _INT.unpack_from(self.data, self.position)
        self.position += 4
        size = abs(count) * 2
        if size > len(self.data) - self.position:
            raise Malformed("a number longer than its bytes")
        digits = memoryview(self._chunk(size)).cast("H")
        if sys.byteorder == "big":
            digits = memoryview(b"".join(bytes((d & 255, d >> 8)) for d in digits)).cast("H")
        if any(digit >> 15 for digit in digits):
            raise Malformed("a digit beyond 15 bits")
        value = int("".join([format(digit, "015b") for digit in reversed(digits)]) or "0", 2)
        return -value if count < 0 else value

    def float_(self, depth: int) -> float:
        (value,) = _FLOAT.unpack_from(self.data, self.position)
        self.position += 8
        return float(value)

    def complex_(self, depth: int) -> complex:
        real, imaginary = _COMPLEX.unpack_from(self.data, self.position)
        self.position += 16
        return complex(real, imaginary)

    def bytes_(self, depth: int) -> bytes:
        return self._chunk(self._size())

    def text(self, depth: int) -> str:
        return self._chunk(self._size()).decode("utf-8", "surrogatepass")

    def items(self, depth: int) -> list[Any]:
        if depth >= MAX_DEPTH:
            raise TooLarge(f"nested deeper than {MAX_DEPTH}")
        read, below = self.read, depth + 1
        return [read(below) for _ in range(self._size())]

    def list_(self, depth: int) -> list[Any]:
        items = self.items(depth)
        self._no_marker(items)
        return items

    def tuple_(self, depth: int) -> Any:
        items = self.items(depth)
        if items and items[0] is _MARKER:
            self._no_marker(items[1:])
            return self._tagged(tuple(items[1:]))
        self._no_marker(items)
        return tuple(items)

    def set_(self, depth: int) -> set[Any]:
        items = self.items(depth)
        self._no_marker(items)
        check_hashes(items)
        return set(items)

    def frozenset_(self, depth: int) -> frozenset[Any]:
        return frozenset(self.set_(depth))

    def dict_(self, depth: int) -> dict[Any, Any]:
        if depth >= MAX_DEPTH:
            raise TooLarge(f"nested deeper than {MAX_DEPTH}")
        keys: list[Any] = []
        values: list[Any] = []
        while self.data[self.position] != 0x30:
            keys.append(self.read(depth + 1))
            values.append(self.read(depth + 1))
        self.position += 1
        self._no_marker(keys)
        self._no_marker(values)
        check_hashes(keys)
        return dict(zip(keys, values, strict=True))

    @staticmethod
    def _no_marker(items: list[Any]) -> None:
        if any(item is _MARKER for item in items):
            raise Malformed("a marker inside a container")

    def _tagged(self, fields: Tag) -> object:
        if not fields or type(fields[0]) is not str:
            raise Malformed("a tag without a name")
        if fields[0] in HANDLE_TAGS:
            return self.resolve(fields)
        build = BUILDERS.get(fields[0])
        if build is None:
            raise Malformed(f"unknown tag {fields[0]!r}")
        try:
            return build(*fields[1:])
        except (Malformed, TooLarge, MemoryError):
            raise
        except Exception as error:  # a builder given fields that make no such value
            raise Malformed(f"bad {fields[0]}: {type(error).__name__}") from None


_READ: dict[int, Callable[[_Reader, int], Any]] = {
    ord("N"): lambda reader, depth: None,
    ord("T"): lambda reader, depth: True,
    ord("F"): lambda reader, depth: False,
    ord("."): lambda reader, depth: Ellipsis,
    ord("S"): lambda reader, depth: _MARKER,
    ord("i"): _Reader.integer,
    ord("l"): _Reader.long,
    ord("g"): _Reader.float_,
    ord("y"): _Reader.complex_,
    ord("s"): _Reader.bytes_,
    ord("u"): _Reader.text,
    ord("("): _Reader.tuple_,
    ord("["): _Reader.list_,
    ord("{"): _Reader.dict_,
    ord("<"): _Reader.set_,
    ord(">"): _Reader.frozenset_,
}

HANDLE_TAGS = frozenset(("handle", "argument", "callback", "function"))


def check_hashes(keys: list[Any]) -> None:
    """Refuses keys chosen so that they all collide, which would make building the container quadratic."""
    try:
        hashes = [hash(key) for key in keys]
    except TypeError:
        raise Malformed("an unhashable key") from None
    if len(keys) <= MAX_SAME_HASH:
        return
    counts: dict[int, int] = {}
    for value in hashes:
        counts[value] = counts.get(value, 0) + 1
    if max(counts.values()) > MAX_SAME_HASH:
        raise TooLarge(f"more than {MAX_SAME_HASH} keys with the same hash")


# ---- tagged values -------------------------------------------------------------------------------------------------


def _want(value: object, *kinds: type) -> Any:
    if type(value) not in kinds:
        raise Malformed(f"{type(value).__name__} where {kinds[0].__name__} belongs")
    return value


def _ordered_dict(pairs: object) -> object:
    from collections import OrderedDict

    return OrderedDict(_want(pairs, list))


def _counter(counts: object) -> object:
    from collections import Counter

    counter: Counter[object] = Counter()
    counter.update(_want(counts, dict))
    if dict(counter) != counts:
        raise Malformed("counts that are not counts")
    return counter


def _defaultdict(factory: object, items: object) -> object:
    from collections import defaultdict

    return defaultdict(None if factory is None else FACTORIES[_want(factory, str)], _want(items, dict))


def _deque(items: object, maxlen: object) -> object:
    from collections import deque

    return deque(_want(items, list), _want(maxlen, int, type(None)))


def _decimal(text: object) -> object:
    from decimal import Decimal

    return Decimal(_want(text, str))


def _fraction(numerator: object, denominator: object) -> object:
    from fractions import Fraction

    return Fraction(_want(numerator, int), _want(denominator, int))


def _zone(offset: object) -> Any:
    from datetime import timedelta, timezone

    return None if offset is None else timezone(timedelta(seconds=_want(offset, float, int)))


def _date(*fields: object) -> object:
    from datetime import date

    return date(*[_want(field, int) for field in fields])


def _time(*fields: object) -> object:
    from datetime import time

    *numbers, fold, offset = fields
    return time(*[_want(number, int) for number in numbers], tzinfo=_zone(offset), fold=_want(fold, int))


def _datetime(*fields: object) -> object:
    from datetime import datetime

    *numbers, fold, offset = fields
    return datetime(*[_want(number, int) for number in numbers], tzinfo=_zone(offset), fold=_want(fold, int))


def _timedelta(days: object, seconds: object, microseconds: object) -> object:
    from datetime import timedelta

    return timedelta(_want(days, int), _want(seconds, int), _want(microseconds, int))


def _uuid(number: object) -> object:
    from uuid import UUID

    return UUID(int=_want(number, int))


def _named(name: object, fields: object, values: object) -> object:
    names = _want(fields, tuple)
    if not (_want(name, str).isidentifier() and len(names) == len(_want(values, tuple))):
        raise Malformed("a named tuple whose names and values differ in number")
    if len(set(names)) != len(names) or not all(_want(field, str).isidentifier() for field in names):
        raise Malformed("a named tuple with impossible names")
    members: dict[str, Any] = {field: property(lambda self, i=i: self[i]) for i, field in enumerate(names)}
    return type(str(name), (tuple,), {"__slots__": (), **members, "_fields": names})(values)


def _type(name: object) -> object:
    import builtins

    found = builtins.__dict__.get(_want(name, str))
    if not isinstance(found, type):
        raise Malformed(f"no built-in type {name!r}")
    return found


def _exception_value(name: object, args: object) -> object:
    kind = _type(name)
    if not (isinstance(kind, type) and issubclass(kind, BaseException)):
        raise Malformed(f"{name!r} is not an exception")
    error = kind.__new__(kind)
    error.args = _want(args, tuple)
    return error


def _enum_value(module: object, qualname: object, member: object, base: object, value: object) -> object:
    """A member of an enum that only the candidate has: equal to its plain value where its class is a plain type."""
    if base == "":
        return Opaque(f"{_want(qualname, str)[:100]}.{_want(member, str)[:100]} of the candidate's own")
    import enum

    kind: Any = enum.IntEnum if base == "int" else enum.StrEnum
    made = kind(_want(qualname, str).rpartition(".")[2], {_want(member, str): _want(value, int, str)})
    return made[member]


def _ndarray(dtype: object, shape: object, data: object) -> object:
    import numpy

    kind = numpy.dtype(_want(dtype, str))
    if kind.kind not in NUMPY_KINDS or kind.itemsize == 0:
        raise Malformed(f"no plain dtype {dtype!r}")
    array = numpy.frombuffer(_want(data, bytes), dtype=kind)
    return array.reshape([_want(side, int) for side in _want(shape, tuple)]).copy()


def _ndarray_object(shape: object, items: object) -> object:
    import numpy

    sides = [_want(side, int) for side in _want(shape, tuple)]
    array = numpy.empty(len(_want(items, list)), dtype=object)
    for i, item in enumerate(_want(items, list)):
        array[i] = item
    return array.reshape(sides)


def _numpy_scalar(dtype: object, data: object) -> object:
    array: Any = _ndarray(dtype, (1,), data)
    return array[0]


def _series_of(column: object, index: Any = None, name: object = None) -> Any:
    import pandas

    dtype, values = _want(column, tuple)
    series = pandas.Series(list(values) if type(values) is list else values, dtype=_want(dtype, str), name=name)
    if index is not None:
        series.index = index
    return series


def _index(column: object, name: object = None) -> Any:
    import pandas

    return pandas.Index(_series_of(column), name=name)


def _frame(columns: object, names: object, index: object) -> object:
    import pandas

    labels = _index(index)
    frame = pandas.DataFrame({i: _series_of(column, labels) for i, column in enumerate(_want(columns, list))}, index=labels)
    frame.columns = _index(names)
    return frame


def _pandas_missing(name: object) -> object:
    import pandas

    return {"NaT": pandas.NaT, "NA": pandas.NA}[_want(name, str)]


def _timestamp(text: object) -> object:
    import pandas

    return pandas.Timestamp(_want(text, str))


def _pandas_timedelta(nanoseconds: object) -> object:
    import pandas

    return pandas.Timedelta(_want(nanoseconds, int), unit="ns")


BUILDERS: dict[str, Callable[..., object]] = {
    "bytearray": lambda data: bytearray(_want(data, bytes)),
    "range": lambda start, stop, step: range(_want(start, int), _want(stop, int), _want(step, int)),
    "slice": slice,
    "not_implemented": lambda: NotImplemented,
    "counter": _counter,
    "ordered_dict": _ordered_dict,
    "defaultdict": _defaultdict,
    "deque": _deque,
    "decimal": _decimal,
    "fraction": _fraction,
    "date": _date,
    "time": _time,
    "datetime": _datetime,
    "timedelta": _timedelta,
    "timezone": _zone,
    "uuid": _uuid,
    "namedtuple": _named,
    "type": _type,
    "exception": _exception_value,
    "enum": _enum_value,
    "ndarray": _ndarray,
    "ndarray_object": _ndarray_object,
    "numpy_scalar": _numpy_scalar,
    "frame": _frame,
    "series": lambda column, name, index: _series_of(column, _index(index), name),
    "index": _index,
    "pandas_missing": _pandas_missing,
    "timestamp": _timestamp,
    "pandas_timedelta": _pandas_timedelta,
}
