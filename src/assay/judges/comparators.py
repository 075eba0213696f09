"""Whether a returned value is the expected one, at bounded cost, whatever the value is.

This runs in the trusted process on values decoded from a candidate we distrust. So only the rules below decide: no
method of a value is asked for its opinion unless its type is a known one, a type that is not known makes the values
differ, and work that grows faster than the values is paid from a budget (`_Run`). The rules, with one tested example
each, are in `docs/comparators.md`.

numpy and pandas are never imported here: while they are not loaded, no value can be theirs.
"""

from __future__ import annotations

import cmath
import datetime
import decimal
import math
import sys
from array import array
from bisect import bisect_left
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, StrEnum
from fractions import Fraction
from itertools import chain, groupby
from operator import itemgetter
from pathlib import PosixPath, PurePosixPath, PureWindowsPath
from types import EllipsisType, NoneType, NotImplementedType, SimpleNamespace
from typing import Any, TypeGuard
from uuid import UUID

from assay.errors import InvalidValue
from assay.hashing import content_digest
from assay.judges.instances import own_data
from assay.records import EXACT, EXACT_TYPES, Comparator, ComparatorKind


def matches(comparator: Comparator, actual: object, expected: object) -> bool:
    """Whether `actual` is what `comparator` accepts for `expected`; never raises for a value, `False` when in doubt.

    >>> matches(EXACT, [1, 2.0], [True, 2])
    True
    >>> matches(Comparator.close(atol=1e-6), {"x": 0.1 + 0.2}, {"x": 0.3})
    True
    """
    _refuse_predicates(comparator)
    try:
        if comparator.kind is ComparatorKind.TRUTH:
            return _truth(actual) is bool(expected)
        return _matches(comparator, actual, expected)
    except Exception:  # foreign, too deep, too costly or too large to compare: not shown to be equal
        return False


def describe(comparator: Comparator) -> str:
    """A short name for signatures and reports; different comparators have different names.

    >>> describe(Comparator(ComparatorKind.ANY_ORDER, inner=Comparator.close(atol=1e-6)))
    'any_order(close(atol=1e-06))'
    """
    match comparator.kind:
        case ComparatorKind.CLOSE:
            tolerances = {"atol": comparator.atol, "rtol": comparator.rtol}
            parts = [f"{name}={value!r}" for name, value in tolerances.items() if value]
        case ComparatorKind.PREDICATE:
            parts = [content_digest(comparator.source).hex()[:8]]
        case ComparatorKind.ANY_ORDER | ComparatorKind.SET_EQUAL | ComparatorKind.ONE_OF:
            parts = [describe(_inner(comparator))] if _inner(comparator) != EXACT else []
        case _:
            parts = []
    return f"{comparator.kind}({', '.join(parts)})" if parts else str(comparator.kind)


def _inner(comparator: Comparator) -> Comparator:
    return comparator.inner or EXACT


def _refuse_predicates(comparator: Comparator) -> None:
    part: Comparator | None = comparator
    while part is not None:
        if part.kind is ComparatorKind.PREDICATE:
            raise InvalidValue(f"a predicate is carried out with the tests, not by matches(): {describe(comparator)!r}")
        part = part.inner


def _truth(actual: Any) -> bool:
    """Whether a value is true; of an object of the candidate's own, whether it said so."""
    return bool(actual.truth if getattr(type(actual), "__assay_opaque__", False) else actual)


def _matches(comparator: Comparator, actual: object, expected: object) -> bool:
    exact = comparator.kind is ComparatorKind.EXACT
    if exact and type(actual) in _ATOMS and type(expected) in _ATOMS:
        return bool(actual == expected)
    seen = _Survey()
    seen.look_through(actual)
    seen.look_through(expected)
    if exact and seen.types <= _NATIVE:
        return not seen.nan and bool(actual == expected)
    return _Run(seen.nodes).judge(comparator, actual, expected)


# ---- what a value is -----------------------------------------------------------------------------------------------

_Foreign = Any  # values and modules of numpy and pandas, whose types cannot be named without importing them


class _NotPlain(Exception):
    """A handle, or a value of a type that no rule is written for."""


class _Family(StrEnum):
    """Types whose values can be equal to each other."""

    SINGLE = "single"
    NUMBER = "number"
    TEXT = "text"
    BYTES = "bytes"
    LIST = "list"
    TUPLE = "tuple"
    DEQUE = "deque"
    MAPPING = "mapping"
    SET = "set"
    RANGE = "range"
    SLICE = "slice"
    DATE = "date"
    DATETIME = "datetime"
    TIME = "time"
    TIMEDELTA = "timedelta"
    TIMEZONE = "timezone"
    UUID = "uuid"
    ERROR = "error"
    ARRAY = "array"
    DATETIME64 = "datetime64"
    TIMEDELTA64 = "timedelta64"
    FRAME = "frame"
    SERIES = "series"
    INDEX = "index"
    MISSING = "missing"
    SPAN = "span"
    PATH = "path"
    NUMBERS = "numbers"
    VALUES = "values"
    NAMESPACE = "namespace"
    INSTANCE = "instance"

    __hash__ = str.__hash__  # that of an Enum is Python code


_FAMILIES: dict[type, _Family] = {
    **dict.fromkeys((NoneType, EllipsisType, NotImplementedType, type), _Family.SINGLE),
    **dict.fromkeys((bool, int, float, complex, Decimal, Fraction), _Family.NUMBER),
    **dict.fromkeys((bytes, bytearray), _Family.BYTES),
    **dict.fromkeys((dict, defaultdict, OrderedDict, Counter), _Family.MAPPING),
    **dict.fromkeys((set, frozenset), _Family.SET),
    str: _Family.TEXT,
    list: _Family.LIST,
    tuple: _Family.TUPLE,
    deque: _Family.DEQUE,
    range: _Family.RANGE,
    slice: _Family.SLICE,
    datetime.date: _Family.DATE,
    datetime.datetime: _Family.DATETIME,
    datetime.time: _Family.TIME,
    datetime.timedelta: _Family.TIMEDELTA,
    datetime.timezone: _Family.TIMEZONE,
    UUID: _Family.UUID,
    **dict.fromkeys((PurePosixPath, PureWindowsPath, PosixPath), _Family.PATH),
    array: _Family.NUMBERS,
    type({}.values()): _Family.VALUES,
    SimpleNamespace: _Family.NAMESPACE,
}
_ATOMS: frozenset[type] = frozenset((NoneType, EllipsisType, bool, int, float, complex, str, bytes))
_HOLDERS = {list, tuple, deque, dict, defaultdict, OrderedDict, Counter, set, frozenset, slice, SimpleNamespace}
_LEAVES = frozenset(_FAMILIES) - _HOLDERS - {type({}.values())}
_NATIVE = frozenset(_FAMILIES) - {Decimal, Fraction, type({}.values()), SimpleNamespace}
"""Types whose own `==` is right, cheap and total, as long as there is no NaN (identical NaNs are equal in a list)."""


def _family(value: object) -> _Family:
    return _FAMILIES.get(type(value)) or _rare_family(value)


def _rare_family(value: object) -> _Family:
    """The family of a value of no built-in type; asks the type and never `__class__`, which a value can fake."""
    kind = type(value)
    if getattr(kind, "__assay_opaque__", False):
        raise _NotPlain(kind.__name__)
    if issubclass(kind, tuple):
        return _Family.TUPLE
    if issubclass(kind, BaseException):
        return _Family.ERROR
    if issubclass(kind, Enum):
        return _Family.NUMBER if issubclass(kind, int) else _Family.TEXT if issubclass(kind, str) else _Family.SINGLE
    family = _numpy_family(kind) or _pandas_family(value, kind)
    if family is None and own_data(value) is None:
        raise _NotPlain(kind.__name__)
    return family or _Family.INSTANCE


def _numpy_family(kind: type) -> _Family | None:
    numpy: _Foreign = sys.modules.get("numpy")
    if kind is getattr(numpy, "ndarray", None):
        return _Family.ARRAY
    if numpy is None or not issubclass(kind, numpy.generic):
        return None
    for base, family in (
        ((numpy.timedelta64,), _Family.TIMEDELTA64),  # first: numpy counts it among the integers
        ((numpy.number, numpy.bool_), _Family.NUMBER),
        ((numpy.str_,), _Family.TEXT),
        ((numpy.bytes_,), _Family.BYTES),
        ((numpy.datetime64,), _Family.DATETIME64),
    ):
        if issubclass(kind, base):
            return family
    return None


def _pandas_family(value: object, kind: type) -> _Family | None:
    pandas: _Foreign = sys.modules.get("pandas")
    if not hasattr(pandas, "DataFrame"):
        return None
    if value is pandas.NaT or value is pandas.NA:
        return _Family.MISSING
    for base, family in (
        (pandas.DataFrame, _Family.FRAME),
        (pandas.Series, _Family.SERIES),
        (pandas.Index, _Family.INDEX),
        (pandas.Timestamp, _Family.DATETIME),
        (pandas.Timedelta, _Family.TIMEDELTA),
        ((pandas.Period, pandas.Interval), _Family.SPAN),
    ):
        if issubclass(kind, base):
            return family
    return None


def _members(value: Any) -> tuple[Any, ...]:  # Any: a tuple, or a subclass whose methods are not to be trusted
    """The members of a tuple, even if a named one calls a field `__iter__` or `__len__`."""
    return value if type(value) is tuple else tuple.__getitem__(value, slice(None))


def _type_name(value: object) -> str:
    """Equal for values of the same type; named tuples and enums crossed a process, so theirs is known by name only."""
    kind = type(value)
    if kind in _FAMILIES:
        return kind.__name__
    if issubclass(kind, tuple):
        return f"namedtuple {kind.__name__}{kind.__dict__.get('_fields')!r}"
    return f"enum {kind.__name__}" if issubclass(kind, Enum) else f"{kind.__module__}.{kind.__qualname__}"


# ---- a first look: is everything in it known, and how much is there ------------------------------------------------

_MAX_NODES = 3_000_000


class _Survey:
    """What two values are made of, found in one pass at C speed for flat data."""

    def __init__(self) -> None:
        self.types: set[type] = set()
        self.nodes = 0
        self.nan = False
        """A NaN was met outside arrays and frames."""
        self._instances: dict[int, object] = {}
        """Those that were looked through, by identity: objects often refer to each other in circles."""

    def look_through(self, value: object) -> None:
        """Raises for a handle or an unknown type at any depth, and for more values than any channel carries."""
        groups: list[Collection[Any]] = [(value,)]
        while groups:
            group = groups.pop()
            types = set(map(type, group))
            self.types |= types
            self.nodes += len(group)
            if self.nodes > _MAX_NODES:  # also what a cycle comes to
                raise _NotPlain(f"more than {_MAX_NODES} values")
            if not self.nan and (float in types or complex in types):
                self.nan = any(item != item for item in group if type(item) in (float, complex))
            if not types <= _LEAVES:
                for item in group:
                    if type(item) not in _LEAVES and (type(item) in _FAMILIES or self._is_new(item)):
                        groups.extend(_contents(item))

    def _is_new(self, value: object) -> bool:
        """Whether a value is to be looked through: an instance is once."""
        if _family(value) is not _Family.INSTANCE:
            return True
        new = id(value) not in self._instances
        self._instances[id(value)] = value
        return new


def _contents(value: Any) -> tuple[Collection[Any], ...]:  # Any: narrowed by its family
    match _family(value):
        case _Family.LIST | _Family.SET | _Family.DEQUE | _Family.VALUES:
            return (value,)
        case _Family.NAMESPACE:
            return (vars(value).values(),)
        case _Family.INSTANCE:
            return ((own_data(value) or {}).values(),)
        case _Family.TUPLE:
            return (_members(value),)
        case _Family.MAPPING:
            return (value.keys(), value.values())
        case _Family.SLICE:
            return ((value.start, value.stop, value.step),)
        case _Family.ERROR:
            return (value.args,)
        case _Family.ARRAY:
            return (value.ravel().tolist(),) if value.dtype.hasobject else ()
        case _Family.FRAME | _Family.SERIES | _Family.INDEX:
            columns = (*_labels(value), *_columns(value))
            return tuple(column.tolist() for column in columns if not _has_numbers(column))
        case _:
            return ()


# ---- numbers -------------------------------------------------------------------------------------------------------

_Real = int | float | Fraction | Decimal
_Number = _Real | complex
_Key = tuple[Any, ...]  # Any: nested tuples of sortable values, led by a tag that keeps unlike ones apart
_NAN: _Key = ("nan",)
_EXACT_IN_FLOAT = 2**53
_MAX_DECIMAL_DIGITS = 1_100
_MAX_BITS = 20_000


def _plain_number(value: Any) -> _Number:  # Any: narrowed by its type
    """The number in terms of Python: the value that a numpy scalar holds, a Decimal that is finite."""
    kind = type(value)
    if kind is Decimal:
        return value if value.is_finite() else math.nan if value.is_nan() else math.copysign(math.inf, value)
    if kind in _FAMILIES:
        return value  # type: ignore[no-any-return]  # one of the numbers among the families
    if issubclass(kind, Enum):
        return int.__int__(value)
    numpy: _Foreign = sys.modules["numpy"]
    if issubclass(kind, numpy.bool_):
        return bool(value)
    if issubclass(kind, numpy.integer):
        return int(value)
    if issubclass(kind, numpy.complexfloating):
        return complex(value)
    if value.itemsize > 8 and numpy.isfinite(value):
        return Fraction(*value.as_integer_ratio())
    return float(value)


def _number_key(number: _Number) -> _Key:
    """The same for equal numbers of any type, different for others; as cheap as the number is long.

    Python's own `==` between a Decimal and an int of a million digits takes minutes.
    """
    if isinstance(number, Decimal):
        return _decimal_key(number)
    if isinstance(number, Fraction):
        return _ratio_key(number.numerator, number.denominator)
    if isinstance(number, complex) and number.imag != 0:
        return ("complex", _number_key(number.real), _number_key(number.imag))
    return ("real", number.real) if number == number else _NAN


def _ratio_key(numerator: int, denominator: int) -> _Key:
    """A ratio in lowest terms as an int or a float where it is one."""
    if denominator == 1:
        return ("real", numerator)
    if numerator.bit_length() <= 53 and denominator.bit_length() <= 1075 and denominator & (denominator - 1) == 0:
        return ("real", numerator / denominator)
    return ("ratio", numerator, denominator)


def _decimal_key(number: Decimal) -> _Key:
    """A Decimal as a ratio, unless it is longer than any float: then it equals Decimals only."""
    if not number:
        return ("real", 0)
    sign = number.is_signed()
    # As one text, a byte for each digit: a tuple of digits takes a hundred times as much.
    text = f"{number.copy_abs():E}".partition("E")[0].replace(".", "").rstrip("0")
    shift = number.adjusted() - len(text) + 1
    # A float with n digits after the point has at least 0.7 n digits in all, so 1.5 times as many miss none.
    most = 350 if shift > 0 else 64 + 3 * len(text) // 2
    if len(text) > _MAX_DECIMAL_DIGITS or abs(shift) > most:
        return ("decimal", sign, number.adjusted(), text)
    coefficient = -int(text) if sign else int(text)
    if shift >= 0:
        return ("real", coefficient * 10**shift)
    ratio = Fraction(coefficient, 10**-shift)
    return _ratio_key(ratio.numerator, ratio.denominator)


def _is_nan(number: _Number) -> bool:
    return number != number


def _same_number(actual: object, expected: object, *, nan: bool) -> bool:
    """Whether two numbers of any type have the same value; `nan`: NaN is the same as NaN."""
    if _fits_float(actual) and _fits_float(expected):
        return actual == expected or (nan and _is_nan(actual) and _is_nan(expected))
    left, right = _plain_number(actual), _plain_number(expected)
    return _number_key(left) == _number_key(right) and (nan or not _is_nan(left))


def _close_number(run: _Run, comparator: Comparator, actual: object, expected: object) -> bool:
    """Whether two numbers differ by at most atol + rtol * |expected|; a bool has no tolerance."""
    if _fits_float(actual) and _fits_float(expected):
        difference, tolerance = abs(actual - expected), comparator.atol + comparator.rtol * abs(expected)
        if difference <= tolerance < math.inf:
            return True
    left, right = _plain_number(actual), _plain_number(expected)
    if _number_key(left) == _number_key(right):
        return True
    if isinstance(left, bool) or isinstance(right, bool):
        return False
    return _is_finite(left) and _is_finite(right) and _within(run, comparator, left, right)


def _fits_float(value: object) -> TypeGuard[float]:
    """Whether floating-point arithmetic is the right one; a bool is left out."""
    kind = type(value)
    return kind is float or (kind is int and -_EXACT_IN_FLOAT <= value <= _EXACT_IN_FLOAT)  # type: ignore[operator]  # int


def _within(run: _Run, comparator: Comparator, actual: _Number, expected: _Number) -> bool:
    """The rule of `close` for finite numbers of any length."""
    if comparator.atol == math.inf:
        return True
    if isinstance(actual, complex) or isinstance(expected, complex):
        return abs(complex(actual) - complex(expected)) <= comparator.atol + comparator.rtol * abs(complex(expected))
    if isinstance(actual, Decimal) or isinstance(expected, Decimal):
        return _within_decimal(comparator, actual, expected)
    return _within_ratio(run, comparator, Fraction(actual), Fraction(expected))


def _is_finite(number: _Number) -> bool:
    return not isinstance(number, float | complex) or cmath.isfinite(number)


def _within_ratio(run: _Run, comparator: Comparator, actual: Fraction, expected: Fraction) -> bool:
    """The rule of `close` without rounding; a denominator beyond `_MAX_BITS` has no tolerance."""
    if actual.denominator.bit_length() + expected.denominator.bit_length() > _MAX_BITS:
        return False
    run.spend((actual.numerator.bit_length() + expected.numerator.bit_length()) >> 10)
    return abs(actual - expected) <= Fraction(comparator.atol) + Fraction(comparator.rtol) * abs(expected)


def _within_decimal(comparator: Comparator, actual: _Real, expected: _Real) -> bool:
    """The rule of `close` in 60 digits, which no exponent can make expensive."""
    if comparator.atol == comparator.rtol == 0:
        return False
    context = decimal.Context(prec=60, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[])
    left, right = _as_decimal(context, actual), _as_decimal(context, expected)
    tolerance = context.add(Decimal(comparator.atol), context.multiply(Decimal(comparator.rtol), context.abs(right)))
    return tolerance.is_finite() and context.abs(context.subtract(left, right)) <= tolerance


def _as_decimal(context: decimal.Context, number: _Real) -> Decimal:
    if isinstance(number, Decimal):
        return number
    if isinstance(number, float):
        return Decimal(number)
    top, bottom = number.as_integer_ratio()
    if max(top.bit_length(), bottom.bit_length()) > _MAX_BITS:
        raise _Differ("a number that takes minutes to convert")
    return Decimal(top) if bottom == 1 else context.divide(Decimal(top), Decimal(bottom))


# ---- keys: how unordered things are compared without comparing each with each --------------------------------------


class _Keys:
    """Turns values into sortable keys that are equal exactly when the values are.

    Sorting keys costs the same for every input, where hashing has inputs that make it quadratic. `loose` tells that a
    value was met for which keys give an order only: one that equality does not sort into classes.
    """

    def __init__(self, run: _Run, *, typed: bool = False, nan: bool = False, rough: bool = False) -> None:
        self.run = run
        self.strict = False
        """What would make the keys loose makes the values differ instead."""
        self.typed = typed
        self.nan = nan
        """NaN is a value like others; else it makes the whole comparison fail."""
        self.rough = rough
        """Numbers are near, not equal, so a key only brings them near each other."""
        self.unordered = False
        """Sequences have the same key in every order; for nested `any_order`."""
        self.loose = False

    @classmethod
    def for_elements(cls, run: _Run, comparator: Comparator) -> _Keys:
        """The keys for elements that `comparator` compares."""
        kind = comparator.kind
        if kind in (ComparatorKind.EXACT, ComparatorKind.EXACT_TYPES, ComparatorKind.CLOSE):
            typed, rough = kind is ComparatorKind.EXACT_TYPES, kind is ComparatorKind.CLOSE
            return cls(run, typed=typed, rough=rough, nan=typed or rough)
        keys = cls(run, nan=True, rough=True)
        keys.loose = True
        keys.unordered = kind is not ComparatorKind.ONE_OF
        return keys

    def sort(self, values: Sequence[object]) -> _Keyed:
        keys = [self.of(value) for value in values]
        order = sorted(range(len(keys)), key=keys.__getitem__)
        return _Keyed([keys[i] for i in order], [values[i] for i in order])

    def of(self, value: object) -> _Key:
        self.run.spend()
        family = _family(value)
        key = (family, *_KEYS.get(family, _Keys.unknown)(self, value))
        return (_type_name(value), key) if self.typed else key

    @classmethod
    def for_labels(cls, run: _Run, *, typed: bool, nan: bool) -> _Keys:
        """The keys for the keys of dicts and the members of sets: equal ones always mean equal values."""
        keys = cls(run, typed=typed, nan=nan)
        keys.strict = True
        return keys

    def unknown(self, value: object) -> _Key:
        self._loosen()
        return ()

    def _loosen(self) -> None:
        if self.strict:
            raise _Differ("no key for it")
        self.loose = True

    def missing(self, value: object) -> _Key:
        if not self.nan:
            raise _Differ("NaT and NA equal nothing")
        return (id(value),)

    def clock(self, value: _Foreign) -> _Key:
        """Equal for equal values of one unit; those of different units can be equal too."""
        if not self.nan and value != value:
            raise _Differ("NaT equals nothing")
        self.loose = True
        return (value.dtype.str, int(value.astype("int64")))

    def span(self, value: object) -> _Key:
        self.loose = True
        return (repr(value),)

    def number(self, value: object) -> _Key:
        number = _plain_number(value)
        if self.rough:
            self.loose = True
            return (_roughly(number),)
        if not self.nan and _is_nan(number):
            raise _Differ("NaN equals nothing")
        return _number_key(number)

    def sequence(self, value: Iterable[object]) -> _Key:
        keys = map(self.of, _elements(value))
        return tuple(sorted(keys) if self.unordered else keys)

    def set(self, value: Iterable[object]) -> _Key:
        return tuple(sorted(map(self.of, value)))

    def mapping(self, value: dict[object, object]) -> _Key:
        """Equality of OrderedDicts, and of Counters with zeros, is not transitive: see `docs/comparators.md`."""
        items = list(value.items())
        if type(value) is Counter:
            items = [(key, count) for key, count in items if not _is_zero(count)]
        if type(value) is OrderedDict or len(items) < len(value):
            self._loosen()
        keys, values = map(itemgetter(0), items), map(itemgetter(1), items)
        return tuple(sorted(zip(map(self.of, keys), map(self.of, values), strict=True)))

    def error(self, value: BaseException) -> _Key:
        return (_type_name(value), *map(self.of, value.args))

    def array(self, value: _Foreign) -> _Key:
        if value.dtype.kind not in "biufcSUO":
            return self.unknown(value)
        return (value.dtype.str if self.typed else "", value.shape, *map(self.of, value.ravel().tolist()))


_KEYS: dict[_Family, Callable[[_Keys, Any], _Key]] = {  # Any: narrowed by its family
    _Family.SINGLE: lambda keys, value: (id(value),),
    _Family.NUMBER: _Keys.number,
    _Family.TEXT: lambda keys, value: (str.__str__(value),),
    _Family.BYTES: lambda keys, value: (bytes(value),),
    _Family.LIST: _Keys.sequence,
    _Family.TUPLE: _Keys.sequence,
    _Family.DEQUE: _Keys.sequence,
    _Family.MAPPING: _Keys.mapping,
    _Family.SET: _Keys.set,
    _Family.RANGE: lambda keys, value: _range_key(value),
    _Family.SLICE: lambda keys, value: tuple(map(keys.of, (value.start, value.stop, value.step))),
    _Family.DATE: lambda keys, value: (value,),
    _Family.DATETIME: lambda keys, value: (value.utcoffset() is None, value),
    _Family.TIME: lambda keys, value: (value.utcoffset() is None, value),
    _Family.TIMEDELTA: lambda keys, value: (value,),
    _Family.TIMEZONE: lambda keys, value: (value.utcoffset(None),),
    _Family.UUID: lambda keys, value: (value.int,),
    _Family.NUMBERS: lambda keys, value: tuple(map(keys.of, value.tolist())),
    _Family.VALUES: _Keys.sequence,
    _Family.NAMESPACE: lambda keys, value: keys.mapping(vars(value)),
    _Family.INSTANCE: lambda keys, value: (id(type(value)), *keys.mapping(own_data(value) or {})),  # type: ignore[arg-type]  # keys of text are objects
    _Family.ERROR: _Keys.error,
    _Family.ARRAY: _Keys.array,
    _Family.DATETIME64: _Keys.clock,
    _Family.TIMEDELTA64: _Keys.clock,
    _Family.MISSING: _Keys.missing,
    _Family.SPAN: _Keys.span,
}


@dataclass(frozen=True, slots=True)
class _Keyed:
    """Values in the order of their keys."""

    keys: list[_Key]
    values: list[object]

    @property
    def distinct_keys(self) -> list[_Key]:
        return [key for key, _ in groupby(self.keys)]


def _is_zero(value: object) -> bool:
    return _family(value) is _Family.NUMBER and _same_number(value, 0, nan=False)


def _roughly(number: _Number) -> float:
    """A float near the number, to sort by."""
    if isinstance(number, Decimal):
        number = decimal.Context(prec=20, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[]).plus(number)
    try:
        rough = float(number.real)
    except OverflowError:
        return math.inf if number.real > 0 else -math.inf
    return math.inf if rough != rough else rough


def _range_key(value: range) -> _Key:
    """Ranges are equal when they hold the same numbers, of which there may be more than `len` can tell."""
    away = 1 if value.step > 0 else -1
    length = max(0, (value.stop - value.start + value.step - away) // value.step)
    return (length, value.start if length else 0, value.step if length > 1 else 0)


def _elements(value: Any) -> Collection[Any]:  # Any: a sequence or a set
    return _members(value) if issubclass(type(value), tuple) else value


# ---- a walk through two values at once -----------------------------------------------------------------------------


class _Walk:
    """Compares two values node by node by `exact`, `exact_types` or `close`."""

    def __init__(self, run: _Run, comparator: Comparator, *, nan: bool = False) -> None:
        self.run = run
        self.comparator = comparator
        self.typed = comparator.kind is ComparatorKind.EXACT_TYPES
        self.close = comparator.kind is ComparatorKind.CLOSE
        self.nan = nan or comparator.kind is not ComparatorKind.EXACT
        """NaN matches NaN."""
        self.labels = _Keys.for_labels(run, typed=self.typed, nan=self.nan)
        """For the keys of dicts and the members of sets, which have no tolerance."""

    def same(self, actual: object, expected: object) -> bool:
        self.run.spend()
        family = _family(actual)
        if family is not _family(expected):
            return False
        if self.typed and type(actual) is not type(expected) and _type_name(actual) != _type_name(expected):
            return False
        return _RULES[family](self, actual, expected)

    def single(self, actual: object, expected: object) -> bool:
        return actual is expected

    def native(self, actual: object, expected: object) -> bool:
        return bool(actual == expected)

    def number(self, actual: object, expected: object) -> bool:
        if self.close:
            return _close_number(self.run, self.comparator, actual, expected)
        return _same_number(actual, expected, nan=self.nan)

    def sequence(self, actual: object, expected: object) -> bool:
        left, right = _elements(actual), _elements(expected)
        return len(left) == len(right) and all(map(self.same, left, right))

    def slice(self, actual: slice, expected: slice) -> bool:
        return self.sequence((actual.start, actual.stop, actual.step), (expected.start, expected.stop, expected.step))

    def error(self, actual: BaseException, expected: BaseException) -> bool:
        return _type_name(actual) == _type_name(expected) and self.sequence(actual.args, expected.args)

    def set(self, actual: Collection[object], expected: Collection[object]) -> bool:
        if len(actual) != len(expected):
            return False
        if self.close:
            return self.run.pair_up(self.comparator, list(actual), list(expected))
        return sorted(map(self.labels.of, actual)) == sorted(map(self.labels.of, expected))

    def mapping(self, actual: Any, expected: Any) -> bool:  # Any: a dict or a subclass, told apart by `type`
        if type(actual) is type(expected) is Counter:
            return self._counts(actual, expected)
        if len(actual) != len(expected):
            return False
        if type(actual) is type(expected) is OrderedDict and not self._same_order(actual, expected):
            return False
        wanted = {self.labels.of(key): value for key, value in expected.items()}
        for key, value in actual.items():
            other = wanted.pop(self.labels.of(key), _Family)  # the default is no value of any family
            if other is _Family or not self.same(value, other):
                return False
        return True

    def _same_order(self, actual: Iterable[object], expected: Iterable[object]) -> bool:
        return list(map(self.labels.of, actual)) == list(map(self.labels.of, expected))

    def _counts(self, actual: Mapping[Any, object], expected: Mapping[Any, object]) -> bool:  # Any: their keys
        """Counters: what is missing counts zero."""
        wanted = {self.labels.of(key): count for key, count in expected.items()}
        for key, count in actual.items():
            if not self.same(count, wanted.pop(self.labels.of(key), 0)):
                return False
        return all(self.same(0, count) for count in wanted.values())

    def array(self, actual: _Foreign, expected: _Foreign) -> bool:
        if actual.shape != expected.shape or (self.typed and actual.dtype != expected.dtype):
            return False
        self.run.spend(1 + actual.size // 64)
        kinds = {actual.dtype.kind, expected.dtype.kind}
        if kinds <= _NUMERIC and not ((self.close or len(kinds) > 1) and (_is_wide(actual) or _is_wide(expected))):
            return _same_numbers(self, actual, expected)
        if kinds & _CLOCKS or kinds in ({"S"}, {"U"}):
            return len(kinds) == 1 and _same_numbers(self, actual, expected)
        return self.sequence(actual.ravel().tolist(), expected.ravel().tolist())

    def clock(self, actual: _Foreign, expected: _Foreign) -> bool:
        """A datetime64 or timedelta64, as the array of one that it is."""
        numpy: _Foreign = sys.modules["numpy"]
        return self.array(numpy.asarray(actual), numpy.asarray(expected))

    def missing(self, actual: object, expected: object) -> bool:
        return self.nan and actual is expected

    def frame(self, actual: _Foreign, expected: _Foreign) -> bool:
        """A frame, a series or an index: the same labels in the same order, and cells by this walk."""
        if [index.nlevels for index in _indexes(actual)] != [index.nlevels for index in _indexes(expected)]:
            return False
        labels = _Walk(self.run, EXACT_TYPES if self.typed else EXACT, nan=True)
        cells = _Walk(self.run, self.comparator, nan=True)
        if self.typed and not labels.same(_names(actual), _names(expected)):
            return False
        return _same_columns(labels, _labels(actual), _labels(expected)) and _same_columns(
            cells, _columns(actual), _columns(expected)
        )


_RULES: dict[_Family, Callable[[_Walk, Any, Any], bool]] = {  # Any: narrowed by their family
    **dict.fromkeys(_Family, _Walk.native),
    **dict.fromkeys((_Family.LIST, _Family.TUPLE, _Family.DEQUE, _Family.VALUES), _Walk.sequence),
    _Family.NUMBERS: lambda walk, actual, expected: walk.sequence(actual.tolist(), expected.tolist()),
    _Family.NAMESPACE: lambda walk, actual, expected: walk.mapping(vars(actual), vars(expected)),
    _Family.INSTANCE: lambda walk, actual, expected: (
        type(actual) is type(expected) and walk.mapping(own_data(actual), own_data(expected))
    ),
    **dict.fromkeys((_Family.FRAME, _Family.SERIES, _Family.INDEX), _Walk.frame),
    **dict.fromkeys((_Family.DATETIME64, _Family.TIMEDELTA64), _Walk.clock),
    _Family.SINGLE: _Walk.single,
    _Family.NUMBER: _Walk.number,
    _Family.TEXT: lambda walk, actual, expected: str.__str__(actual) == str.__str__(expected),
    _Family.BYTES: lambda walk, actual, expected: bytes(actual) == bytes(expected),
    _Family.SLICE: _Walk.slice,
    _Family.ERROR: _Walk.error,
    _Family.SET: _Walk.set,
    _Family.MAPPING: _Walk.mapping,
    _Family.ARRAY: _Walk.array,
    _Family.MISSING: _Walk.missing,
}


# ---- arrays and frames ---------------------------------------------------------------------------------------------

_NUMERIC = frozenset("biufc")
_CLOCKS = frozenset("mM")
_MAX_COLUMNS = 20_000


def _is_wide(array: _Foreign) -> bool:
    """Whether it holds integers that a float cannot."""
    return (
        array.dtype.kind in "iu"
        and array.size > 0
        and not (int(array.min()) >= -_EXACT_IN_FLOAT and int(array.max()) <= _EXACT_IN_FLOAT)
    )


def _same_numbers(walk: _Walk, actual: _Foreign, expected: _Foreign) -> bool:
    """Arrays of one shape, element by element at C speed."""
    numpy: _Foreign = sys.modules["numpy"]
    with numpy.errstate(all="ignore"):
        same = actual == expected
        if walk.nan:
            same = same | ((actual != actual) & (expected != expected))
        kinds = {actual.dtype.kind, expected.dtype.kind}
        if walk.close and kinds <= _NUMERIC - {"b"}:
            left, right = (array.astype(numpy.result_type(array, numpy.float64)) for array in (actual, expected))
            same = same | numpy.isclose(left, right, rtol=walk.comparator.rtol, atol=walk.comparator.atol)
    return bool(numpy.all(same))


def _indexes(value: _Foreign) -> list[_Foreign]:
    family = _family(value)
    if family is _Family.FRAME:
        return [value.columns, value.index]
    return [value if family is _Family.INDEX else value.index]


def _names(value: _Foreign) -> list[object]:
    own = [value.name] if _family(value) is _Family.SERIES else []
    return own + [list(index.names) for index in _indexes(value)]


def _levels(index: _Foreign) -> list[_Foreign]:
    return [index.get_level_values(level) for level in range(index.nlevels)]


def _labels(value: _Foreign) -> list[_Foreign]:
    return [] if _family(value) is _Family.INDEX else list(chain.from_iterable(map(_levels, _indexes(value))))


def _columns(value: _Foreign) -> list[_Foreign]:
    if _family(value) is _Family.INDEX:
        return _levels(value)
    if _family(value) is _Family.SERIES:
        return [value]
    if value.shape[1] > _MAX_COLUMNS:
        raise _NotPlain(f"more than {_MAX_COLUMNS} columns")
    return [value.iloc[:, position] for position in range(value.shape[1])]


def _has_numbers(column: _Foreign) -> bool:
    numpy: _Foreign = sys.modules["numpy"]
    return isinstance(column.dtype, numpy.dtype) and column.dtype.kind in _NUMERIC


def _same_columns(walk: _Walk, actual: list[_Foreign], expected: list[_Foreign]) -> bool:
    return len(actual) == len(expected) and all(
        _same_column(walk, one, other) for one, other in zip(actual, expected, strict=True)
    )


def _same_column(walk: _Walk, actual: _Foreign, expected: _Foreign) -> bool:
    if len(actual) != len(expected) or (walk.typed and actual.dtype != expected.dtype):
        return False
    if _has_numbers(actual) and _has_numbers(expected):
        return walk.array(actual.to_numpy(), expected.to_numpy())
    return walk.sequence(_cells(walk, actual), _cells(walk, expected))


def _cells(walk: _Walk, column: _Foreign) -> list[object]:
    """The values of a column; what is missing is None, however its dtype writes that (unless types count)."""
    cells: list[object] = column.tolist()
    walk.run.spend(len(cells))
    if walk.typed:
        return cells
    return [None if missing else cell for cell, missing in zip(cells, column.isna().tolist(), strict=True)]


# ---- one comparison ------------------------------------------------------------------------------------------------

_FREE_STEPS = 2_000_000
_STEPS_PER_NODE = 4
_STEPS_PER_PAIR = 6


class _Differ(Exception):
    """The two values at hand are not equal, whatever else there is to compare."""


class _TooCostly(Exception):
    """More work than the size of the values allows."""


class _Run:
    """Carries out a comparator and its inner ones within one budget of steps, each about a microsecond.

    Whatever grows with the values is always affordable; pairing up elements that have no common order is what runs out.
    """

    def __init__(self, nodes: int) -> None:
        self.steps = _FREE_STEPS + _STEPS_PER_NODE * nodes
        self.walks: dict[int, _Walk] = {}
        """By the identity of the comparator, all of which outlive the run."""

    def spend(self, steps: int = 1) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise _TooCostly

    def judge(self, comparator: Comparator, actual: object, expected: object) -> bool:
        self.spend(_STEPS_PER_PAIR)
        try:
            match comparator.kind:
                case ComparatorKind.ANY_ORDER:
                    return self._any_order(_inner(comparator), actual, expected)
                case ComparatorKind.SET_EQUAL:
                    return self._set_equal(_inner(comparator), actual, expected)
                case ComparatorKind.ONE_OF:
                    return self._one_of(_inner(comparator), actual, expected)
                case _:
                    return self._walk(comparator).same(actual, expected)
        except (_Differ, ArithmeticError):  # the latter: a number out of the range of a float
            return False

    def _walk(self, comparator: Comparator) -> _Walk:
        walk = self.walks.get(id(comparator))
        if walk is None:
            walk = self.walks[id(comparator)] = _Walk(self, comparator)
        return walk

    def _one_of(self, inner: Comparator, actual: object, expected: object) -> bool:
        if _family(expected) not in (_Family.LIST, _Family.TUPLE, _Family.SET):
            return False
        return any(self.judge(inner, actual, alternative) for alternative in _elements(expected))

    def _any_order(self, inner: Comparator, actual: object, expected: object) -> bool:
        family = _family(actual)
        if family is not _family(expected) or not _has_order(family, actual) or not _has_order(family, expected):
            return self.judge(inner, actual, expected)
        if inner.kind is ComparatorKind.EXACT_TYPES and _type_name(actual) != _type_name(expected):
            return False
        left, right = list(_elements(actual)), list(_elements(expected))
        return len(left) == len(right) and self.pair_up(inner, left, right)

    def _set_equal(self, inner: Comparator, actual: object, expected: object) -> bool:
        left, right = self._as_set(actual), self._as_set(expected)
        if left is None and right is None:
            return self.judge(inner, actual, expected)
        if left is None or right is None:
            return False
        keys = _Keys.for_elements(self, inner)
        mine, theirs = keys.sort(left), keys.sort(right)
        if not keys.loose:
            return mine.distinct_keys == theirs.distinct_keys
        return self._cover(mine, theirs, lambda one, other: self.judge(inner, one, other)) and self._cover(
            theirs, mine, lambda one, other: self.judge(inner, other, one)
        )

    def _as_set(self, value: Any) -> list[object] | None:  # Any: narrowed by its family
        """The elements of what may stand for a set; `None` for what may not."""
        family = _family(value)
        if family is _Family.RANGE:
            self.spend(len(value))
        elif family is not _Family.SET and not _has_order(family, value):
            return None
        return list(_elements(value))

    def _cover(self, some: _Keyed, others: _Keyed, agree: Callable[[object, object], bool]) -> bool:
        """Whether each of some agrees with one of the others, of which those with a similar key are tried first."""
        return all(
            any(agree(value, others.values[i]) for i in _outward(bisect_left(others.keys, key), len(others.values)))
            for key, value in zip(some.keys, some.values, strict=True)
        )

    def pair_up(self, comparator: Comparator, actual: list[object], expected: list[object]) -> bool:
        """Whether every element of one side has a partner of its own on the other (as many on both sides)."""
        if _keeps_order(comparator) and _share_an_order(actual, expected):
            ordered = (sorted(values) for values in (actual, expected))  # type: ignore[type-var]  # they share an order
            return all(map(self._walk(comparator).same, *ordered))
        keys = _Keys.for_elements(self, comparator)
        mine, theirs = keys.sort(actual), keys.sort(expected)
        if not keys.loose:
            return mine.keys == theirs.keys
        pairs = _Pairs(self, comparator, mine.values, theirs.values)
        return all(map(pairs.find_partner, range(len(actual))))


def _keeps_order(comparator: Comparator) -> bool:
    """Whether comparing sorted elements in pairs is enough: of two numbers the greater one accepts greater ones."""
    return comparator.kind is ComparatorKind.EXACT or (comparator.kind is ComparatorKind.CLOSE and comparator.rtol <= 1)


def _share_an_order(actual: list[object], expected: list[object]) -> bool:
    """Whether all of them are text, or all are plain numbers and none is NaN."""
    types = set(map(type, chain(actual, expected)))
    return types == {str} or (types <= {int, float} and all(value == value for value in chain(actual, expected)))


class _Pairs:
    """Partners for elements that cannot be told apart by keys: bipartite matching, after Kuhn."""

    def __init__(self, run: _Run, comparator: Comparator, actual: list[object], expected: list[object]) -> None:
        self.run = run
        self.comparator = comparator
        self.actual = actual
        self.expected = expected
        self.partner: dict[int, int] = {}
        """From the position of an actual value to that of its expected one."""
        self.taken: dict[int, int] = {}
        """The way back."""

    def find_partner(self, start: int) -> bool:
        """Whether there is a free partner for `start`, or one that is freed by moving others along a path."""
        reached_from: dict[int, int] = {}
        waiting = deque([start])
        while waiting:
            left = waiting.popleft()
            for right in _outward(left, len(self.expected)):
                self.run.spend()
                if right in reached_from or not self._agree(left, right):
                    continue
                reached_from[right] = left
                if right not in self.taken:
                    self._move_along(right, start, reached_from)
                    return True
                waiting.append(self.taken[right])
        return False

    def _agree(self, left: int, right: int) -> bool:
        return self.run.judge(self.comparator, self.actual[left], self.expected[right])

    def _move_along(self, right: int | None, start: int, reached_from: dict[int, int]) -> None:
        """Gives each on the path the partner it has reached, from the end of the path to its start."""
        while right is not None:
            left = reached_from[right]
            freed = self.partner.get(left)
            self.partner[left], self.taken[right] = right, left
            right = None if left == start else freed


def _outward(start: int, stop: int) -> Iterator[int]:
    """All numbers below `stop`, those near `start` first."""
    for distance in range(max(start + 1, stop - start)):
        if start + distance < stop:
            yield start + distance
        if 0 < distance <= start:
            yield start - distance


def _has_order(family: _Family, value: Any) -> bool:  # Any: narrowed by its family
    """Whether the value is a sequence of elements; text is not."""
    return family in (_Family.LIST, _Family.TUPLE, _Family.DEQUE) or (family is _Family.ARRAY and value.ndim > 0)
