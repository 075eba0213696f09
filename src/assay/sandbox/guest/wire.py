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
from struct import Struct

from assay.sandbox.guest import derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet
    from typing import Any

    Tag = tuple[Any, ...]
    Pack = Callable[[object], object]

MAX_BYTES = 32 * 2**20
MAX_NODES = 2**20
"""Values in one message; what is costly to make counts for several (`COSTS`, `_Reader.spend`)."""
MAX_DEPTH = 200
MAX_SAME_HASH = 64
MAX_KEY_BITS = 1024
"""Numbers up to here may be compared with a Decimal of the same hash: the time for that grows with their square."""
MAX_HASHING_SECONDS = 3.0
"""CPU time for the sets and dicts of one message, a hundred times what a million honest keys take."""
MAX_RUN = 200
"""How deep objects may be nested that Python releases recursively (`WEIGHTS`), one directly inside of the other.

Lists, dicts, tuples, sets and objects of Python classes are released in steps when they are nested deeply, so they
end such a run; a run of others takes as much of the stack as it is deep.
"""
WEIGHTS = {"slice": 1, "deque": 1, "defaultdict": 1, "ndarray": 10}
"""Their types, by how much of the stack one level takes."""
MAX_ROWS = 2**22
MAX_COLUMNS = 20_000

MARK = StopIteration
ATOMS = frozenset((type(None), bool, int, float, complex, str, bytes, type(Ellipsis)))
PLAIN_CONTAINERS = frozenset((list, tuple, dict, set, frozenset))


class Malformed(Exception):
    """The bytes are not a value; an honest sender never writes them."""


class TooLarge(Exception):
    """The value is larger, deeper or more numerous than the channel carries."""


class NoRoom(TooLarge, MemoryError):
    """This process has not enough memory for the value."""


# ---- writing -------------------------------------------------------------------------------------------------------


def encode(
    value: object,
    foreign: Pack | None = None,
    known: dict[int, int] | None = None,
    data_only: bool = False,
    opaque_kinds: AbstractSet[int] = frozenset(),
) -> bytes:
    """The bytes of `value`; `foreign` turns what is not data into a tagged tuple (or raises).

    `known` numbers containers by their identity: where one of them occurs, its number is sent instead of a copy.
    `data_only`: nobody will use the methods of a value, so one that holds data (see `derived`) is sent as that data.
    `opaque_kinds` are the identities of classes whose objects are never data.
    """
    inner = None if known else _inner_kinds(value)
    data = None if inner is None or frozenset in inner else _dumped(value)
    if data is None:
        try:
            data = _Writer(foreign, known or {}, data_only, opaque_kinds).bytes_of(value, 0)
        except RecursionError:
            raise TooLarge("nested too deeply to be written") from None
        except MemoryError:
            raise NoRoom("no room to write it") from None
    if len(data) > MAX_BYTES:
        raise TooLarge(f"{len(data)} bytes")
    return data


def encode_plain(value: object) -> bytes | None:
    """The bytes of a value of exact built-in types, as `encode` makes them; `None` for what it writes otherwise."""
    inner = _inner_kinds(value)
    data = None if inner is None or frozenset in inner else _dumped(value)
    if data is not None and len(data) > MAX_BYTES:
        raise TooLarge(f"{len(data)} bytes")
    return data


def encode_each_plain(values: list[Any]) -> list[bytes] | None:
    """The bytes of each value, as `encode_plain` makes them, at one look at all; `None` where one by one is better."""
    try:
        inner = _inner_kinds(values)
        return None if inner is None or frozenset in inner else [marshal.dumps(value, 2) for value in values]
    except (TooLarge, ValueError, MemoryError):
        return None


def is_plain(value: object) -> bool:
    """Whether `value` is made of exact built-in types alone, so that it needs no tags."""
    return _inner_kinds(value) is not None


def equals_itself(value: object) -> bool:
    """Whether `value` is plain and has no NaN in it, which equals nothing."""
    level: list[Any] = [[value]]
    if not is_plain(value):
        return False
    while level:
        below: list[Any] = []
        for members in level:
            kinds = set(map(type, members))
            if not _NUMBERS.isdisjoint(kinds) and any(item != item for item in members if type(item) in _NUMBERS):
                return False
            if not kinds <= ATOMS:
                below.extend(_flat(item) for item in members if type(item) not in ATOMS)
        level = below
    return True


_NUMBERS = frozenset((float, complex))


def _flat(container: Any) -> Any:
    return [*container.keys(), *container.values()] if type(container) is dict else container


def tagged(tag: str, *fields: object) -> Tag:
    return (MARK, tag, *fields)


_NOTHING: frozenset[type] = frozenset()


def _inner_kinds(value: object) -> set[type] | frozenset[type] | None:
    """The types of the containers inside of a plain value; `None` for any other value."""
    if type(value) in ATOMS:
        return _NOTHING
    level: list[Any] = [value]
    inner: set[type] = set()
    nodes, depth = 1, 0
    while level:  # all containers of one depth
        below: list[Any] = []
        for container in level:
            kind = type(container)
            if kind not in PLAIN_CONTAINERS:
                return None
            members = [*container.keys(), *container.values()] if kind is dict else container
            nodes += len(members)
            if nodes > MAX_NODES:
                raise TooLarge(f"more than {MAX_NODES} values")
            others = set(map(type, members)) - ATOMS
            if others:
                if not others <= PLAIN_CONTAINERS:
                    return None
                inner |= others
                below.extend([member for member in members if type(member) not in ATOMS])
        level = below
        depth += 1
        if depth > MAX_DEPTH:  # also what a cycle comes to
            raise TooLarge(f"nested deeper than {MAX_DEPTH}")
    return inner


def _dumped(value: Any) -> bytes | None:
    """What `marshal` makes of a plain value; `None` for the few that it has trouble with, such as sets of NaNs.

    Not for frozensets inside of others: it writes the members of a set twice, so each level doubles the time.
    """
    try:
        return marshal.dumps(value, 2)
    except (ValueError, MemoryError):
        return None


_SIZE = Struct("<i")
_END = b"0"
_CODES: dict[type, bytes] = {list: b"[", tuple: b"(", set: b"<", frozenset: b">"}


class _Bytes(bytes):
    """Bytes that are already written; a type of ours alone."""


class _Writer:
    """Writes what `marshal` cannot: the layout lacks most types, so they become tagged tuples."""

    def __init__(
        self, foreign: Pack | None, known: dict[int, int], data_only: bool, opaque_kinds: AbstractSet[int]
    ) -> None:
        self.foreign = foreign
        self.known = known
        self.data_only = data_only
        self.opaque_kinds = opaque_kinds
        self.nodes = 1
        self.size = 0
        self.names: dict[int, Tag | None] = {}
        """What `_named_tuple_names` said, by the identity of the class."""

    def bytes_of(self, value: object, depth: int) -> bytes:
        """The bytes of one value; what is yet to be written waits on a stack, so nesting costs no recursion."""
        parts: list[bytes] = []
        waiting: list[tuple[object, int]] = [(value, depth)]
        while waiting:
            value, depth = waiting.pop()
            part, members = self._opened(value, type(value), depth)
            self.nodes += len(members)
            self._check_size(len(part))
            self.size += len(part)
            parts.append(part)
            waiting += [(member, depth + 1) for member in reversed(members)]
        return b"".join(parts)

    def _check_size(self, more: int) -> None:
        if self.nodes > MAX_NODES or self.size + more > MAX_BYTES:
            raise TooLarge(f"more than {MAX_NODES} values or {MAX_BYTES} bytes")

    def _opened(self, value: Any, kind: type, depth: int) -> tuple[bytes, list[Any]]:
        """How a value begins, and the members that follow."""
        if kind is _Bytes:
            return value, []
        if kind in ATOMS:
            return marshal.dumps(value, 2), []
        if depth >= MAX_DEPTH:
            raise TooLarge(f"nested deeper than {MAX_DEPTH}")
        if self.known and id(value) in self.known:
            return marshal.dumps(tagged("argument", self.known[id(value)]), 2), []
        if kind in PLAIN_CONTAINERS:
            return self._container(value, kind, depth)
        found = None if id(kind) in self.opaque_kinds else self._named_tuple(value, kind) or _fields_of(value, kind)
        if found is None and self.data_only:
            found = derived.fields_of(value)
        if found is not None:
            self.nodes += 1
            return b"(" + _SIZE.pack(len(found) + 1) + b"S", list(found)
        if self.foreign is None:
            raise TypeError(f"{kind.__name__} is not data")
        made = self.foreign(value)
        if type(made) is not tuple or made[:1] != (MARK,) or not is_plain(made[1:]):
            raise TypeError(f"no tagged tuple for {kind.__name__}")
        return marshal.dumps(made, 2), []

    def _named_tuple(self, value: Any, kind: type) -> Tag | None:
        names = self.names.get(id(kind), ())
        if names == ():
            names = self.names[id(kind)] = _named_tuple_names(kind, bare=not self.data_only)
        if names is None:
            return None
        values = tuple.__getitem__(value, slice(None))
        return ("namedtuple", *names, values) if len(values) == len(names[1]) else None

    def _key(self, value: Any) -> Any:
        """A key, or what stands for it where the data in it could not be one."""
        if derived.base_of(type(value)) in derived.UNHASHABLE and self.foreign is not None:
            made: Any = self.foreign(value)
            return _Bytes(marshal.dumps(made, 2))
        return value

    def _container(self, value: Any, kind: type, depth: int) -> tuple[bytes, list[Any]]:
        members = [item for pair in value.items() for item in pair] if kind is dict else list(value)
        if set(map(type, members)) <= ATOMS:
            self._check_size(sum([len(member) for member in members if type(member) is str or type(member) is bytes]))
            data = _dumped(value)
            if data is not None:
                self.nodes += len(members)
                return data, []
        if self.data_only and kind is not list and kind is not tuple:
            members = [self._key(item) if kind is not dict or not i % 2 else item for i, item in enumerate(members)]
        if kind is dict:
            return b"{", [*members, _Bytes(_END)]
        head = _CODES[kind] + _SIZE.pack(len(members))
        if kind is list or kind is tuple:
            return head, members
        self.nodes += len(members)
        before = self.size
        parts = sorted([self.bytes_of(member, depth + 1) for member in members])
        self.size = before  # the caller counts them as a whole
        return head + b"".join(parts), []


def _fields_of(value: Any, kind: type) -> Tag | None:
    """The tag and the fields of a value that is data, but not in the layout; `None` for all others."""
    name = kind.__name__
    packer = PACKERS.get(name) if type(name) is str else None
    if packer is not None and getattr(sys.modules.get(packer[0]), name, None) is kind:
        return packer[1](value)
    if value is NotImplemented:
        return ("not_implemented",)
    for recognise in (_enum_member, _builtin_type, _exception, _from_numpy, _from_pandas):
        found = recognise(value, kind)
        if found is not None:
            return found
    return None


def _zone_of(moment: Any) -> object:
    """The time zone of a datetime or time: as it is where it is data, else as the offset it has at that moment."""
    zone = moment.tzinfo
    if zone is None or type(zone) is sys.modules["datetime"].timezone or _zone_key(zone) is not None:
        return zone
    offset = moment.utcoffset()
    return None if offset is None else sys.modules["datetime"].timezone(offset)


def _zone_key(zone: Any) -> str | None:
    kind = getattr(sys.modules.get("zoneinfo"), "ZoneInfo", None)
    return zone.key if kind is not None and type(zone) is kind and type(zone.key) is str else None


def _timezone_fields(zone: Any) -> Tag:
    offset, *name = zone.__getinitargs__()
    return ("timezone", offset, *(name or (None,)))


def _date_fields(moment: Any) -> Tag:
    return (moment.year, moment.month, moment.day)


def _time_fields(moment: Any) -> Tag:
    return (moment.hour, moment.minute, moment.second, moment.microsecond, moment.fold, _zone_of(moment))


def _zone_fields(zone: Any) -> Tag | None:
    key = _zone_key(zone)
    return None if key is None else ("zone", key)


PACKERS: dict[str, tuple[str, Callable[[Any], Tag | None]]] = {
    # By the name of the type: its module, looked up late (what nobody imported has no instances), and its fields.
    "bytearray": ("builtins", lambda v: ("bytearray", bytes(v))),
    "range": ("builtins", lambda v: ("range", v.start, v.stop, v.step)),
    "slice": ("builtins", lambda v: ("slice", v.start, v.stop, v.step)),
    "Counter": ("collections", lambda v: ("counter", dict(v))),
    "OrderedDict": ("collections", lambda v: ("ordered_dict", {key: v[key] for key in v})),
    "defaultdict": ("collections", lambda v: ("defaultdict", _factory_name(v.default_factory), dict(v))),
    "deque": ("collections", lambda v: ("deque", list(v), v.maxlen)),
    "Decimal": ("decimal", lambda v: ("decimal", str(v))),
    "Fraction": ("fractions", lambda v: ("fraction", v.numerator, v.denominator)),
    "date": ("datetime", lambda v: ("date", *_date_fields(v))),
    "time": ("datetime", lambda v: ("time", *_time_fields(v))),
    "datetime": ("datetime", lambda v: ("datetime", *_date_fields(v), *_time_fields(v))),
    "timedelta": ("datetime", lambda v: ("timedelta", v.days, v.seconds, v.microseconds)),
    "timezone": ("datetime", _timezone_fields),
    "ZoneInfo": ("zoneinfo", _zone_fields),
    "UUID": ("uuid", lambda v: ("uuid", v.int)),
}

FACTORIES = {kind.__name__: kind for kind in (bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset)}


def _factory_name(factory: object) -> str | None:
    """The default factory by name; one that is not a plain type is dropped, equality does not see it."""
    return next((name for name, kind in FACTORIES.items() if kind is factory), None)


_TUPLE_METHODS = ("__eq__", "__ne__", "__lt__", "__hash__", "__iter__", "__len__", "__getitem__", "__contains__")


def _named_tuple_names(kind: type, *, bare: bool) -> Tag | None:
    """The name and the fields of a class of named tuples; `bare`: only if its objects have no methods of their own."""
    if not issubclass(kind, tuple):
        return None
    fields = kind.__dict__.get("_fields")
    if kind.__bases__ != (tuple,) or type(fields) is not tuple or not _inherits(kind, tuple, *_TUPLE_METHODS):
        return None
    if not _are_field_names(fields) or not _is_name(kind.__name__) or not derived.POSING.isdisjoint(fields):
        return None
    return None if bare and not derived.is_bare_record(kind, fields) else (kind.__name__, fields)


def _inherits(kind: type, base: type, *names: str) -> bool:
    """Whether `kind` leaves these methods of `base` alone."""
    return all(getattr(kind, name, None) is getattr(base, name) for name in names)


def _is_name(name: object) -> bool:
    """Whether it may name a class or a member of one; names with a meaning to Python itself may not."""
    from keyword import iskeyword

    return type(name) is str and name.isidentifier() and not iskeyword(name) and name[0] != "_"


def _are_field_names(names: Tag) -> bool:
    """What `collections.namedtuple` allows: `_0`, `_1`, ... are the names it gives itself."""
    return len(set(map(type, names)) - {str}) == 0 and len(set(names)) == len(names) and all(
        _is_name(name) or name == f"_{position}" for position, name in enumerate(names)
    )  # fmt: skip


def _enum_member(value: Any, kind: type) -> Tag | None:
    """A member whose class is also an int or a str, by its value; others are objects, equal to nothing else."""
    enum = sys.modules.get("enum")
    if enum is None or type(kind) is not enum.EnumMeta or not issubclass(kind, (int, str)):
        return None
    base = int if issubclass(kind, int) else str
    name, module, qualname = value._name_, kind.__module__, kind.__qualname__
    if not _inherits(kind, base, "__eq__", "__ne__", "__hash__") or not _are_enum_names(module, qualname, name):
        return None
    label = ("IntEnum" if base is int else "StrEnum") if issubclass(kind, enum.ReprEnum) else base.__name__
    return ("enum", label, module, qualname, name, int.__int__(value) if base is int else str.__str__(value))


def _are_enum_names(module: object, qualname: object, member: object) -> bool:
    """Of a class and a member; one of flags is named like `READ|WRITE`."""
    if not (type(module) is str and type(qualname) is str and type(member) is str):
        return False
    return _is_name(qualname.rpartition(".")[2]) and all(map(_is_member_name, member.split("|")))


def _is_member_name(name: str) -> bool:
    """Not a name that the class would not take for a member, or needs itself."""
    return name.isidentifier() and not name.startswith("__") and not name[0] == name[-1] == "_" and name != "mro"


def _builtin_type(value: Any, kind: type) -> Tag | None:
    name = value.__name__ if kind is type else None
    return ("type", name) if type(name) is str and _builtin(name) is value else None


def _builtin(name: str) -> type | None:
    """The built-in class of that name."""
    import builtins

    found = builtins.__dict__.get(name)
    if not isinstance(found, type) or (found.__module__, found.__name__) != ("builtins", name):
        return None
    return found


def _exception(value: Any, kind: type) -> Tag | None:
    name = kind.__name__
    if not issubclass(kind, BaseException) or _builtin(name) is not kind:
        return None
    return ("exception", name, value.args)


NUMPY_KINDS = "biufcSUmM"
MAX_EMPTY_ITEM = 65_536
"""Bytes of one element of an array that has none."""
MAX_MULTIPLE = 1_000_000
"""Of a unit of time: numpy divides by it, and a process that divides by zero is killed."""


def _from_numpy(value: Any, kind: type) -> Tag | None:
    numpy: Any = sys.modules.get("numpy")
    if not _is_of(numpy, kind):
        return None
    if kind is numpy.ndarray:
        if value.dtype.kind == "O" and _are_sides(value.shape, value.size):
            return ("ndarray_object", value.shape, value.ravel().tolist())
        if value.dtype.names and _are_sides(value.shape, value.nbytes):
            return _records_fields(value, numpy)
        if _is_plain_dtype(value.dtype, value.nbytes) and _are_sides(value.shape, value.nbytes):
            return ("ndarray", value.dtype.str, value.shape, value.tobytes())
        return None
    if not issubclass(kind, numpy.generic):
        return None
    if value.dtype.kind == "U":
        return ("numpy_text", str.__str__(value))
    if value.dtype.kind == "S":
        return ("numpy_text", bytes.__getitem__(value, slice(None)))
    return ("numpy_scalar", value.dtype.str, value.tobytes()) if value.dtype.kind in NUMPY_KINDS else None


def _records_fields(array: Any, numpy: Any) -> Tag | None:
    """An array of records, without the gaps between their fields."""
    columns = [(name, array.dtype[name]) for name in array.dtype.names]
    if not all(dtype.kind in NUMPY_KINDS and dtype.names is None and not dtype.shape for _, dtype in columns):
        return None
    layout = [(name, dtype.str) for name, dtype in columns]
    return ("ndarray_records", layout, array.shape, array.astype(numpy.dtype(layout)).tobytes())


def _is_of(module: Any, kind: type) -> bool:
    """Whether the module itself offers this class, without asking what it does for names that it lacks."""
    return getattr(module, "__dict__", {}).get(kind.__name__) is kind


def _is_plain_dtype(dtype: Any, size: int) -> bool:
    """Whether elements are plain bytes; `size` of them in all."""
    if dtype.kind not in NUMPY_KINDS or not 0 < dtype.itemsize <= max(size, MAX_EMPTY_ITEM):
        return False
    return dtype.kind not in "mM" or 0 < sys.modules["numpy"].datetime_data(dtype)[1] <= MAX_MULTIPLE


def _are_sides(shape: Tag, size: int) -> bool:
    """Whether an array has no more rows than there is data for, which only an empty one can."""
    return all(0 <= side <= max(size, MAX_ROWS) for side in shape)


def _from_pandas(value: Any, kind: type) -> Tag | None:
    pandas: Any = sys.modules.get("pandas")
    if not hasattr(pandas, "DataFrame"):
        return None
    if value is pandas.NaT or value is pandas.NA:
        return ("pandas_missing", "NaT" if value is pandas.NaT else "NA")
    if not _is_of(pandas, kind):
        return _pandas_array(value, kind, pandas)
    if kind is pandas.Timestamp:
        zone = _pandas_zone(value.tz)
        return None if zone is NotImplemented else ("timestamp", int(value.asm8.view("i8")), value.unit, zone)
    if kind is pandas.Timedelta:
        return ("pandas_timedelta", int(value.asm8.view("i8")), value.unit)
    if kind is pandas.Period:
        return ("period", value.ordinal, value.freqstr)
    if kind is pandas.Interval:
        return ("interval", value.left, value.right, value.closed)
    if kind is pandas.DataFrame:
        if value.shape[1] > MAX_COLUMNS:
            raise TooLarge(f"more than {MAX_COLUMNS} columns")
        columns = [_array_of(value.iloc[:, i]) for i in range(value.shape[1])]
        return None if any(column is None for column in columns) else ("frame", columns, value.columns, value.index)
    if kind is pandas.Series:
        array = _array_of(value)
        return None if array is None else ("series", array, value.index, value.name)
    if issubclass(kind, pandas.Index):
        return _index_fields(value, kind, pandas)
    return _pandas_array(value, kind, pandas)


def _index_fields(index: Any, kind: type, pandas: Any) -> Tag | None:
    if kind is pandas.RangeIndex:
        return ("range_index", index.start, index.stop, index.step, index.name)
    if kind is pandas.MultiIndex:
        codes = [level.to_numpy() if hasattr(level, "to_numpy") else level for level in index.codes]
        return ("multi_index", list(index.levels), codes, list(index.names))
    array = _array_of(index)
    return None if array is None else ("index", array, index.name)


def _array_of(column: Any) -> Any:
    """The values of a series or index as an array that is data itself; `None` where there is no such."""
    array = column.array
    if type(column.dtype).__module__.partition(".")[0] == "numpy":
        return column.to_numpy() if _is_column_dtype(column.dtype) else None
    return None if _pandas_array(array, type(array), sys.modules["pandas"]) is None else array


UNITS = ("s", "ms", "us", "ns")


def _is_column_dtype(dtype: Any) -> bool:
    """Whether pandas has columns of this type of numpy's."""
    if dtype.kind in "mM" and sys.modules["numpy"].datetime_data(dtype) not in [(unit, 1) for unit in UNITS]:
        return False
    return dtype.kind in "biufcmMO" and dtype.isnative


def _pandas_array(array: Any, kind: type, pandas: Any) -> Tag | None:
    """The arrays that columns are made of where numpy has no such type."""
    arrays = pandas.arrays
    if kind is pandas.Categorical:
        return ("categorical", array.codes, array.categories, bool(array.ordered))
    if not _is_of(arrays, kind):
        return None
    if kind in (arrays.IntegerArray, arrays.FloatingArray, arrays.BooleanArray):
        numpy_dtype = sys.modules["numpy"].dtype(array.dtype.type)
        return ("masked", array.to_numpy(dtype=numpy_dtype, na_value=0), array.isna())
    if isinstance(array.dtype, pandas.StringDtype):
        missing = "NA" if array.dtype.na_value is pandas.NA else "NaN"
        texts = [None if absent else text for text, absent in zip(array.tolist(), array.isna().tolist(), strict=True)]
        return ("strings", array.dtype.storage, missing, texts)
    if kind is arrays.PeriodArray:
        return ("periods", array.asi8, str(array.dtype)[len("period[") : -1])
    if kind is arrays.IntervalArray:
        left, right = _array_of(array.left), _array_of(array.right)
        return None if left is None or right is None else ("intervals", left, right, array.closed)
    if kind is arrays.DatetimeArray and array.tz is not None:
        zone = _pandas_zone(array.tz)
        return None if zone is NotImplemented else ("zoned", array.tz_convert(None).to_numpy(), zone)
    return None


def _pandas_zone(zone: Any) -> Any:
    """A time zone that is data: itself, or the name of one that pandas 2 takes from pytz; else `NotImplemented`."""
    if zone is None or _zone_key(zone) is not None or type(zone) is sys.modules["datetime"].timezone:
        return zone
    name = getattr(zone, "zone", None)
    return name if type(zone).__module__.partition(".")[0] == "pytz" and type(name) is str else NotImplemented


# ---- reading -------------------------------------------------------------------------------------------------------


class Opaque:
    """Something of the candidate's own that is not data: it equals nothing but itself."""

    __assay_opaque__ = True
    __slots__ = ("description", "lies", "truth")

    def __init__(self, description: str, lies: bool = False, truth: bool = True) -> None:
        self.description = description
        self.lies = lies
        """Its class defines how it compares, so an equality would be the candidate's own word."""
        self.truth = truth
        """What `bool` of it gave; any value at all can be had as true or false."""

    def __repr__(self) -> str:
        return f"<{self.description}>"


def decode(
    data: bytes, resolve: Callable[[Tag], object] | None = None, lies: list[str] | None = None
) -> Any:  # Any: whatever the bytes claim
    """The value in `data`, of exactly the types it claims; `resolve` turns handles into objects.

    `lies` gets the names of classes that define how their objects compare, of which only the data was sent.
    Raises `Malformed` or `TooLarge`, and nothing else, whatever the bytes are.
    """
    if len(data) > MAX_BYTES:
        raise TooLarge(f"more than {MAX_BYTES} bytes")
    reader = _Reader(data, resolve or opaque, [] if lies is None else lies)
    try:
        value = reader.read()
    except (Malformed, TooLarge):
        raise
    except RecursionError:
        raise TooLarge("nested too deeply to be read") from None
    except MemoryError:
        raise NoRoom("no room to read it") from None
    except Exception as error:  # cut short, text that is none, keys that cannot be compared
        raise Malformed(f"unreadable: {type(error).__name__}") from None
    if reader.position != len(data):
        raise Malformed("bytes after the value")
    return value


def build(fields: Tag) -> object:
    """The value of a tag and its fields that came as plain data; raises like `decode`."""
    return _Reader(b"", opaque, [])._tagged(fields)


def only_data(fields: Tag) -> object:
    """For a reader who must have all of a value: there is no handle in it, and no library is missing."""
    raise Malformed("a handle in plain data")


def opaque(fields: Tag) -> object:
    """What a handle is to somebody who cannot follow it."""
    name = fields[3] if len(fields) > 3 and type(fields[3]) is str else "object"
    lies, truth = len(fields) > 4 and fields[4] is True, not (len(fields) > 5 and fields[5] is False)
    return Opaque(f"{name[:200]} object of the candidate's own", lies, truth)


_FLOAT = Struct("<d")
_COMPLEX = Struct("<dd")
_MARKER = object()
_TUPLE, _LIST, _DICT, _SET, _FROZENSET, _DICT_END, _MARK, _INT = b"([{<>0Si"
_CONTAINERS = frozenset((_TUPLE, _LIST, _DICT, _SET, _FROZENSET))

HANDLE_TAGS = frozenset(("handle", "argument", "callback", "function"))


class _Reader:
    """Reads the layout of `marshal` version 2, as far as it is data."""

    def __init__(self, data: bytes, resolve: Callable[[Tag], object], lies: list[str]) -> None:
        self.data = data
        self.position = 0
        self.nodes = 0
        self.resolve = resolve
        self.lies = lies
        self.classes: dict[Tag, Any] = {}
        """Classes of named tuples, members of enums and time zones, made once for the whole message."""
        self.hashing = Hashing()
        self.runs: dict[int, int] = {}
        """How deep the objects are nested that are released recursively, by their identity."""

    def in_run(self, made: Any, members: Any) -> Any:
        """Takes down that an object is made which is released recursively, if its members leave room for it."""
        below = max([self.runs.get(id(member), 0) for member in members], default=0) if self.runs else 0
        self.runs[id(made)] = run = WEIGHTS[type(made).__name__] + below
        if run > MAX_RUN:
            raise TooLarge("objects nested so deeply that they could not be released")
        return made

    def spend(self, nodes: int) -> None:
        """Counts work, in the time it takes to read one small value."""
        self.nodes += nodes
        if self.nodes > MAX_NODES:
            raise TooLarge(f"more than {MAX_NODES} values, or the work of so many")

    def read(self) -> Any:
        """The value at the position; containers that are not complete wait on a stack of ours, not of Python's."""
        data, atom_reader, integer = self.data, _ATOMS.get, _SIZE.unpack_from
        waiting: list[tuple[int, list[Any], int]] = []
        items: list[Any] = []
        code, size = 0, 1  # inside of nothing, which takes one value
        while True:
            found = data[self.position]
            self.position += 1
            self.nodes += 1
            if self.nodes > MAX_NODES:
                raise TooLarge(f"more than {MAX_NODES} values")
            read = atom_reader(found)
            if found == _INT:  # the most frequent value, without a call
                items += integer(data, self.position)
                self.position += 4
            elif read is not None:
                items.append(read(self))
            elif found in _CONTAINERS:
                if len(waiting) >= MAX_DEPTH:
                    raise TooLarge(f"nested deeper than {MAX_DEPTH}")
                waiting.append((code, items, size))
                code, items, size = found, [], -1 if found == _DICT else self._size()
            elif found == _DICT_END and code == _DICT:
                self.nodes -= 1
                size = len(items)
            elif found == _MARK and code == _TUPLE and not items:
                items.append(_MARKER)
            else:
                raise Malformed(f"a code of {found} where a value belongs")
            while len(items) == size:
                if not waiting:
                    return items[0]
                value = _CLOSE[code](self, items)
                code, items, size = waiting.pop()
                items.append(value)

    def _size(self) -> int:
        (size,) = _SIZE.unpack_from(self.data, self.position)
        self.position += 4
        if not 0 <= size <= len(self.data) - self.position:
            raise Malformed(f"a length of {size} with {len(self.data) - self.position} bytes left")
        return int(size)

    def _chunk(self, size: int) -> bytes:
        start = self.position
        self.position = start + size
        return self.data[start : start + size]

    # -- atoms ---------------------------------------------------------------------------------------------------

    def long(self) -> int:
        (count,) = _SIZE.unpack_from(self.data, self.position)
        self.position += 4
        size = abs(count) * 2
        if size > len(self.data) - self.position:
            raise Malformed("a number longer than its bytes")
        digits = self._chunk(size)
        if digits[-2:] == b"\0\0":
            raise Malformed("a number that begins with zeros")
        return -_joined(digits) if count < 0 else _joined(digits)

    def float_(self) -> float:
        value: float = _FLOAT.unpack_from(self.data, self.position)[0]
        self.position += 8
        return value

    def complex_(self) -> complex:
        real, imaginary = _COMPLEX.unpack_from(self.data, self.position)
        self.position += 16
        return complex(real, imaginary)

    def bytes_(self) -> bytes:
        return self._chunk(self._size())

    def text(self) -> str:
        return self._chunk(self._size()).decode("utf-8", "surrogatepass")

    # -- containers ----------------------------------------------------------------------------------------------

    def list_(self, items: list[Any]) -> list[Any]:
        return items

    def tuple_(self, items: list[Any]) -> Any:
        if items and items[0] is _MARKER:
            return self._tagged(tuple(items[1:]))
        return tuple(items)

    def set_(self, items: list[Any]) -> set[Any]:
        return self.hashing.set_of(items)

    def frozenset_(self, items: list[Any]) -> frozenset[Any]:
        return frozenset(self.hashing.set_of(items))

    def dict_(self, items: list[Any]) -> dict[Any, Any]:
        return self.hashing.dict_of(items[::2], items[1::2])

    # -- tagged values -------------------------------------------------------------------------------------------

    def _tagged(self, fields: Tag) -> object:
        tag = fields[0] if fields else None
        if type(tag) is not str:
            raise Malformed("a tag without a name")
        build = BUILDERS.get(tag)
        if build is None and tag not in HANDLE_TAGS:
            raise Malformed(f"unknown tag {tag[:50]!r}")
        self.spend(COSTS.get(tag, 0))
        try:
            return self.resolve(fields) if build is None else build(self, *fields[1:])
        except (Malformed, TooLarge, RecursionError, MemoryError):
            raise
        except ImportError as error:  # of a library that only the other side has
            if self.resolve is only_data:
                raise Malformed(f"{tag} without the module {error.name!r}") from None
            return Opaque(f"{tag} that cannot be read here")
        except Exception as error:  # fields that make no such value
            raise Malformed(f"bad {tag}: {type(error).__name__}") from None


class Hashing:
    """Makes the sets and dicts of one message, whose keys may be chosen so that this takes long."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def set_of(self, members: list[Any]) -> set[Any]:
        check_hashes(members)
        made: set[Any] = set()
        self._fill(made, members)
        return made

    def dict_of(self, keys: list[Any], values: list[Any]) -> dict[Any, Any]:
        check_hashes(keys)
        made: dict[Any, Any] = {}
        self._fill(made, list(zip(keys, values, strict=True)))
        return made

    def _fill(self, container: Any, items: list[Any]) -> None:
        """Adds the items in steps: even keys of different hashes can make each other look through most of the table."""
        if len(items) <= 1000:
            container.update(items)
            return
        from time import thread_time

        for start in range(0, len(items), 1000):
            began = thread_time()
            container.update(items[start : start + 1000])
            self.seconds += thread_time() - began
            if self.seconds > MAX_HASHING_SECONDS:
                raise TooLarge("keys that take too long to be told apart")


def check_hashes(keys: list[Any]) -> None:
    """Refuses keys chosen so that they all collide, or so that telling two apart takes minutes."""
    try:
        hashes = sorted(map(hash, keys))
    except (TypeError, ValueError):
        raise Malformed("an unhashable key") from None
    if not any(map(int.__eq__, hashes, hashes[1:])):
        return
    if any(map(int.__eq__, hashes, hashes[MAX_SAME_HASH:])):
        raise TooLarge(f"more than {MAX_SAME_HASH} keys with the same hash")
    _check_numbers(keys)


def _check_numbers(keys: list[Any]) -> None:
    """Refuses a Decimal among keys of the same hash where there is a long number too."""
    decimals = wide = False
    waiting: list[Any] = [*keys]
    while waiting:
        key = waiting.pop()
        if isinstance(key, (tuple, frozenset)):
            waiting.extend(key)
        elif type(key) is int:
            wide = wide or key.bit_length() > MAX_KEY_BITS
        else:
            name = type(key).__name__
            decimals = decimals or name == "Decimal"
            wide = wide or (name == "Fraction" and key.numerator.bit_length() > MAX_KEY_BITS)
    if decimals and wide:
        raise TooLarge("a Decimal among keys, and a number of its hash that may be too long to be compared")


_ATOMS: dict[int, Callable[[_Reader], Any]] = {
    ord("N"): lambda reader: None,
    ord("T"): lambda reader: True,
    ord("F"): lambda reader: False,
    ord("."): lambda reader: Ellipsis,
    ord("l"): _Reader.long,
    ord("g"): _Reader.float_,
    ord("y"): _Reader.complex_,
    ord("s"): _Reader.bytes_,
    ord("u"): _Reader.text,
}
_CLOSE: dict[int, Callable[[_Reader, list[Any]], Any]] = {
    _TUPLE: _Reader.tuple_,
    _LIST: _Reader.list_,
    _DICT: _Reader.dict_,
    _SET: _Reader.set_,
    _FROZENSET: _Reader.frozenset_,
}

_BLOCK = 4096
_masks: list[int] = []
"""For each power of two, which bits belong to every other group of so many 16-bit lanes; made when first needed."""


def _joined(digits: bytes) -> int:
    """The number of these 15-bit digits, each in two bytes; in blocks, so that the time grows with their length."""
    if not _masks:
        for step in range(13):
            half = b"\xff" * (2 << step)
            _masks.append(int.from_bytes((half + bytes(len(half))) * (2 * _BLOCK // len(half)), "little"))
    size = 2 * _BLOCK
    whole = len(digits) // size * size
    blocks = [_block(digits[i : i + size]).to_bytes(15 * _BLOCK // 8, "little") for i in range(0, whole, size)]
    value = _block(digits[whole:])
    return int.from_bytes(b"".join(blocks), "little") | value << (15 * whole // 2) if blocks else value


_HIGH_BITS = int.from_bytes(b"\0\x80" * _BLOCK, "little")


def _block(digits: bytes) -> int:
    """Joins neighbours, then pairs of them, and so on: the upper half moves down by the bits that are unused."""
    value = int.from_bytes(digits, "little")
    if value & _HIGH_BITS:
        raise Malformed("a digit beyond 15 bits")
    for step in range((len(digits) // 2 - 1).bit_length()):
        lower = value & _masks[step]
        value = lower | (value ^ lower) >> (1 << step)
    return value


# ---- tagged values -------------------------------------------------------------------------------------------------


def _want(value: Any, *kinds: type) -> Any:
    if type(value) not in kinds:
        raise Malformed(f"{type(value).__name__} where {kinds[0].__name__} belongs")
    return value


def _range(reader: _Reader, start: Any, stop: Any, step: Any) -> range:
    reader.spend(_long_division(_want(start, int), _want(stop, int), _want(step, int)))
    return range(start, stop, step)


def _long_division(*numbers: int) -> int:
    """What it costs to divide such numbers, or to find what divides both: the product of their lengths."""
    lengths = sorted([number.bit_length() for number in numbers])
    return lengths[-1] * lengths[-2] >> 18


def _ordered_dict(reader: _Reader, items: Any) -> object:
    from collections import OrderedDict

    return OrderedDict(_want(items, dict))


def _counter(reader: _Reader, counts: Any) -> object:
    from collections import Counter

    counter: Counter[object] = Counter()
    dict.update(counter, _want(counts, dict))
    return counter


def _defaultdict(reader: _Reader, factory: Any, items: Any) -> object:
    from collections import defaultdict

    made = defaultdict(None if factory is None else FACTORIES[_want(factory, str)], _want(items, dict))
    return reader.in_run(made, [*made.keys(), *made.values()])


def _deque(reader: _Reader, items: Any, maxlen: Any) -> object:
    from collections import deque

    if maxlen is not None and _want(maxlen, int) < len(_want(items, list)):
        raise Malformed("a deque of more than it holds")
    return reader.in_run(deque(_want(items, list), maxlen), items)


def _decimal(reader: _Reader, text: Any) -> object:
    from decimal import Context, Decimal, InvalidOperation

    return Decimal(_want(text, str), Context(traps=[InvalidOperation]))


def _fraction(reader: _Reader, numerator: Any, denominator: Any) -> object:
    from fractions import Fraction

    reader.spend(_long_division(_want(numerator, int), _want(denominator, int)))
    return Fraction(numerator, denominator)


def _timezone(reader: _Reader, offset: Any, name: Any) -> object:
    from datetime import timedelta, timezone

    _want(offset, timedelta)
    return timezone(offset) if name is None else timezone(offset, _want(name, str))


def _zone(reader: _Reader, key: Any) -> object:
    """A time zone by its name, which cannot lead out of the folder of time zones."""
    name: str = _want(key, str)
    if len(name) > 64 or not name.isascii() or not name.translate(_NO_SIGNS).isalnum():
        raise Malformed("no time zone has this name")
    if ("zone", name) not in reader.classes:
        from zoneinfo import ZoneInfo

        reader.spend(NEW_CLASS)
        reader.classes["zone", name] = ZoneInfo(name)
    return reader.classes["zone", name]


_NO_SIGNS = {ord(sign): "0" for sign in "/_+-"}


def _is_zone(zone: Any) -> Any:
    from datetime import timezone

    if zone is None or type(zone) is timezone or _zone_key(zone) is not None:
        return zone
    raise Malformed("not a time zone")


def _date(reader: _Reader, year: Any, month: Any, day: Any) -> object:
    from datetime import date

    return date(_want(year, int), _want(month, int), _want(day, int))


def _time(reader: _Reader, *fields: Any) -> object:
    from datetime import time

    *numbers, fold, zone = fields
    hour, minute, second, microsecond = [_want(number, int) for number in numbers]
    return time(hour, minute, second, microsecond, _is_zone(zone), fold=_want(fold, int))


def _datetime(reader: _Reader, *fields: Any) -> object:
    from datetime import datetime

    *numbers, fold, zone = fields
    year, month, day, hour, minute, second, microsecond = [_want(number, int) for number in numbers]
    return datetime(year, month, day, hour, minute, second, microsecond, _is_zone(zone), fold=_want(fold, int))


def _timedelta(reader: _Reader, days: Any, seconds: Any, microseconds: Any) -> object:
    from datetime import timedelta

    return timedelta(_want(days, int), _want(seconds, int), _want(microseconds, int))


def _uuid(reader: _Reader, number: Any) -> object:
    from uuid import UUID

    return UUID(int=_want(number, int))


NEW_CLASS = 100
"""What a class costs, in small values."""


def _named(reader: _Reader, name: Any, fields: Any, values: Any) -> object:
    """A named tuple; its names may not be ones by which Python itself would ask the values of the candidate."""
    names = _want(fields, tuple)
    if len(names) != len(_want(values, tuple)) or not _is_name(name) or not _are_field_names(names):
        raise Malformed("a named tuple with impossible names")
    if not derived.POSING.isdisjoint(names):
        raise Malformed("a named tuple that would pose as other data")
    kind = reader.classes.get((name, names))
    if kind is None:
        reader.spend(NEW_CLASS + len(names))
        kind = reader.classes[(name, names)] = _named_tuple_class(str(name), names)
    return tuple.__new__(kind, values)


def _named_tuple_class(name: str, names: Tag) -> type[Any]:
    from operator import itemgetter

    members: dict[str, Any] = {field: property(itemgetter(position)) for position, field in enumerate(names)}
    methods = {"_asdict": _as_dict, "_replace": _replaced, "_make": classmethod(tuple.__new__), "__repr__": _named_repr}
    return type(name, (tuple,), {"__slots__": (), "__match_args__": names, **members, **methods, "_fields": names})


def _as_dict(self: Any) -> dict[str, Any]:
    return dict(zip(self._fields, self, strict=True))


def _replaced(self: Any, **changes: Any) -> Any:
    if not changes.keys() <= set(self._fields):
        raise ValueError(f"Got unexpected field names: {sorted(changes.keys() - set(self._fields))!r}")
    return tuple.__new__(type(self), [changes.get(name, value) for name, value in zip(self._fields, self, strict=True)])


def _named_repr(self: Any) -> str:
    pairs = [f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True)]
    return f"{type(self).__name__}({', '.join(pairs)})"


def _enum_value(reader: _Reader, label: Any, *fields: Any) -> object:
    """A member of an enum that only the candidate has: equal to its plain value."""
    module, qualname, member, value = fields
    _want(value, int if _want(label, str) in ("int", "IntEnum") else str)
    if not _are_enum_names(module, qualname, member) or label not in ("int", "str", "IntEnum", "StrEnum"):
        raise Malformed("an enum with impossible names")
    made = reader.classes.get((label, *fields))
    if made is None:
        reader.spend(2 * NEW_CLASS)
        made = reader.classes[(label, *fields)] = _enum_class(str(label), *fields)[member]
    return made


def _enum_class(label: str, module: Any, qualname: Any, member: Any, value: Any) -> Any:
    import enum

    name, names = qualname.rpartition(".")[2], {member: value}
    if label in ("IntEnum", "StrEnum"):
        return getattr(enum, label)(name, names, module=module, qualname=qualname)
    return enum.Enum(name, names, module=module, qualname=qualname, type=int if label == "int" else str)


def _type(reader: _Reader, name: Any) -> type:
    found = _builtin(_want(name, str))
    if found is None:
        raise Malformed(f"no built-in type {name!r:.50}")
    return found


def _exception_value(reader: _Reader, name: Any, args: Any) -> object:
    kind = _type(reader, name)
    if not issubclass(kind, BaseException):
        raise Malformed(f"{name!r} is not an exception")
    if issubclass(kind, BaseExceptionGroup):
        error: BaseException = kind(*_want(args, tuple))
        if type(error) is not kind:
            raise Malformed("a group of another kind")
        return error
    error = kind.__new__(kind)
    error.args = _want(args, tuple)
    return error


# -- that hold data without being exactly of a built-in type ---------------------------------------------------------


def _derived(reader: _Reader, name: Any, lies: Any, data: Any) -> object:
    _want(name, str)
    if _want(lies, bool):
        reader.lies.append(name[:100])
    return data


MAX_PATH = 65_536


def _path(reader: _Reader, name: Any, text: Any) -> object:
    import pathlib

    if len(_want(text, str)) > MAX_PATH:
        raise Malformed("a path longer than any")
    kinds = {"PurePosixPath": pathlib.PurePosixPath, "PosixPath": pathlib.PosixPath}
    return {**kinds, "PureWindowsPath": pathlib.PureWindowsPath}[_want(name, str)](text)


def _namespace(reader: _Reader, attributes: Any) -> object:
    from types import SimpleNamespace

    if not derived.POSING.isdisjoint(_want(attributes, dict)):
        raise Malformed("a namespace that would pose as other data")
    made = SimpleNamespace()
    vars(made).update({_want(name, str): value for name, value in attributes.items()})
    return made


def _array(reader: _Reader, code: Any, numbers: Any) -> object:
    from array import array

    return array(_want(code, str), _want(numbers, list))


# -- of numpy --------------------------------------------------------------------------------------------------------


def _ndarray(reader: _Reader, name: Any, shape: Any, data: Any) -> Any:
    import numpy

    dtype, sides = _dtype(name, _want(data, bytes)), _shape(shape, len(data))
    count = 1
    for side in sides:
        count *= side
    if count * dtype.itemsize != len(data):
        raise Malformed("an array of another size than its data")
    if count == 0:
        return numpy.zeros(sides, dtype)
    array = numpy.frombuffer(data, dtype=dtype)
    if dtype.kind == "b" and array.view("u1").max() > 1:
        raise Malformed("a truth value that is neither")
    if dtype.kind == "U" and array.view(f"{dtype.str[0]}u4").max() > sys.maxunicode:
        raise Malformed("a character beyond Unicode")
    return array.reshape(sides).copy()


def _ndarray_records(reader: _Reader, layout: Any, shape: Any, data: Any) -> Any:
    import numpy

    sides, columns = _shape(shape, len(_want(data, bytes))), []
    if not 0 < len(_want(layout, list)) <= MAX_COLUMNS:
        raise Malformed("not the fields of a record")
    for name, kind in layout:
        columns.append((_want(name, str), _dtype(kind, data)))
    reader.spend(20 * len(columns))
    dtype = numpy.dtype(columns)
    count = 1
    for side in sides:
        count *= side
    if count * dtype.itemsize != len(data):
        raise Malformed("an array of another size than its data")
    array = numpy.frombuffer(data, dtype=dtype) if count else numpy.zeros(sides, dtype)
    for name, kind in columns:
        if count and kind.kind in "bU":
            _ndarray(reader, kind.str, (count,), array[name].tobytes())
    return array.reshape(sides).copy()


def _dtype(name: Any, data: bytes) -> Any:
    """A type of numbers, text or time, by the name that numpy itself gives it."""
    import numpy

    if len(_want(name, str)) > 40 or name[1:2] not in [*NUMPY_KINDS]:
        raise Malformed("no plain dtype")
    dtype: Any = numpy.dtype(name)
    if dtype.str != name or not _is_plain_dtype(dtype, len(data)):
        raise Malformed("no plain dtype")
    return dtype


def _shape(shape: Any, size: int) -> tuple[int, ...]:
    sides = tuple([_want(side, int) for side in _want(shape, tuple)])
    if not _are_sides(sides, size):
        raise Malformed("an impossible shape")
    return sides


def _ndarray_object(reader: _Reader, shape: Any, items: Any) -> object:
    import numpy

    array = numpy.empty(len(_want(items, list)), dtype=object)
    for position, item in enumerate(items):
        array[position] = item
    return reader.in_run(array.reshape(_shape(shape, len(array))), items)


def _numpy_scalar(reader: _Reader, name: Any, data: Any) -> object:
    array = _ndarray(reader, name, (1,), data)
    if array.dtype.kind in "SU":
        raise Malformed("text has a tag of its own")
    return array[0]


def _numpy_text(reader: _Reader, text: Any) -> object:
    import numpy

    return numpy.str_(text) if type(_want(text, str, bytes)) is str else numpy.bytes_(text)


# -- of pandas -------------------------------------------------------------------------------------------------------


def _is_column(array: Any, length: int | None = None) -> Any:
    """One column of values, as numpy or pandas keep it."""
    import numpy
    import pandas

    if type(array) is numpy.ndarray:
        if array.ndim != 1 or not _is_column_dtype(array.dtype):
            raise Malformed("not a column")
    elif not isinstance(array, pandas.api.extensions.ExtensionArray):
        raise Malformed("not a column")
    if length is not None and len(array) != length:
        raise Malformed("a column of another length")
    return array


def _is_index(index: Any) -> Any:
    import pandas

    if not isinstance(index, pandas.Index):
        raise Malformed("not an index")
    return index


def _series(reader: _Reader, array: Any, index: Any, name: Any) -> Any:
    import pandas

    _is_column(array, len(_is_index(index)))
    return pandas.Series(array, index=index, name=name, dtype=array.dtype)


def _frame(reader: _Reader, arrays: Any, columns: Any, index: Any) -> object:
    """Columns are put side by side by position; labels come last, whatever they are."""
    import pandas

    if len(_want(arrays, list)) != len(_is_index(columns)):
        raise Malformed("not a name for every column")
    reader.spend(50 * len(arrays))
    rows = pandas.RangeIndex(len(_is_index(index)))
    series = {i: pandas.Series(_is_column(array, len(rows)), rows, dtype=array.dtype) for i, array in enumerate(arrays)}
    frame = pandas.DataFrame(series, index=rows)
    frame.index, frame.columns = index, columns
    return frame


def _index(reader: _Reader, array: Any, name: Any) -> object:
    import pandas

    return pandas.Index(_is_column(array), name=name, dtype=array.dtype, tupleize_cols=False)


def _range_index(reader: _Reader, start: Any, stop: Any, step: Any, name: Any) -> object:
    import pandas

    rows = _range(reader, start, stop, step)
    if rows[MAX_ROWS:]:  # its length may be more than `len` can tell
        raise TooLarge(f"more than {MAX_ROWS} rows")
    return pandas.RangeIndex(rows, name=name)


def _multi_index(reader: _Reader, levels: Any, codes: Any, names: Any) -> object:
    import pandas

    if not 0 < len(_want(levels, list)) == len(_want(codes, list)) == len(_want(names, list)) <= 100:
        raise Malformed("not as many codes and names as levels")
    for level, positions in zip(levels, codes, strict=True):
        _unique(reader, level)
        _are_codes(positions, len(level))
        if len(positions) != len(codes[0]):
            raise Malformed("levels of different lengths")
    return pandas.MultiIndex(levels, codes, names=names)


def _unique(reader: _Reader, labels: Any) -> None:
    """Pays for finding out that labels differ, which labels chosen for it make quadratic."""
    import pandas

    if type(_is_index(labels)) is pandas.MultiIndex:
        raise Malformed("an index inside of an index")
    reader.spend(len(labels) ** 2 >> 10)
    if labels.dtype == object:
        check_hashes(labels.tolist())


def _are_codes(codes: Any, count: int) -> None:
    """Positions among `count` labels, or -1."""
    if _is_column(codes).dtype.kind != "i" or (len(codes) and not -1 <= codes.min() <= codes.max() < count):
        raise Malformed("codes of no label")


def _categorical(reader: _Reader, codes: Any, categories: Any, ordered: Any) -> object:
    import pandas

    _unique(reader, categories)
    _are_codes(codes, len(categories))
    return pandas.Categorical.from_codes(codes, categories, ordered=_want(ordered, bool))


def _masked(reader: _Reader, values: Any, mask: Any) -> object:
    import pandas

    if _is_column(mask, len(_is_column(values))).dtype != bool:
        raise Malformed("not a mask")
    kinds = {"b": "BooleanArray", "i": "IntegerArray", "u": "IntegerArray", "f": "FloatingArray"}
    return getattr(pandas.arrays, kinds[values.dtype.kind])(values, mask)


def _strings(reader: _Reader, storage: Any, missing: Any, texts: Any) -> object:
    import pandas

    if _want(storage, str) not in ("python", "pyarrow") or _want(missing, str) not in ("NA", "NaN"):
        raise Malformed("no such text")
    if not set(map(type, _want(texts, list))) <= {str, type(None)}:
        raise Malformed("not a column of text")
    dtype = pandas.StringDtype(storage) if missing == "NA" else pandas.StringDtype(storage, na_value=float("nan"))
    return pandas.array(texts, dtype=dtype)


def _zoned(reader: _Reader, moments: Any, zone: Any) -> Any:
    import pandas

    if _is_column(moments).dtype.kind != "M":
        raise Malformed("not moments")
    return pandas.DatetimeIndex(moments).tz_localize("UTC").tz_convert(_named_zone(reader, zone)).array


def _named_zone(reader: _Reader, zone: Any) -> Any:
    """A time zone, or the name of one that is known here: pandas itself would read any file it is told to."""
    if zone is None:
        raise Malformed("not a time zone")
    if type(zone) is not str:
        return _is_zone(zone)
    _zone(reader, zone)
    return zone


def _pandas_missing(reader: _Reader, name: Any) -> object:
    import pandas

    return {"NaT": pandas.NaT, "NA": pandas.NA}[_want(name, str)]


def _timestamp(reader: _Reader, number: Any, unit: Any, zone: Any) -> object:
    import numpy
    import pandas

    if _want(unit, str) not in UNITS:
        raise Malformed("no unit of time")
    moment: Any = pandas.Timestamp(numpy.datetime64(_want(number, int), unit))
    if type(moment) is not pandas.Timestamp:
        raise Malformed("no time at all")
    return moment if zone is None else moment.tz_localize("UTC").tz_convert(_named_zone(reader, zone))


def _pandas_timedelta(reader: _Reader, number: Any, unit: Any) -> object:
    import numpy
    import pandas

    if _want(unit, str) not in UNITS:
        raise Malformed("no unit of time")
    span: Any = pandas.Timedelta(numpy.timedelta64(_want(number, int), unit))
    if type(span) is not pandas.Timedelta:
        raise Malformed("no time at all")
    return span


def _frequency(name: Any) -> str:
    """A length of time by the name that pandas has for it, such as `M`, `Q-NOV` or `2h`."""
    frequency: str = _want(name, str)
    if not (len(frequency) <= 16 and frequency.isascii() and frequency.replace("-", "0").isalnum()):
        raise Malformed("no such frequency")
    return frequency


def _period(reader: _Reader, ordinal: Any, frequency: Any) -> object:
    import pandas

    made: Any = pandas.Period(ordinal=_want(ordinal, int), freq=_frequency(frequency))
    if type(made) is not pandas.Period:
        raise Malformed("no time at all")
    return made


def _periods(reader: _Reader, ordinals: Any, frequency: Any) -> object:
    import pandas

    if _is_column(ordinals).dtype.str != "<i8":
        raise Malformed("not periods")
    return pandas.arrays.PeriodArray(ordinals, dtype=pandas.PeriodDtype(_frequency(frequency)))


CLOSED = ("left", "right", "both", "neither")


def _interval(reader: _Reader, left: Any, right: Any, closed: Any) -> object:
    import pandas

    if _want(closed, str) not in CLOSED:
        raise Malformed("not an interval")
    return pandas.Interval(left, right, closed)


def _intervals(reader: _Reader, left: Any, right: Any, closed: Any) -> object:
    import pandas

    if _want(closed, str) not in CLOSED or len(_is_column(left)) != len(_is_column(right)):
        raise Malformed("not intervals")
    return pandas.arrays.IntervalArray.from_arrays(left, right, closed)


BUILDERS: dict[str, Callable[..., object]] = {
    "bytearray": lambda reader, data: bytearray(_want(data, bytes)),
    "range": _range,
    "slice": lambda reader, start, stop, step: reader.in_run(slice(start, stop, step), (start, stop, step)),
    "not_implemented": lambda reader: NotImplemented,
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
    "timezone": _timezone,
    "zone": _zone,
    "uuid": _uuid,
    "namedtuple": _named,
    "type": _type,
    "exception": _exception_value,
    "enum": _enum_value,
    "derived": _derived,
    "path": _path,
    "namespace": _namespace,
    "array": _array,
    "values": lambda reader, items: dict(enumerate(_want(items, list))).values(),
    "ndarray": _ndarray,
    "ndarray_object": _ndarray_object,
    "ndarray_records": _ndarray_records,
    "numpy_scalar": _numpy_scalar,
    "numpy_text": _numpy_text,
    "frame": _frame,
    "series": _series,
    "index": _index,
    "range_index": _range_index,
    "multi_index": _multi_index,
    "categorical": _categorical,
    "masked": _masked,
    "strings": _strings,
    "zoned": _zoned,
    "pandas_missing": _pandas_missing,
    "timestamp": _timestamp,
    "pandas_timedelta": _pandas_timedelta,
    "period": _period,
    "periods": _periods,
    "interval": _interval,
    "intervals": _intervals,
}
COSTS = {
    "ndarray": 5, "ndarray_object": 5, "ndarray_records": 20, "numpy_scalar": 5, "timestamp": 10,
    "pandas_timedelta": 10, "period": 10, "interval": 10, "periods": 200, "intervals": 300,
    "index": 50, "range_index": 50, "masked": 50, "strings": 50, "zoned": 200, "series": 200, "categorical": 200,
    "multi_index": 300, "frame": 500,
}  # fmt: skip
"""Tags whose value takes longer to make than its fields do to read, by how many small values that is."""
