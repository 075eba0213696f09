"""The codec between a process we distrust and one we trust: exact types in, the same types out, and nothing else."""

from __future__ import annotations

import array
import datetime as dt
import enum
import marshal
import math
import random
import re
import struct
import subprocess
import sys
import threading
import tracemalloc
import types
import uuid
import zoneinfo
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from assay.judges.comparators import matches
from assay.judges.reading import MAX_SHOWN, shown
from assay.records import ANY_ORDER, EXACT, EXACT_TYPES, SET_EQUAL, Comparator, ComparatorKind
from assay.sandbox.guest import wire
from assay.sandbox.guest.wire import Malformed, TooLarge, decode, encode, hashing, tagged

np = pytest.importorskip("numpy")
pd = pytest.importorskip("pandas")

NAN = math.nan
BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")
MERSENNE = 2**61 - 1
"""What the hash of an integer is reduced by."""

Point = namedtuple("Point", "x y")
Renamed = namedtuple("Renamed", ["x", "def", "x"], rename=True)
Empty = namedtuple("Empty", "")


class Typed(NamedTuple):
    count: int  # type: ignore[assignment]  # named like a method of tuple, on purpose
    index: str = "a"  # type: ignore[assignment]  # as above


class Level(enum.IntEnum):
    LOW = 1
    _HIGH = 2


class Colour(enum.StrEnum):
    RED = "r"


class Mixed(str, enum.Enum):  # noqa: UP042  # not the same as a StrEnum
    ONE = "1"


class Sized(int, enum.Enum):
    value = 5


class Mode(enum.IntFlag):
    READ = 1
    WRITE = 2


# ---- how values are compared here ----------------------------------------------------------------------------------


def same(one: Any, other: Any) -> bool:
    """Whether two values are of the same types and hold the same, bit by bit where that can be seen."""
    kind = type(one)
    if issubclass(kind, enum.Enum):
        return repr(one) == repr(other) and kind.__module__ == type(other).__module__ and one == other
    if issubclass(kind, tuple) and kind is not tuple and hasattr(type(other), "_fields"):
        names = [(cls.__name__, cls.__dict__["_fields"]) for cls in (kind, type(other))]
        return names[0] == names[1] and same(tuple(one), tuple(other))
    if kind is not type(other):
        return False
    if kind in (float, complex):
        return struct.pack("<dd", one.real, one.imag) == struct.pack("<dd", other.real, other.imag)
    if kind in (list, tuple, deque):
        return (
            len(one) == len(other)
            and all(map(same, one, other))
            and getattr(one, "maxlen", 0) == getattr(other, "maxlen", 0)
        )
    if issubclass(kind, dict):
        factory = getattr(one, "default_factory", 0) is getattr(other, "default_factory", 0)
        return factory and same(list(one.items()), list(other.items()))
    if kind in (set, frozenset):
        if len(one) > 100:
            return bool(one == other) and Counter(map(type, one)) == Counter(map(type, other))
        return len(one) == len(other) and all(any(same(member, twin) for twin in other) for member in one)
    if issubclass(kind, BaseException):
        return same(one.args, other.args)
    if kind is slice:
        return same((one.start, one.stop, one.step), (other.start, other.stop, other.step))
    if kind in (dt.datetime, dt.time):
        return repr(one) == repr(other)
    if kind is Decimal:
        return one.as_tuple() == other.as_tuple()  # type: ignore[no-any-return]  # a bool
    return same_foreign(one, other) if kind.__module__.partition(".")[0] in ("numpy", "pandas") else bool(one == other)


def same_foreign(one: Any, other: Any) -> bool:
    """Values of numpy and pandas."""
    if isinstance(one, np.ndarray):
        if (one.dtype.str, one.shape) != (other.dtype.str, other.shape):
            return False
        return (
            same(one.ravel().tolist(), other.ravel().tolist())
            if one.dtype == object
            else one.tobytes() == other.tobytes()
        )
    if isinstance(one, np.generic):
        return bool(one.tobytes() == other.tobytes())
    if isinstance(one, pd.DataFrame):
        pd.testing.assert_frame_equal(one, other, check_freq=False, check_column_type=True, check_flags=False)
        return True
    if isinstance(one, pd.Series):
        pd.testing.assert_series_equal(one, other, check_freq=False)
        return True
    if isinstance(one, pd.Index):
        return (
            one.equals(other)
            and one.dtype == other.dtype
            and one.nlevels == other.nlevels
            and same(list(one.names), list(other.names))
        )
    if isinstance(one, pd.api.extensions.ExtensionArray):
        pd.testing.assert_extension_array_equal(one, other)
        return True
    return repr(one) == repr(other) and getattr(one, "unit", 0) == getattr(other, "unit", 0)


def text_of(value: Any) -> str:
    return f"{type(value).__name__} {value!r}"


# ---- round trips ---------------------------------------------------------------------------------------------------

ATOMS: list[Any] = [
    *(None, True, False, Ellipsis, NotImplemented),
    *(
        0,
        1,
        -1,
        2**31 - 1,
        -(2**31),
        2**31,
        -(2**31) - 1,
        2**63,
        -(2**64),
        2**960 - 1,
        2**61440,
        -(2**61440) + 1,
        3**45000,
    ),
    *(0.0, -0.0, 1.5, math.inf, -math.inf, NAN, 5e-324),
    *(1j, complex(-0.0, 0.0), complex(NAN, math.inf)),
    *("", "abc", "é", "\0", "a\0b", "\ud800", "\ud83d\ude00", "😀", "\udc80x"),
    *(b"", b"abc", b"\0\xff", bytearray(), bytearray(b"\0abc")),
]
STANDARD: list[Any] = [
    *(range(0), range(5), range(10, -10, -3), range(2**70, 2**71, 2**65)),
    *(slice(None), slice(1, 2, 3), slice("a", [1], None)),
    *(Decimal("0"), Decimal("-0.00"), Decimal("1.10"), Decimal("1E+5"), Decimal("NaN"), Decimal("-sNaN12")),
    Decimal("-Infinity"),
    *(Decimal("9e999999999999999999"), Decimal("1e-999999999999999999"), Decimal("7" * 5000)),
    *(Fraction(0), Fraction(-3, 7), Fraction(3**5000, 2**5000)),
    *(dt.date(1, 1, 1), dt.date(9999, 12, 31), dt.time(), dt.time(1, 2, 3, 4, fold=1), dt.time(1, tzinfo=dt.UTC)),
    *(dt.time(1, tzinfo=BERLIN), dt.datetime(2020, 2, 29), dt.datetime(2020, 1, 1, 1, 2, 3, 4, dt.UTC)),
    *(dt.datetime(2020, 10, 25, 2, 30, tzinfo=BERLIN), dt.datetime(2020, 10, 25, 2, 30, tzinfo=BERLIN, fold=1)),
    dt.datetime(2020, 1, 1, tzinfo=dt.timezone(dt.timedelta(hours=-23, microseconds=1), "odd")),
    *(dt.timedelta.min, dt.timedelta.max, dt.timedelta(-1, 5, 7), dt.UTC, dt.timezone(dt.timedelta(hours=1))),
    *(dt.timezone(dt.timedelta(0), "name"), BERLIN, zoneinfo.ZoneInfo("Etc/GMT+5"), zoneinfo.ZoneInfo("UTC")),
    *(uuid.UUID(int=0), uuid.UUID(int=2**128 - 1)),
    *(int, str, type, object, ValueError, dict, memoryview),
]  # fmt: skip
CONTAINERS: list[Any] = [
    *([], (), {}, set(), frozenset(), [[]], ((),), {(): []}, {1: {2: {3: set()}}}, {frozenset((1, (2, frozenset())))}),
    *([NAN, -0.0], {NAN: 1}, {NAN, None}, {1.5: "a", "b": (1,), None: [2], (1, "x"): {}}, {"b": 1, "a": 2}),
    *(Counter("abca"), Counter({"x": -1, "y": 0, "z": 1.5}), Counter()),
    *(defaultdict(int, a=1), defaultdict(list, {1: [2]}), defaultdict(None, {}), defaultdict(frozenset)),
    *(OrderedDict(b=1, a=2), OrderedDict(), deque(), deque([1, [2]], 5), deque([1], None), deque(maxlen=0)),
    *(Point(1, [2]), Point(Point(1, 2), None), Renamed(1, 2, 3), Empty(), Typed(1)),
    *(Level.LOW, Level._HIGH, Colour.RED, Mixed.ONE, Sized.value, HTTPStatus.NOT_FOUND),
    *(
        ValueError(),
        ValueError("a", 1),
        KeyError([1]),
        OSError(2, "no"),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"),
    ),
    *(SystemExit(0), KeyboardInterrupt(), StopIteration(5), SyntaxError("m", ("f", 1, 2, "t")), MemoryError()),
    *(
        ExceptionGroup("m", [ValueError(1), ExceptionGroup("n", [KeyError()])]),
        BaseExceptionGroup("m", [SystemExit(1)]),
    ),
    *({Decimal("NaN"), Decimal("NaN")}, {complex(NAN, 0), complex(NAN, 0)}, {(complex(NAN, 0),), (complex(NAN, 0),)}),
    *({KeyError([1]): 1}, {Decimal("NaN"): 1, Decimal("NaN"): 2}, {frozenset((Decimal(1), Fraction(1, 3)))}),
]
NUMPY: list[Any] = [
    *(np.array([1, 0, 3], kind) for kind in "?bBhHiIlLqQefdgFDG"),
    *(np.array([1, -2, 3], f"{order}{kind}") for order in "<>" for kind in ("i2", "i4", "i8", "f4", "f8", "c16", "f2")),
    *(
        np.array([NAN, -0.0, math.inf]),
        np.array(["a", "bc", "\0x", "😀\ud800"]),
        np.array(["a", "b"], ">U3"),
        np.array([b"a", b"b\0c"]),
    ),
    *(
        np.array(["2020-01-01", "NaT"], "M8[D]"),
        np.array([1, 2], "m8[25us]"),
        np.array([5], ">M8[ns]"),
    ),
    *(np.array([]), np.zeros((0, 3)), np.zeros((3, 0), "i1"), np.array(5), np.array("x"), np.zeros((2, 3, 4))),
    *(
        np.arange(10)[::-2],
        np.arange(6).reshape(2, 3).T,
        np.asfortranarray(np.eye(3)),
        np.zeros(0, "U7"),
        np.zeros(0, "S9"),
    ),
    *(
        np.array([1, "a", None, [1, 2]], object),
        np.array([[1, 2], [3, 4]], object),
        np.array(None, object),
        np.array([], object),
    ),
    *(np.array([Decimal(1), Point(1, 2)], object)[:1], np.array([], "M8[s]")),
    *(
        np.int8(-1),
        np.uint64(2**64 - 1),
        np.bool_(True),
        np.float16(1.5),
        np.float32(NAN),
        np.float64(-0.0),
        np.complex64(1j),
    ),
    *(
        np.longdouble(1) / 3,
        np.clongdouble(1j),
        np.str_(""),
        np.str_("a\0"),
        np.str_("\ud800"),
        np.bytes_(b""),
        np.bytes_(b"a\0"),
    ),
    *(
        np.datetime64("2020-01-01"),
        np.datetime64("NaT", "D"),
        np.datetime64(5, "25s"),
        np.timedelta64(5, "us"),
    ),
]
MULTI = pd.MultiIndex.from_tuples([("x", 1), ("x", 2), ("y", 1)], names=["p", None])
TABLE = pd.DataFrame({"a": [1, 2, 3], "b": ["x", None, "z"], 3: [1.5, NAN, -0.0]})
DAYS = pd.date_range("2020-10-24", periods=3, tz="Europe/Berlin")
COLUMNS: list[Any] = [
    *(pd.Series([1, 2], name="n"), pd.Series([], dtype="float64"), pd.Series([1, 2], index=["a", "a"], name=("t", 1))),
    *(
        pd.Series(["a", None]),
        pd.Series(["a", None], dtype="string"),
        pd.Series(["a", NAN], dtype=object),
        pd.Series([], dtype="string"),
    ),
    *(
        pd.Series([1, None], dtype="Int64"),
        pd.Series([1, None], dtype="UInt8"),
        pd.Series([1.5, None], dtype="Float32"),
    ),
    *(
        pd.Series([True, None], dtype="boolean"),
        pd.Series([True, False]),
        pd.Series([1j]),
        pd.Series([1, "a", None, [1], pd.NA, pd.NaT]),
    ),
    *(
        pd.Series(["b", "a", None], dtype="category"),
        pd.Series(pd.Categorical([2, 1], [3, 2, 1], ordered=True)),
        pd.Series(DAYS),
    ),
    *(
        pd.Series([dt.timedelta(1), None]),
        pd.Series(pd.to_datetime(["2020-01-01", None])),
        pd.Series(np.array([1, 2], "M8[s]")),
    ),
    *(
        pd.Series([pd.Timestamp("2020", tz="UTC")]),
        pd.Series([dt.date(2020, 1, 1)]),
        pd.Series([Decimal(1)]),
        pd.Series([1], MULTI[:1]),
    ),
    pd.Series([pd.Timestamp("2020", tz=dt.timezone(dt.timedelta(hours=2)))], dtype=object),
]
PANDAS: list[Any] = [
    *COLUMNS,
    *(
        pd.DataFrame(),
        TABLE,
        TABLE.T,
        TABLE.iloc[:0],
        TABLE[[]],
        TABLE.set_index("a"),
        TABLE.set_axis(["a", "a", "a"], axis=1),
    ),
    *(
        TABLE.set_axis(MULTI, axis=1),
        TABLE.set_axis(MULTI, axis=0),
        TABLE.set_index(["a", "b"]),
        TABLE.set_axis(DAYS, axis=0),
    ),
    *(
        pd.DataFrame({"k": pd.Categorical(["u", "v", "u"]), "d": DAYS, "n": pd.array([1, None, 3], "Int64")}),
        TABLE.rename_axis("i"),
    ),
    *(
        pd.DataFrame([[1, 2.5], [3, 4.5]], columns=pd.Index([("a", "b"), 5], tupleize_cols=False)),
        TABLE.groupby("b").sum(),
    ),
    *(pd.pivot_table(TABLE, index="a", columns="b", values=3), TABLE.describe(), TABLE.astype({"a": "float32"})),
    *(
        pd.Index([1, 2]),
        pd.Index([1.5, NAN], name="f"),
        pd.Index(["a", None]),
        pd.Index([], dtype=object),
        pd.Index([True, False]),
    ),
    *(
        pd.Index([("a", 1)], tupleize_cols=False),
        pd.RangeIndex(3),
        pd.RangeIndex(5, -5, -2, name="r"),
        MULTI,
        MULTI[:0],
        DAYS,
    ),
    *(
        pd.CategoricalIndex(["b", "a"]),
        pd.TimedeltaIndex(["1s", None]),
        pd.DatetimeIndex(["2020", None]),
        pd.Index([1, None], dtype="Int64"),
    ),
    *(pd.MultiIndex.from_arrays([["a", None], [DAYS[0], DAYS[1]]]), pd.Index([dt.date(2020, 1, 1)], name=("a", 1))),
    *(
        pd.Timestamp("2020-01-01"),
        pd.Timestamp("2020-10-25 00:30", tz="UTC").tz_convert("Europe/Berlin"),
        pd.Timestamp(1, unit="ns"),
    ),
    *(pd.Timestamp("2020", tz="UTC").as_unit("s"), pd.Timestamp("2020", tz=dt.timezone(dt.timedelta(hours=2)))),
    *(pd.Timedelta(1, "ns"), pd.Timedelta("5 days").as_unit("s"), pd.NaT, pd.NA),
    *(pd.Period("2020-05", "M"), pd.Period("2020", "Y-NOV"), pd.Interval(0, 1), pd.Interval(DAYS[0], DAYS[1], "both")),
    *(pd.Series(pd.period_range("2020", periods=2, freq="2h")), pd.PeriodIndex(["2020-01", None], freq="M", name="m")),
    *(
        pd.cut([1, 2, 3], 2),
        pd.DataFrame({"a": pd.cut([1, 2, 3], 2)}),
        pd.Series([1, 2, 3]).groupby(pd.cut([1, 2, 3], 2), observed=False).sum(),
    ),
    *(pd.interval_range(DAYS[0], periods=2), pd.Series([pd.Interval(0.5, 1.5, "left"), None])),
    *(pd.array([1, None], "Int8"), pd.Categorical(["a", None]), DAYS.array, pd.array(["a", None], dtype="string")),
]
VALUES = [*ATOMS, *STANDARD, *CONTAINERS, *NUMPY, *PANDAS]
Inner = namedtuple("Inner", "value")
NESTINGS: dict[str, Callable[[Any], Any]] = {
    "alone": lambda value: value,
    "list": lambda value: [1, value, "after"],
    "tuple": lambda value: (value, value),
    "dict": lambda value: {"key": value, "other": [value]},
    "deque": lambda value: deque([value]),
    "default": lambda value: defaultdict(list, {1: value}),
    "named": lambda value: Inner(value),
    "error": lambda value: ValueError("m", value),
    "slice": lambda value: slice(value, None, value),
    "object array": lambda value: np.array([None, {"v": value}], object),
    "deep": lambda value: [({"a": [OrderedDict(b=(value,))]},)],
}


def ids(values: list[Any]) -> list[str]:
    return [f"{position} {type(value).__name__}" for position, value in enumerate(values)]


@pytest.mark.parametrize("value", VALUES, ids=ids(VALUES))
def test_what_goes_in_comes_out(value: Any) -> None:
    for name, nested in NESTINGS.items():
        sent = nested(value)

        assert same(decode(encode(sent)), sent), name


def hashable(values: list[Any]) -> Iterator[Any]:
    for value in values:
        try:
            hash(value)
        except TypeError:
            continue
        yield value


HASHABLE = list(hashable(VALUES))


@pytest.mark.parametrize("value", HASHABLE, ids=ids(HASHABLE))
def test_keys_and_members_of_sets_come_out_as_well(value: Any) -> None:
    for sent in (
        {value},
        frozenset((value, "other")),
        {value: 1, "other": value},
        {(value, 1): [value]},
        {frozenset((value,))},
    ):
        assert same(decode(encode(sent)), sent)


def test_flags_cross_by_their_value() -> None:
    both = decode(encode([Mode.READ, Mode.READ | Mode.WRITE]))

    assert both == [1, 3]
    assert [repr(flag) for flag in both] == ["<Mode.READ: 1>", "<Mode.READ|WRITE: 3>"]


def test_named_tuples_and_enums_of_one_message_share_their_class() -> None:
    points = decode(encode([Point(1, 2), Point(3, 4), Level.LOW, Level.LOW]))

    assert type(points[0]) is type(points[1])
    assert points[2] is points[3]


def test_a_named_tuple_works_like_one() -> None:
    point: Any = decode(encode(Point(1, 2)))

    assert (point.x, point.y, point[1], point == (1, 2), len(point)) == (1, 2, 2, True, 2)
    assert point._asdict() == {"x": 1, "y": 2}
    assert repr(point._replace(y=5)) == "Point(x=1, y=5)"
    assert type(point)._make([3, 4]) == (3, 4)
    with pytest.raises(ValueError, match="unexpected"):
        point._replace(z=1)


def test_a_zone_of_somebody_else_becomes_the_offset_it_has() -> None:
    class Odd(dt.tzinfo):
        def utcoffset(self, moment: dt.datetime | None) -> dt.timedelta | None:
            return None if moment is None else dt.timedelta(hours=moment.hour)

        def dst(self, moment: dt.datetime | None) -> dt.timedelta | None:
            return None

        def tzname(self, moment: dt.datetime | None) -> str | None:
            return None

    sent = dt.datetime(2020, 1, 1, 5, tzinfo=Odd())
    received: Any = decode(encode([sent, dt.time(1, tzinfo=Odd())]))

    assert received == [sent, dt.time(1)]
    assert received[0].tzinfo == dt.timezone(dt.timedelta(hours=5))


def test_a_default_factory_that_is_no_plain_type_is_dropped() -> None:
    received: Any = decode(encode(defaultdict(lambda: 0, a=1)))

    assert same(received, defaultdict(None, a=1))


PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers() | st.text() | st.binary()
DATES = st.dates() | st.datetimes(timezones=st.sampled_from([None, dt.UTC, BERLIN])) | st.timedeltas() | st.uuids()
KEYS = st.recursive(
    PLAIN
    | DATES
    | st.fractions()
    | st.decimals(allow_nan=False)
    | st.sampled_from([Ellipsis, Level.LOW, Colour.RED, int, range(3)]),
    lambda inner: (
        st.lists(inner, max_size=4).map(tuple)
        | st.frozensets(inner, max_size=4)
        | st.tuples(inner, inner).map(lambda p: Point(*p))
    ),
    max_leaves=4,
)
ANYTHING = st.recursive(
    KEYS | st.decimals() | st.binary().map(bytearray),
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.lists(inner, max_size=5).map(tuple),
        st.dictionaries(KEYS, inner, max_size=5),
        st.dictionaries(KEYS, inner, max_size=5).map(OrderedDict),
        st.dictionaries(KEYS, inner, max_size=5).map(lambda items: defaultdict(int, items)),
        st.sets(KEYS, max_size=5),
        st.lists(inner, max_size=5).map(deque),
        st.dictionaries(KEYS, st.integers(), max_size=5).map(Counter),
        st.lists(inner, max_size=3).map(lambda items: ValueError(*items)),
        st.lists(inner, max_size=3).map(lambda items: np.array([None, *items], object)[1:]),
        st.tuples(inner, inner).map(lambda pair: Point(*pair)),
    ),
    max_leaves=8,
)


@given(ANYTHING)
def test_whatever_goes_in_comes_out(value: Any) -> None:
    assert same(decode(encode(value)), value)


@given(st.integers(-(2**40000), 2**40000))
@example(2 ** (15 * 4096) - 1)
@example(2 ** (15 * 4096))
@example(-(2 ** (15 * 8192)) - 1)
@example(2 ** (15 * 4097 + 7))
def test_numbers_of_any_length(number: int) -> None:
    assert decode(encode(number)) == number


def test_numbers_longer_than_python_likes_to_print() -> None:
    for number in (10**4300, -(7**20_000), 1 << 8_000_000):
        assert decode(encode([number])) == [number]


# ---- what is not data is never written as data ---------------------------------------------------------------------


class Liar:
    """Methods that say what would make a comparison succeed."""

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 1

    def __reduce__(self) -> Any:
        return (int, (1,))


def lying(base: Any, *arguments: Any) -> Any:
    """An object of a subclass of a plain type, and one that lies about its class besides."""
    names = {
        "__eq__": Liar.__eq__,
        "__ne__": Liar.__ne__,
        "__hash__": Liar.__hash__,
        "__class__": property(lambda self: base),
    }
    return type(base.__name__, (base,), {**names, "__module__": base.__module__})(*arguments)


class ShortTuple(tuple[Any, ...]):
    """A tuple that looks like a named one, but has more names than values."""

    __slots__ = ()
    _fields = ("a", "b")


class LongNames(tuple[Any, ...]):
    _fields = ("__eq__",)
    __eq__ = tuple.__eq__


class LyingLength(NamedTuple):
    x: int

    def __len__(self) -> int:
        return 5


class LyingMixin(int):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


class LyingEnum(LyingMixin, enum.Enum):
    A = 1


class PlainEnum(enum.Enum):
    A = 1


class FloatEnum(float, enum.Enum):
    A = 1.0


class OwnError(ValueError):
    pass


Frame = type("Frame", (pd.DataFrame,), {"__module__": "pandas"})
Array = type("Array", (np.ndarray,), {"__module__": "numpy"})
NumpyFloat = type("float64", (np.float64,), {"__module__": "numpy"})


FOREIGN: dict[str, Any] = {
    **{
        f"{base.__name__} that lies": lying(base)
        for base in (int, float, complex, str, bytes, list, tuple, dict, set, frozenset)
    },
    **{
        f"{base.__name__} that lies": lying(base)
        for base in (bytearray, Counter, OrderedDict, defaultdict, deque, Decimal, Fraction)
    },
    **{f"{base.__name__} that lies": lying(base, 2020, 1, 1) for base in (dt.date, dt.datetime)},
    "memoryview": memoryview(b"abc"),
    "array": array.array("b", b"abc"),
    "generator": (number for number in [1]),
    "iterator": iter([1]),
    "mappingproxy": types.MappingProxyType({}),
    "code": (lambda: 0).__code__,
    "function": same,
    "builtin": len,
    "module": sys,
    "object": object(),
    "dict view": {}.keys(),
    "own class": Liar,
    "lying object": Liar(),
    "NoneType": type(None),
    "alias of an exception": OwnError,
    "own exception": OwnError("x"),
    "short named tuple": ShortTuple((1,)),
    "dunder named tuple": LongNames((bool,)),
    "lying named tuple": LyingLength(1),
    "lying enum": LyingEnum.A,
    "plain enum": PlainEnum.A,
    "float enum": FloatEnum.A,
    "frame": Frame({"a": [1]}),
    "array subclass": np.arange(3).view(Array),
    "matrix": np.ma.masked_array([1, 2], [0, 1]),
    "numpy float": NumpyFloat(1),
    "structured": np.zeros(2, "i4,O"),
    "void": np.zeros(2, "i4,f8")[0],
    "record": np.rec.array([(1, 2)]),
    "sparse": pd.Series(pd.arrays.SparseArray([0, 1])),
    "offset": pd.offsets.Day(2),
    "big-endian column": pd.Series(np.array([1], ">i4")),
    "wide empty array": np.zeros(0, "S1000000"),
    "tall empty array": np.zeros((10**9, 0), "i1"),
}
PLACES: dict[str, Callable[[Any], Any]] = {
    **NESTINGS,
    "key": lambda value: {value: 1},
    "inner key": lambda value: {"a": [{(1, value): 2}]},
    "set": lambda value: {"other", value},
    "frozenset": lambda value: {frozenset(("a", value)): 1},
}


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_not_data_goes_to_the_caller_wherever_it_is(name: str) -> None:
    value = FOREIGN[name]
    seen: list[object] = []

    def handle(other: object) -> object:
        seen.append(other)
        return tagged("handle", 0, 0, "x", False)

    for place in PLACES if [*hashable([value])] else NESTINGS:
        sent = PLACES[place](value)
        seen.clear()
        encode(sent, handle)

        assert any(
            other is (sent if place == "named" and callable(value) and not isinstance(value, type) else value)
            for other in seen
        ), place
        assert not wire.is_plain(sent)
        with pytest.raises(TypeError):
            encode(sent)


NO_TAGS: list[Any] = [1, ("handle", 1), (wire.MARK, object()), [wire.MARK, "handle"], (wire.MARK, bytearray())]


@pytest.mark.parametrize("made", NO_TAGS, ids=ids(NO_TAGS))
def test_a_handle_that_is_no_tagged_tuple_is_refused(made: Any) -> None:
    with pytest.raises(TypeError):
        encode([object()], lambda value: made)


def test_what_the_caller_raises_passes_through() -> None:
    class Gone(BaseException):
        pass

    def refuse(value: object) -> object:
        raise Gone

    with pytest.raises(Gone):
        encode([object()], refuse)


def test_known_containers_are_sent_by_their_number() -> None:
    known: list[Any] = [1, 2]
    numbers = {id(known): 7}

    received = decode(encode(([known, (known,)], [1, 2], {"a": known}), None, numbers), lambda fields: fields)
    assert received == ([("argument", 7), (("argument", 7),)], [1, 2], {"a": ("argument", 7)})
    assert decode(encode(known, None, numbers), lambda fields: fields) == ("argument", 7)


def test_a_class_that_is_an_atom_of_the_layout_is_not_the_marker() -> None:
    assert decode(encode((StopIteration, "handle", 1))) == (StopIteration, "handle", 1)


# ---- limits of what is sent ----------------------------------------------------------------------------------------


def nested(depth: int, wrap: Callable[[Any], Any], value: Any = None) -> Any:
    for _ in range(depth):
        value = wrap(value)
    return value


DEPTHS: dict[str, tuple[Callable[[Any], Any], int]] = {
    "list": (lambda value: [value], 1),
    "tuple": (lambda value: (value,), 1),
    "dict": (lambda value: {1: value}, 1),
    "frozenset": (lambda value: frozenset((value,)), 1),
    "named": (lambda value: Inner(value), 2),
    "error": (lambda value: ValueError(value), 2),
    "default": (lambda value: defaultdict(int, {1: value}), 2),
    "alternating": (lambda value: [deque([{1: (value,)}])], 5),
}


@pytest.mark.parametrize("name", DEPTHS)
def test_as_deep_as_allowed_and_no_deeper(name: str) -> None:
    wrap, levels = DEPTHS[name]
    deepest = nested(wire.MAX_DEPTH // levels, wrap)

    assert text_of(decode(encode(deepest))) == text_of(deepest)
    with pytest.raises(TooLarge):
        encode(wrap(deepest))
    with pytest.raises(TooLarge):
        encode(nested(5000, wrap))


def test_cycles_are_too_large() -> None:
    a_list: list[Any] = []
    a_list.append(a_list)
    a_dict: dict[int, Any] = {}
    a_dict[1] = [a_dict, Decimal(1)]
    error = ValueError()
    error.args = (error,)
    doubling: list[Any] = []
    for _ in range(150):
        doubling = [doubling, doubling]
    objects = np.array([None], object)
    objects[0] = objects

    for cycle in (a_list, a_dict, error, doubling, objects, deque([a_list])):
        with pytest.raises(TooLarge):
            encode(cycle)


@pytest.mark.parametrize(
    "make", [lambda n: [None] * n, lambda n: dict.fromkeys(range(n // 2)), lambda n: [(), Decimal(1), [None] * n]]
)
def test_as_many_values_as_allowed_and_no_more(make: Callable[[int], Any]) -> None:
    most = wire.MAX_NODES - 10
    decode(encode(make(most)))

    with pytest.raises(TooLarge):
        encode(make(most + 20))


def test_no_more_bytes_than_allowed() -> None:
    piece = b"x" * (wire.MAX_BYTES // 2)

    assert decode(encode([piece])) == [piece]
    for value in (
        [piece] * 2,
        [piece, Decimal(1), piece],
        [Decimal(1)] + [piece] * 9_000,
        {1: Decimal(2), 3: [piece] * 9_000},
    ):
        with pytest.raises(TooLarge):
            encode(value)
    with pytest.raises(TooLarge):
        decode(b"s" + struct.pack("<i", wire.MAX_BYTES) + b"x" * wire.MAX_BYTES)


def test_sets_inside_of_sets_are_counted_once() -> None:
    value = nested(20, lambda inner: frozenset((inner, Decimal(1))), b"x" * (wire.MAX_BYTES // 10))

    assert decode(encode(value)) == value


# ---- the same bytes mean the same value ----------------------------------------------------------------------------

CLOSE = Comparator.close(atol=1e-9)
COMPARATORS = [EXACT, EXACT_TYPES, CLOSE, ANY_ORDER, SET_EQUAL]
COMPARATORS += [
    Comparator(kind, inner=inner)
    for kind in (ComparatorKind.ANY_ORDER, ComparatorKind.SET_EQUAL)
    for inner in (EXACT_TYPES, CLOSE)
]


def holds_nan(value: Any) -> bool:
    """Whether something in it is not equal to itself, by the rules of the comparators."""
    return not matches(EXACT, value, value)


@given(ANYTHING, st.sampled_from(COMPARATORS))
def test_a_value_that_crossed_matches_itself(value: Any, comparator: Comparator) -> None:
    received = decode(encode(value))

    assert matches(comparator, received, value) == matches(comparator, value, value)
    if not holds_nan(value):
        assert matches(EXACT_TYPES, received, value)


@pytest.mark.parametrize("value", VALUES, ids=ids(VALUES))
@pytest.mark.parametrize("comparator", COMPARATORS[:3], ids=["exact", "types", "close"])
def test_every_value_that_crossed_matches_itself(value: Any, comparator: Comparator) -> None:
    assert matches(comparator, decode(encode([value])), [value]) == matches(comparator, [value], [value])


def test_different_values_have_different_bytes() -> None:
    """All of the tables above at once, and pairs that Python calls equal though their types differ."""
    twins = [
        1,
        True,
        1.0,
        1 + 0j,
        Decimal(1),
        Fraction(1),
        np.int64(1),
        np.float64(1),
        np.bool_(True),
        Level.LOW,
        "1",
        b"1",
    ]
    nothing = [
        [],
        (),
        {},
        set(),
        frozenset(),
        deque(),
        OrderedDict(),
        Counter(),
        defaultdict(int),
        defaultdict(),
        "",
        b"",
        bytearray(),
    ]
    pairs: list[Any] = [
        *twins,
        *nothing,
        (1, 2),
        Point(1, 2),
        Decimal("1.0"),
        Decimal("1.00"),
        np.str_("1"),
        np.bytes_(b"1"),
    ]
    by_bytes: dict[bytes, Any] = {}
    for value in [*VALUES, *pairs]:
        first = by_bytes.setdefault(encode(value), value)

        assert same(first, value), f"{first!r} and {value!r}"


@given(ANYTHING, ANYTHING)
def test_values_with_the_same_bytes_are_the_same(one: Any, other: Any) -> None:
    assert (encode(one) == encode(other)) <= same(one, other)


def test_the_bytes_do_not_depend_on_the_order_of_a_set() -> None:
    members: list[Any] = [*range(50), *(Decimal(i) + Decimal("0.5") for i in range(50)), *"abcdefgh"]
    orders = [random.Random(seed).sample(members, len(members)) for seed in range(5)]

    assert len({encode(set(order)) for order in orders}) == 1


def test_the_bytes_do_not_depend_on_who_writes_them() -> None:
    """Plain values are written by `marshal`, others by the writer: one layout."""
    for value in [*ATOMS, *CONTAINERS]:
        if wire.is_plain(value):
            assert encode([value]) == encode([value], None, {-1: 0})


# ---- reading what no honest sender writes --------------------------------------------------------------------------


def raw(value: Any) -> bytes:
    """Bytes as a candidate may write them: `marshal` writes the marker where `StopIteration` stands."""
    return marshal.dumps(value, 2)


def sized(code: str, size: int, rest: bytes = b"") -> bytes:
    return code.encode() + struct.pack("<i", size) + rest


BROKEN: dict[str, bytes] = {
    "nothing": b"",
    "unknown code": b"?",
    "null": b"0",
    "marker alone": b"S",
    "marker in a list": raw([wire.MARK]),
    "marker in a set": sized("<", 1, b"S"),
    "marker second": raw((1, wire.MARK)),
    "marker twice": raw((wire.MARK, wire.MARK)),
    "marker as a key": b"{SN0",
    "marker as a value": b"{NS0",
    "marker only": raw((wire.MARK,)),
    "tag that is no text": raw((wire.MARK, 1)),
    "tag that is a list": raw((wire.MARK, [])),
    "unknown tag": raw(tagged("eval", "1")),
    "long unknown tag": raw(tagged("x" * 10_000)),
    "bytes after": raw(1) + b"N",
    "cut number": b"i\0\0",
    "cut length": b"[\0\0",
    "cut float": b"g1234567",
    "cut complex": b"y" + b"1" * 15,
    "cut text": sized("u", 4, b"abc"),
    "bad text": sized("u", 2, b"\xff\xfe"),
    "cut character": sized("u", 1, b"\xe2"),
    "negative list": sized("[", -1),
    "giant list": sized("[", 2**31 - 1, b"N" * 100),
    "giant tuple": sized("(", 2**31 - 1, b"N" * 100),
    "giant set": sized("<", 2**30, b"N" * 100),
    "giant text": sized("u", 2**31 - 1),
    "giant bytes": sized("s", 2**31 - 1),
    "giant number": sized("l", 2**31 - 1),
    "giant negative number": sized("l", -(2**31)),
    "short list": sized("[", 3, b"NN"),
    "digit beyond 15 bits": sized("l", 2, b"\0\0\0\x80"),
    "number with zeros ahead": sized("l", 2, b"\1\0\0\0"),
    "endless dict": b"{NN",
    "odd dict": b"{N0",
    "odd dict of three": b"{NNN0",
    "end in a list": sized("[", 1, b"0"),
    "unhashable key": b"{[\0\0\0\0N0",
    "unhashable key inside": b"{" + raw(([],)) + b"N0",
    "unhashable member": sized("<", 1, b"{0"),
    "signalling key": b"{" + raw(tagged("decimal", "sNaN")) + b"N0",
    "array as a key": b"{" + raw(tagged("ndarray", "<i4", (1,), b"1234")) + b"N0",
    **{f"code {code}": code.encode() + b"\0" * 20 for code in "cRrtaAzZ)fxI?\0"},
    "reference flag": bytes([ord("[") | 0x80]) + b"\0\0\0\0",
    "code object": marshal.dumps((lambda: 0).__code__, 2),
    "references": marshal.dumps([[]] * 2, 4),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_bytes_are_malformed(name: str) -> None:
    with pytest.raises(Malformed):
        decode(BROKEN[name])


NO_VALUES: dict[str, list[tuple[Any, ...]]] = {
    "bytearray": [(), ("a",), (5,), (b"", b"")],
    "range": [(1, 2), (1, 2, 0), (1.0, 2, 3), (True, 2, 3), (None, 2, 3), (1, 2, "3")],
    "slice": [(), (1,), (1, 2), (1, 2, 3, 4)],
    "not_implemented": [(1,)],
    "counter": [(), ([],), ("ab",), ({}, {})],
    "ordered_dict": [(), ([],), ([(1, 2)],), (["ab"],)],
    "defaultdict": [({},), ("eval", {}), ("type", {}), (1, {}), (None, []), ("int", {}, 1), ([], {})],
    "deque": [([],), ([], -1), ([1, 2], 1), ([], 2**64), ([], True), ((), None), ("ab", None)],
    "decimal": [
        (), (1,), ("",), ("x",), ("1e9999999999999999999",), ("1e-9999999999999999999",), ("--1",), ((0, (1,), 2),),
    ],
    "fraction": [(1,), (1, 0), ("1", 2), (1.5, 2), (True, 2), (1, None)],
    "date": [
        (1, 1), (2020, 2, 30), (0, 1, 1), (10000, 1, 1), (2**80, 1, 1), (1.0, 1, 1), (b"\0\0\0\0", 1, 1),
        (1, 1, 1, 1),
    ],
    "time": [
        (), (24, 0, 0, 0, 0, None), (0, 0, 0, 0, 2, None), (0, 0, 0, 0, 0, 5), (0, 0, 0, 0, 0, "UTC"),
        (0, 0, 0, 0, None), (0,) * 7,
    ],
    "datetime": [
        (), (2020, 1, 1, 0, 0, 0, 0, 0), (2020, 1, 1, 0, 0, 0, 0, 0, 0), (0, 1, 1, 0, 0, 0, 0, 0, None), (1,) * 12,
    ],
    "timedelta": [(1, 2), (10**9, 0, 0), (2**9000, 0, 0), (1.5, 0, 0), (math.nan, 0, 0)],
    "timezone": [(0, None), (None, None), (3600.0, None), ("UTC", None), (1,), ()],
    "zone": [
        (), (1,), ("",), ("/etc/passwd",), ("../../../etc/passwd",), ("Europe",), ("Evil/Zone",),
        ("Europe/./Berlin",), ("a" * 10_000,), ("/",), ("tzdata.zi",), ("Europe/Berlin\0",), ("é",),
    ],
    "uuid": [(), (-1,), (2**128,), ("0" * 32,)],
    "derived": [(), ("a", True), ("a", 1, [1]), (1, True, [1]), ("a", True, [1], 2)],
    "path": [(), ("Path", "a"), ("PosixPath", 1), ("PosixPath", b"a"), (1, "a"), ("PosixPath", "a" * 70_000)],
    "namespace": [(), ([],), ({1: 2},), ({"a": 1}, 2), ("a",)],
    "array": [(), ("i",), ("x", []), ("i", ["a"]), ("i", [2**40]), ("b", b"ab"), (1, []), ("ii", [])],
    "values": [(), ((1, 2),), ({},), ([], [])],
    "ndarray_records": [
        (), ([], (0,), b""), ([("a", "<i4")], (1,), b"123"), ([("a", "|O")], (1,), b"12345678"), ([1], (1,), b"1"),
        ([("a", "<i4"), ("a", "<i4")], (1,), b"12345678"), ([("a", "|b1")], (1,), b"2"), ([("a", "<i4")], (-1,), b""),
        ([("a", "<U1")], (1,), b"\xff\xff\xff\xff"), ([(1, "<i4")], (1,), b"1234"), ({}, (1,), b"1234"),
    ],
    "type": [
        (), (1,), ("eval",), ("print",), ("os",), ("__loader__",), ("IOError",), ("EnvironmentError",), ("None",),
        ("__build_class__",), ("",), ("object", 1), ([],),
    ],
    "exception": [
        (), ("int", ()), ("eval", ()), ("ValueError", []), ("ValueError",), ("ExceptionGroup", ()),
        ("ExceptionGroup", ("m", [])), ("ExceptionGroup", ("m", [1])), ("BaseExceptionGroup", (1, 2)),
        ("IOError", ()), (ValueError, ()),
    ],
    "namedtuple": [
        ("P", ("x",), ()), ("P", ("x", "x"), (1, 2)), ("P", ["x"], (1,)), ("P", ("x",), [1]), ("P", (1,), (1,)),
        (1, (), ()), ("a b", (), ()), ("", (), ()),
        ("def", (), ()), ("__class__", (), ()), ("P", ("def",), (1,)), ("P", ("a b",), (1,)), ("P", ("",), (1,)),
        ("P", ("_1",), (1,)), ("P", ("_x",), (1,)),

        *[("P", (name,), (1,)) for name in ("__class__", "__eq__", "__slots__", "__hash__", "_fields", "__dict__")],
        *[("P", (name,), (1,)) for name in ("__init_subclass__", "_asdict", "mro()")],
        ("P", ([],), (1,)), ("P", ("x",), (1,), 1), ("P\0", (), ()),
    ],
    "enum": [
        (), ("IntEnum", "m", "E", "A"), ("IntEnum", "m", "E", "A", "1"), ("StrEnum", "m", "E", "A", 1),
        ("int", "m", "E", "A", True), ("float", "m", "E", "A", 1.0),
        ("Enum", "m", "E", "A", 1), ("", "m", "E", "A", 1), ("IntFlag", "m", "E", "A", 1), ([], "m", "E", "A", 1),
        ("int", 1, "E", "A", 1), ("int", "m", 1, "A", 1),

        *[("int", "m", "E", name, 1) for name in ("", "_x_", "__x__", "__class__", "__eq__", "mro", "a b", "A|")],
        *[("int", "m", "E", name, 1) for name in ("|", "_", "__private", "_missing_", "A|mro", "1")],
        *[("int", "m", name, "A", 1) for name in ("", "a b", "__class__", "def", "x.", "_")],
    ],
    "ndarray": [
        ("O", (1,), b"12345678"), ("|O", (1,), b"12345678"), ("|O8", (1,), b"12345678"), ("|V8", (1,), b"12345678"),
        ("V100000000", (0,), b""), ("<i4,<f8", (1,), b"1" * 12),
        ("i4", (1,), b"1234"), ("<M8[zz]", (1,), b"1" * 8), ("|S999999999", (0,), b""),
        ("<U99999999999999999999", (0,), b""), ("|S0", (5,), b""), ("<U0", (10**9,), b""),
        ("<i4", (2,), b"1234"), ("<i4", (-1,), b"1234"), ("<i4", (-1, -1), b"1234"), ("<i4", (2**62, 4), b"1" * 16),
        ("<i4", (2**64,), b"1234"), ("<i4", (0, 2**62), b""),
        ("<i4", (10**9, 0), b""), ("<i4", [1], b"1234"), ("<i4", (1.0,), b"1234"), ("<i4", (True,), b"1234"),
        ("<i4", (1,) * 100, b"1234"), ("<i4", (1,), "1234"),
        ("<i4", 1, b"1234"), (4, (1,), b"1234"), ("<i4" + "," * 100, (1,), b"1234"), ("(2,3)i4", (1,), b"1" * 24),
        ("", (1,), b"1"), ("<", (1,), b"1"), ("\0", (1,), b"1"),
        ("|b1", (1,), b"\2"), ("<U1", (1,), b"\0\0\x11\0"), ("<U1", (1,), b"\xff" * 4), (">U1", (1,), b"\0\x11\0\0"),
        ("|a5", (1,), b"12345"), ("|T16", (1,), b"1" * 16),
        ("<i4", (1,), b"12345"), ("<f3", (1,), b"123"), ("=i4", (1,), b"1234"), ("<M8[ns", (1,), b"1" * 8),
        ("<M8[0s]", (1,), bytes(8)), ("<m8[0ns]", (1,), bytes(8)), ("<M8[999999999999999ns]", (1,), b"1" * 8),
    ],
    "ndarray_object": [
        ((2,), [1]), ((-1,), [1]), ((0, 10**9), []), ([1], [1]), ((1,), (1,)), ((1,) * 100, [1]), ((2**64,), [1]),
        ((1,),),
    ],
    "numpy_scalar": [
        ("<i4", b"123"), ("<i4", b"12345678"), ("<i4", b""), ("<U1", b"a\0\0\0"), ("|S1", b"a"), ("|O", b"12345678"),
        ("|b1", b"\7"), ("<i4",),
    ],
    "numpy_text": [(), (1,), (bytearray(),), ([],)],
    "frame": [(), ([], 1, 2), ([1], None, None)],
    "series": [(), (1, 2, 3), ([], [], None)],
    "index": [(), (1, 2), ([1], None), ("ab", None)],
    "range_index": [(), (0, 5, 0, None), (0, 5, 1.0, None), (0, 5, 1, [])],
    "multi_index": [(), ([], [], []), ([1], [2], [3]), ("a", "b", "c")],
    "categorical": [(), (1, 2, 3)],
    "masked": [(), (1, 2)],
    "strings": [
        ("python", "NA", [1]), ("python", "NA", "ab"), ("python", "x", []), ("evil", "NA", []), (None, "NA", []),
        ("python", [], []), (),
    ],
    "zoned": [(), (1, 2), ([], "UTC")],
    "pandas_missing": [(), ("nan",), (1,), ([],)],
    "timestamp": [
        ("now", "ns", None), (1, "D", None), (1, "now", None), (-(2**63), "ns", None), (2**63, "ns", None),
        (1, "ns", 5), (1, "ns", "dateutil//etc/passwd"), (1, "ns", "tzlocal()"), (1, "ns", "Evil/Zone"),
        (1, [], None),
    ],
    "pandas_timedelta": [("1 day", "ns"), (1, "D"), (-(2**63), "ns"), (2**64, "s"), (1.5, "s"), (1,)],
    "period": [
        (1, "x"), (1, "é"), (1, "M" * 50), (-(2**63), "M"), (2**64, "M"), (1.5, "M"), (1, 5), (1, ""), (1, "-5M"),
        (1,),
    ],
    "periods": [(1, "M"), ([], "M"), ()],
    "interval": [
        (2, 1, "left"), (0, 1, "x"), (0, 1, None), ("a", "b", "left"), ([], [], "left"), (0, 1), (None, 1, "left"),
    ],
    "intervals": [(1, 2, "left"), ([], [], "left"), ()],
}  # fmt: skip


def test_every_builder_has_its_table() -> None:
    assert NO_VALUES.keys() == wire.TAGGED_TYPES.keys()


NO_VALUE_ROWS = [(tag, fields) for tag, table in NO_VALUES.items() for fields in table]


def written(value: Any) -> bytes:
    """A tagged tuple whose fields may be anything that the codec writes."""
    return encode(value, lambda other: other if type(other) is tuple else tagged("handle"))


@pytest.mark.parametrize(
    ("tag", "fields"), NO_VALUE_ROWS, ids=[f"{tag}-{fields!r:.60}" for tag, fields in NO_VALUE_ROWS]
)
def test_a_tag_with_fields_that_make_no_such_value(tag: str, fields: tuple[Any, ...]) -> None:
    """Wherever it stands: malformed, and no warning either."""
    head = sized("(", len(fields) + 2, b"S" + raw(tag))
    data = head + b"".join(written(field) for field in fields)

    for place in (data, sized("[", 1, data), b"{i\0\0\0\0" + data + b"0", sized("(", 2, data + b"N")):
        with pytest.raises(Malformed):
            decode(place)


def of_pandas(tag: str, *fields: Any) -> bytes:
    return sized("(", len(fields) + 2, b"S" + raw(tag)) + b"".join(map(written, fields))


INTS = np.array([1, 2, 3])
BAD_TABLES: dict[str, bytes] = {
    "series longer than its index": of_pandas("series", INTS, pd.RangeIndex(2), None),
    "series of a matrix": of_pandas("series", np.eye(2), pd.RangeIndex(2), None),
    "series of one, index of many": of_pandas("series", np.array([1]), pd.RangeIndex(5), None),
    "series of text": of_pandas("series", np.array(["a"]), pd.RangeIndex(1), None),
    "series with an index that is none": of_pandas("series", INTS, INTS, None),
    "series with an unhashable name": of_pandas("series", INTS, pd.RangeIndex(3), [1]),
    "series of a series": of_pandas("series", pd.Series([1]), pd.RangeIndex(1), None),
    "frame with columns of different lengths": of_pandas("frame", [INTS, INTS[:2]], pd.RangeIndex(2), pd.RangeIndex(3)),
    "frame with too few names": of_pandas("frame", [INTS, INTS], pd.RangeIndex(1), pd.RangeIndex(3)),
    "frame with a scalar": of_pandas("frame", [5], pd.RangeIndex(1), pd.RangeIndex(3)),
    "frame with a handle": of_pandas("frame", [INTS], pd.RangeIndex(1), object()),
    "index of a matrix": of_pandas("index", np.eye(2), None),
    "index of halves": of_pandas("index", np.zeros(2, "f2"), None),
    "index with an unhashable name": of_pandas("index", INTS, {}),
    "codes beyond the level": of_pandas("multi_index", [pd.Index(["a"])], [np.array([0, 1])], [None]),
    "codes below": of_pandas("multi_index", [pd.Index(["a"])], [np.array([-2])], [None]),
    "codes that are floats": of_pandas("multi_index", [pd.Index(["a"])], [np.array([0.0])], [None]),
    "codes of different lengths": of_pandas(
        "multi_index", [pd.Index(["a"])] * 2, [np.array([0]), np.array([0, 0])], [1, 2]
    ),
    "a level twice": of_pandas("multi_index", [pd.Index(["a", "a"])], [np.array([0])], [None]),
    "an index in an index": of_pandas("multi_index", [MULTI], [np.array([0])], [None]),
    "names that are missing": of_pandas("multi_index", [pd.Index(["a"])], [np.array([0])], []),
    "codes beyond the categories": of_pandas("categorical", np.array([5]), pd.Index(["a"]), False),
    "categories twice": of_pandas("categorical", np.array([0]), pd.Index(["a", "a"]), False),
    "categories that are no index": of_pandas("categorical", np.array([0]), ["a"], False),
    "order that is no truth": of_pandas("categorical", np.array([0]), pd.Index(["a"]), 1),
    "mask of numbers": of_pandas("masked", INTS, INTS),
    "mask too short": of_pandas("masked", INTS, np.array([True])),
    "masked text": of_pandas("masked", np.array(["a"], object), np.array([True])),
    "masked halves": of_pandas("masked", np.zeros(1, "f2"), np.array([True])),
    "moments that are numbers": of_pandas("zoned", INTS, "UTC"),
    "moments of no unit": raw(tagged("zoned", tagged("ndarray", "<M8", (1,), bytes(8)), "UTC")),
    "moments in a file": of_pandas("zoned", np.array([1], "M8[ns]"), "dateutil//etc/localtime"),
    "moments of zero seconds": raw(tagged("zoned", tagged("ndarray", "<M8[0s]", (1,), bytes(8)), "UTC")),
    "moments of many seconds": of_pandas("zoned", np.array([1], "M8[25s]"), "UTC"),
    "series of days": of_pandas("series", np.array([1], "M8[D]"), pd.RangeIndex(1), None),
    "series of big-endian numbers": of_pandas("series", np.array([1], ">i4"), pd.RangeIndex(1), None),
    "moments nowhere": of_pandas("zoned", np.array([1], "M8[ns]"), None),
    "periods of floats": of_pandas("periods", np.array([0.5]), "M"),
    "periods of evil": of_pandas("periods", INTS, "M]["),
    "intervals backwards": of_pandas("intervals", INTS, INTS - 5, "left"),
    "intervals of different lengths": of_pandas("intervals", INTS, INTS[:2], "left"),
    "intervals of things": of_pandas("intervals", np.array(["a"], object), np.array(["b"], object), "left"),
    "moments in a number": of_pandas("zoned", np.array([1], "M8[ns]"), 5),
}


@pytest.mark.parametrize("name", BAD_TABLES)
def test_tables_that_do_not_fit(name: str) -> None:
    with pytest.raises(Malformed):
        decode(BAD_TABLES[name])


def test_a_field_of_a_named_tuple_cannot_answer_for_it() -> None:
    """With a field called `__eq__` that holds `bool`, the tuple would equal whatever is true."""
    data = raw(tagged("namedtuple", "P", ("__eq__",), (tagged("type", "bool"),)))

    with pytest.raises(Malformed):
        decode(data)


# ---- bounded work --------------------------------------------------------------------------------------------------


def int_key(*numbers: int) -> bytes:
    return b"{" + b"".join(raw(number) + b"N" for number in numbers) + b"0"


def levels(opening: bytes, closing: bytes = b"") -> bytes:
    return opening * 100_000 + b"N" + closing * 100_000


LONG = 1 << 8_000_000
MANY = wire.MAX_NODES + 1
TOO_MUCH: dict[str, bytes] = {
    "lists in lists": levels(sized("[", 1)),
    "tuples in tuples": levels(sized("(", 1)),
    "frozensets in frozensets": levels(sized(">", 1)),
    "dicts in dicts": levels(b"{N", b"0"),
    "dicts as keys": levels(b"{"),
    "tags in tags": levels(sized("(", 3, b"S" + raw("slice"))),
    "errors in errors": levels(sized("(", 4, b"S" + raw("exception") + raw("ValueError"))),
    "of all kinds": (sized("[", 1) + b"{N" + sized("(", 1) + sized("(", 5, b"S" + raw("slice"))) * 25_000,
    "a million and one": sized("[", MANY, b"N" * MANY),
    "a million keys": b"{" + b"NN" * 1_000_000 + b"0",
    "an endless dict": b"{" + b"N" * 5_000_000,
    "many small containers": sized("[", MANY, sized("[", 0) * MANY),
    "keys of one hash": int_key(*(i * MERSENNE for i in range(1000))),
    "a set of one hash": sized("<", 1000, b"".join(raw(i * MERSENNE + 5) for i in range(1000))),
    "tuples of one hash": sized("<", 1000, b"".join(raw((i * MERSENNE, 1)) for i in range(1000))),
    "counts of one hash": sized("(", 3, b"S" + raw("counter") + int_key(*(i * MERSENNE for i in range(1000)))),
    "handles of one hash": sized("<", 1000, b"".join(raw((-1 - (i & 1),) * 12) for i in range(1000))),
    "a long number among decimals": sized("<", 2, raw(LONG) + raw(tagged("decimal", str(hash(LONG))))),
    "decimals in tuples": sized("<", 2, sized("(", 1, raw(LONG)) + raw((tagged("decimal", str(hash(LONG))),))),
    "a long fraction among decimals": sized(
        "<", 2, raw(tagged("fraction", 1 << 5000, 3)) + raw(tagged("decimal", str(hash(Fraction(1 << 5000, 3)))))
    ),
    "a fraction to be shortened": raw(tagged("fraction", LONG + 1, LONG - 1)),
    "many fractions": sized("[", 200, raw(tagged("fraction", (1 << 120_000) + 1, (1 << 120_001) + 3)) * 200),
    "a range to be measured": raw(tagged("range", 0, LONG, (1 << 4_000_000) + 1)),
    "many classes": sized("[", 20_000, b"".join(raw(tagged("namedtuple", f"P{i}", (), ())) for i in range(20_000))),
    "many enums": sized("[", 20_000, b"".join(raw(tagged("enum", "int", "m", "E", "A", i)) for i in range(20_000))),
    "many series": sized("[", 10_000, of_pandas("series", INTS[:0], pd.RangeIndex(0), None) * 10_000),
    "many frames": sized("[", 10_000, of_pandas("frame", [], pd.RangeIndex(0), pd.RangeIndex(0)) * 10_000),
    "many columns": of_pandas("frame", [INTS[:0]] * 25_000, pd.RangeIndex(25_000), pd.RangeIndex(0)),
    "rows of nothing": of_pandas("frame", [], pd.RangeIndex(0), pd.RangeIndex(10**12)),
    "endless index": raw(tagged("range_index", 0, 2**200, 1, None)),
    "many categories": of_pandas("categorical", np.array([0]), pd.Index(np.arange(100_000)), False),
    "many labels": of_pandas("multi_index", [pd.Index(np.arange(100_000))], [np.array([0])], [None]),
    "categories of one hash": of_pandas(
        "categorical", np.array([0]), pd.Index([i * MERSENNE for i in range(1000)], dtype=object), False
    ),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_what_would_take_too_long_or_too_much_is_too_large(name: str) -> None:
    """Refused by what was counted, not by a clock; the timeout of the tests is what catches a hang."""
    with pytest.raises(TooLarge):
        decode(TOO_MUCH[name])


AFFORDABLE: dict[str, Callable[[], Any]] = {
    "a list of a million": lambda: [None] * 999_999,
    "a set of many": lambda: set(range(300_000)),
    "a dict of many": lambda: {i * 1024: i for i in range(100_000)},
    "many texts": lambda: {str(i): str(i) for i in range(50_000)},
    "a long number": lambda: (1 << 80_000_000) + 1,
    "many named tuples": lambda: [Point(i, i) for i in range(30_000)],
    "many members": lambda: [Level.LOW, Colour.RED] * 15_000,
    "many decimals": lambda: [Decimal(i) / 7 for i in range(30_000)],
    "many fractions": lambda: [Fraction(i, 7) for i in range(30_000)],
    "a hard fraction": lambda: Fraction(3**40_000, 2**60_000),
    "a far decimal": lambda: {Decimal("1e999999999999"): 1, Decimal("7" * 1_000_000): 2},
    "a long number and a decimal": lambda: {1 << 100_000: Decimal(1), Decimal("2.5"): 3},
    "dates": lambda: [dt.datetime(2020, 1, 1, tzinfo=BERLIN)] * 15_000,
    "an array of many": lambda: np.zeros(30_000_000, "i1"),
    "a frame of many": lambda: pd.DataFrame({f"c{i}": np.zeros(10_000) for i in range(300)}),
    "grid": lambda: {(x, y) for x in range(-200, 200) for y in range(-200, 200)},
}


@pytest.mark.parametrize("name", AFFORDABLE)
def test_what_is_honestly_large_is_read(name: str) -> None:
    value = AFFORDABLE[name]()

    assert same(decode(encode(value)), value)


@pytest.mark.parametrize("name", [*BROKEN, "nested"])
def test_memory_grows_with_what_was_sent_not_with_what_was_claimed(name: str) -> None:
    data = BROKEN.get(name, levels(sized("[", 1)))
    tracemalloc.start()
    try:
        with pytest.raises((Malformed, TooLarge)):
            decode(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert peak < 2**20 + 20 * len(data)


def test_a_long_number_takes_memory_for_itself_alone() -> None:
    data = raw((1 << 80_000_000) + 1)
    tracemalloc.start()
    try:
        decode(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert peak < 6 * len(data)


def crowded_keys(bits: int) -> list[int]:
    """Keys for a dict of 2**bits slots that fill the way along which a key looks for a place, then take that way."""
    mask = 2**bits - 1
    way, slot = [], 1
    for _ in range(2**bits * 55 // 100):
        way.append(slot)
        slot = (slot * 5 + 1) & mask
    filled = bytearray(mask + 1)
    for slot in way:
        filled[slot] = 1
    walkers: list[int] = []
    key = 2**bits
    while len(walkers) < 2**bits // 10:
        key += 1
        slot, perturb = key & mask, key
        while perturb and filled[slot]:
            perturb >>= 5
            slot = (slot * 5 + 1 + perturb) & mask
        if perturb == 0 and filled[slot]:
            walkers.append(key)
    return way + walkers


def test_keys_that_crowd_a_table_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """No two have the same hash, so only the time tells; it is counted from 1,000 keys on, in steps of as many."""
    data = int_key(*crowded_keys(13))
    assert len(decode(data)) == 5324

    monkeypatch.setattr(hashing, "MAX_HASHING_SECONDS", 0.0)
    for large in (data, encode(set(range(1001))), encode(frozenset(range(1001))), encode(dict.fromkeys(range(1001)))):
        with pytest.raises(TooLarge):
            decode(large)
    assert decode(encode(set(range(1000)))) == set(range(1000))


# ---- a stack that is already deep ----------------------------------------------------------------------------------


def at_depth(depth: int, action: Callable[[], Any]) -> Any:
    return action() if depth == 0 else at_depth(depth - 1, action)


def test_reading_and_writing_need_no_stack_of_their_own() -> None:
    """A hundred frames are left; the deepest value would take eight hundred if each level took some."""
    for wrap, count in DEPTHS.values():
        value = nested(wire.MAX_DEPTH // count, wrap)
        room = sys.getrecursionlimit() - len(list(frames_here())) - 100
        data = encode(value)

        if not isinstance(value, frozenset):  # Python itself hashes these level by level
            assert at_depth(room, partial(encode, value)) == data
            at_depth(room, partial(decode, data))


def frames_here() -> Iterator[types.FrameType]:
    frame: types.FrameType | None = sys._getframe()
    while frame is not None:
        yield frame
        frame = frame.f_back


def test_no_room_at_all_is_too_large() -> None:
    def close_to_the_end(action: Callable[[], Any]) -> None:
        try:
            close_to_the_end(action)
        except RecursionError:
            with pytest.raises((TooLarge, RecursionError)):
                grow(50, action)

    def grow(most: int, action: Callable[[], Any]) -> None:
        for depth in range(most):
            at_depth(depth, action)

    value = [Decimal(1), Point(1, 2)]
    data = encode(value)
    close_to_the_end(lambda: decode(data))
    close_to_the_end(lambda: encode(value))


def test_the_deepest_values_can_be_used() -> None:
    deep_list, deep_key = (
        nested(wire.MAX_DEPTH, lambda inner: [inner]),
        nested(wire.MAX_DEPTH - 1, lambda inner: (inner,)),
    )
    for value in (deep_list, {deep_key: 1}, nested(wire.MAX_DEPTH // 2, Inner)):
        received = decode(encode(value))

        assert received == value
        assert repr(received) == repr(value)
        assert matches(EXACT, received, value)


# ---- fuzz ----------------------------------------------------------------------------------------------------------

SEEDS = [encode(value, lambda other: tagged("handle", 1, 2, "x", False)) for value in [*VALUES, *FOREIGN.values()]]
SEEDS += [encode(nesting(value)) for value in VALUES[::7] for nesting in NESTINGS.values()]
SMALL_SEEDS = [seed for seed in SEEDS if len(seed) < 3000]
PIECES = [
    b"S",
    b"N",
    b"0",
    b"(\2\0\0\0S",
    b"[\1\0\0\0",
    b"{",
    b"\xff\xff\xff\x7f",
    b"\0\0\0\x80",
    *(raw(tag) for tag in wire.TAGGED_TYPES),
]


def _handle(other: object) -> tuple[Any, ...]:
    return tagged("handle", 1, 2, type(other).__name__, False)


def check_reading(data: bytes) -> None:
    """Either refused, or a value that the codec itself would have written."""
    try:
        value = decode(data)
    except (Malformed, TooLarge):
        return
    again = [encode(value, _handle, None, data_only) for data_only in (False, True)]  # views are written as data only
    assert text_of_type(value) in [text_of_type(decode(data)) for data in again]


def text_of_type(value: Any) -> str:
    return f"{type(value).__module__}.{type(value).__qualname__}" if not isinstance(value, wire.Opaque) else "opaque"


FUZZ = settings(
    max_examples=400,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


@FUZZ
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    check_reading(data)


@FUZZ
@given(st.lists(st.sampled_from(PIECES + SMALL_SEEDS[:50]) | st.binary(max_size=5), max_size=30).map(b"".join))
def test_pieces_of_the_layout(data: bytes) -> None:
    check_reading(data)


@FUZZ
@given(st.data())
def test_bytes_with_changes(data: st.DataObject) -> None:
    changed = bytearray(data.draw(st.sampled_from(SMALL_SEEDS)))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(changed)))
        stop = data.draw(st.integers(start, min(len(changed), start + 8)))
        changed[start:stop] = data.draw(st.binary(max_size=8) | st.sampled_from(PIECES))
    check_reading(bytes(changed))


def test_bytes_cut_short() -> None:
    for seed in SMALL_SEEDS[::5]:
        for end in range(0, len(seed), max(1, len(seed) // 40)):
            with pytest.raises((Malformed, TooLarge)):
                decode(seed[:end])


def test_every_byte_changed() -> None:
    choices = random.Random(0)
    for seed in SMALL_SEEDS[::4]:
        for position in range(0, len(seed), max(1, len(seed) // 60)):
            check_reading(seed[:position] + bytes([choices.randrange(256)]) + seed[position + 1 :])


ODD = st.one_of(
    st.sampled_from(
        [None, True, 0, -1, 2**31, 2**64, 1.5, NAN, "", "x", "UTC", "ns", "<i8", "int", "python", b"", b"12345678"]
    ),
    st.sampled_from(
        [(), (0,), (1,), [], [0], {}, {1: 2}, (None,), ("x",), dt.UTC, dt.timedelta(1), ValueError(), int, np.zeros(1)]
    ),
    st.sampled_from(
        [
            np.array([0, 1]),
            np.array([True, False]),
            pd.RangeIndex(2),
            pd.Index(["a", "b"]),
            pd.Series([1, 2]),
            pd.NaT,
            MULTI,
        ]
    ),
)


@FUZZ
@given(st.sampled_from(sorted(wire.TAGGED_TYPES)), st.lists(ODD, max_size=9))
def test_any_tag_with_any_fields(tag: str, fields: list[Any]) -> None:
    check_reading(of_pandas(tag, *fields))


# ---- handles -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", ["handle", "argument", "callback", "function"])
def test_handles_go_to_the_resolver(tag: str) -> None:
    seen: list[tuple[Any, ...]] = []

    def resolve(fields: tuple[Any, ...]) -> object:
        seen.append(fields)
        return "resolved"

    assert decode(raw([tagged(tag, 1, [2]), tagged(tag)]), resolve) == ["resolved", "resolved"]
    assert seen == [(tag, 1, [2]), (tag,)]


def test_only_handles_go_to_the_resolver() -> None:
    def resolve(fields: tuple[Any, ...]) -> object:
        raise AssertionError(fields)

    for value in VALUES:
        decode(encode(value), resolve)
    for tag in ("eval", "Handle", "handle ", ""):
        with pytest.raises(Malformed):
            decode(raw(tagged(tag)), resolve)


class Gone(BaseException):
    """What a resolver raises when there is nobody to ask."""


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (Malformed("no"), Malformed),
        (TooLarge("no"), TooLarge),
        (KeyError(1), Malformed),
        (IndexError(), Malformed),
        (Gone(), Gone),
    ],
)
def test_what_a_resolver_raises(raised: BaseException, expected: type[BaseException]) -> None:
    def resolve(fields: tuple[Any, ...]) -> object:
        raise raised

    with pytest.raises(expected):
        decode(raw([1, tagged("handle", 1)]), resolve)


HANDLES: list[tuple[Any, ...]] = [
    (),
    (1,),
    (1, 2),
    (1, 2, "Node"),
    (1, 2, "Node", True),
    (1, 2, "x" * 10_000, False),
    (1, 2, 3, 4),
    ([], {}, [], np.eye(2)),
]


@pytest.mark.parametrize("fields", HANDLES, ids=[f"{fields!r:.30}" for fields in HANDLES])
def test_without_a_resolver_a_handle_equals_nothing(fields: tuple[Any, ...]) -> None:
    handle = decode(of_pandas("handle", *fields))

    assert isinstance(handle, wire.Opaque)
    assert handle != decode(of_pandas("handle", *fields))
    assert len(repr(handle)) < 300
    assert handle.lies is (len(fields) == 4 and fields[3] is True)


def test_without_their_library_values_are_opaque() -> None:
    """A candidate may run under another interpreter, with libraries that this one lacks."""
    program = (
        "import sys; sys.modules['numpy'] = sys.modules['pandas'] = None\n"
        "from assay.sandbox.guest import wire\n"
        f"for data in {[encode(np.arange(3)), encode(np.float64(1)), encode(TABLE), encode([pd.NaT])]!r}:\n"
        "    value = wire.decode(data)\n"
        "    value = value[0] if type(value) is list else value\n"
        "    assert type(value) is wire.Opaque, value\n"
    )

    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_the_module_is_light() -> None:
    """It lives in the small process that is forked for every candidate."""
    program = (
        "import sys; before = set(sys.modules)\n"
        "import assay.sandbox.guest.wire\n"
        "print(*sorted(name for name in set(sys.modules) - before if not name.startswith('assay')))\n"
    )
    result = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{program}"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert set(result.stdout.split()) <= {"__future__", "_struct", "struct"}


def test_threads_read_side_by_side() -> None:
    data = encode([Point(i, Decimal(i)) for i in range(300)])
    expected = decode(data)
    results: list[object] = []
    threads = [threading.Thread(target=lambda: results.append(decode(data))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert results == [expected] * 4


# ---- in a report ---------------------------------------------------------------------------------------------------

LIKE_REPR = [
    value
    for value in [*ATOMS, *STANDARD, *CONTAINERS, *NUMPY]
    if type(value) not in (Counter, OrderedDict, defaultdict)
]


@pytest.mark.parametrize("value", LIKE_REPR, ids=ids(LIKE_REPR))
def test_small_values_are_shown_as_python_shows_them(value: Any) -> None:
    if type(value) is np.ndarray and value.dtype == object:
        assert shown(value).startswith("array([")
    elif type(value) in (int, Fraction) and value.numerator.bit_length() > 10_000:
        assert re.search(r"<int of \d+ bits>", shown(value))
    else:
        text = repr(value)
        assert shown(value) == (text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Counter(a=1, b=2), "Counter({'a': 1, 'b': 2})"),
        (OrderedDict(b=[1]), "OrderedDict({'b': [1]})"),
        (defaultdict(None, {1: Point(2, ())}), "defaultdict({1: Point(x=2, y=())})"),
        ([1 << 20_000, "a"], "[<int of 20001 bits>, 'a']"),
        ({Fraction(1, 3 << 20_000): None}, "{Fraction(1, <int of 20002 bits>): None}"),
        (np.array([[1, "a"]], object), "array([1, 'a'], shape=(1, 2), dtype=object)"),
        (wire.Opaque("Node object"), "<Node object>"),
    ],
)
def test_how_other_values_are_shown(value: Any, text: str) -> None:
    assert shown(value) == text


class Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError("no")


def test_what_cannot_be_shown_says_so() -> None:
    assert shown(Unshowable()) == "<Unshowable that cannot be shown: RuntimeError>"
    assert shown([Unshowable()]) == "<list that cannot be shown: RuntimeError>"


LARGE: dict[str, Callable[[], Any]] = {
    **AFFORDABLE,
    "a list of lists": lambda: [[i] * 1000 for i in range(900)],
    "a long text": lambda: ["x" * 20_000_000],
    "a long number in a set": lambda: {LONG},
    "deep": lambda: nested(wire.MAX_DEPTH, lambda inner: [inner, 1]),
    "deeper": lambda: nested(50_000, lambda inner: [inner]),
    "objects": lambda: np.array([None, [LONG] * 100_000], object),
    "an error": lambda: ValueError([LONG] * 100_000),
}


@pytest.mark.parametrize("name", LARGE)
def test_large_values_are_shown_in_part(name: str) -> None:
    value = LARGE[name]()
    tracemalloc.start()
    try:
        text = shown(value)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert 0 < len(text) <= MAX_SHOWN + 1
    assert peak < 2**23


@pytest.mark.parametrize(
    ("value", "equal"),
    [
        (1, True), (1.5, True), ("g", True), ([1, [2.0, (None, {"a": {3}})]], True), (float("inf"), True), ([], True),
        (float("nan"), False), ([1, [float("nan")]], False), ({"a": (float("nan"),)}, False),
        ({float("nan"): 1}, False),
        (complex("nan"), False), (Decimal(1), False), ([object()], False),
    ],
)  # fmt: skip
def test_what_has_no_nan_equals_itself(value: object, equal: bool) -> None:
    assert wire.equals_itself(value) is equal
