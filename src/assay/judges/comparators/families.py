"""Families of types whose values can be equal to each other, and which family a value belongs to.

numpy and pandas are never imported here: while they are not loaded, no value can be theirs.
"""

from __future__ import annotations

import datetime
import sys
from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, StrEnum
from fractions import Fraction
from pathlib import PosixPath, PurePosixPath, PureWindowsPath
from types import EllipsisType, NoneType, NotImplementedType, SimpleNamespace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from assay.judges.instances import own_data

if TYPE_CHECKING:
    from assay.judges.comparators.walking import PairWalk, SortKeys

Foreign = Any  # values and modules of numpy and pandas, whose types cannot be named without importing them
Key = tuple[Any, ...]  # Any: nested tuples of sortable values, led by a tag that keeps unlike ones apart


class UnknownType(Exception):
    """A handle, or a value of a type that no rule is written for."""


class ValuesDiffer(Exception):
    """The two values at hand are not equal, whatever else there is to compare."""


class TypeFamily(StrEnum):
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
    COLUMN = "column"
    MISSING = "missing"
    SPAN = "span"
    PATH = "path"
    NUMBERS = "numbers"
    VALUES = "values"
    NAMESPACE = "namespace"
    INSTANCE = "instance"

    __hash__ = str.__hash__  # that of an Enum is Python code


@dataclass(frozen=True, slots=True)
class FamilyRule:
    """How values of one family are compared, sorted and looked through."""

    same: Callable[[PairWalk, Any, Any], bool]
    """Whether two values are equal, as the walk understands it."""
    key: Callable[[SortKeys, Any], Key] | None = None
    """A sortable key that equal values share; without one, the family has no order."""
    contents: Callable[[Any], tuple[Collection[Any], ...]] | None = None
    """The values directly inside of a value, where there can be some."""


FAMILIES: dict[type, TypeFamily] = {
    **dict.fromkeys((NoneType, EllipsisType, NotImplementedType, type), TypeFamily.SINGLE),
    **dict.fromkeys((bool, int, float, complex, Decimal, Fraction), TypeFamily.NUMBER),
    **dict.fromkeys((bytes, bytearray), TypeFamily.BYTES),
    **dict.fromkeys((dict, defaultdict, OrderedDict, Counter), TypeFamily.MAPPING),
    **dict.fromkeys((set, frozenset), TypeFamily.SET),
    str: TypeFamily.TEXT,
    list: TypeFamily.LIST,
    tuple: TypeFamily.TUPLE,
    deque: TypeFamily.DEQUE,
    range: TypeFamily.RANGE,
    slice: TypeFamily.SLICE,
    datetime.date: TypeFamily.DATE,
    datetime.datetime: TypeFamily.DATETIME,
    datetime.time: TypeFamily.TIME,
    datetime.timedelta: TypeFamily.TIMEDELTA,
    datetime.timezone: TypeFamily.TIMEZONE,
    UUID: TypeFamily.UUID,
    **dict.fromkeys((PurePosixPath, PureWindowsPath, PosixPath), TypeFamily.PATH),
    array: TypeFamily.NUMBERS,
    type({}.values()): TypeFamily.VALUES,
    SimpleNamespace: TypeFamily.NAMESPACE,
}
ATOMS: frozenset[type] = frozenset((NoneType, EllipsisType, bool, int, float, complex, str, bytes))
_HOLDERS = {list, tuple, deque, dict, defaultdict, OrderedDict, Counter, set, frozenset, slice, SimpleNamespace}
LEAVES = frozenset(FAMILIES) - _HOLDERS - {type({}.values())}
"""Types whose values hold no others."""
NATIVE = frozenset(FAMILIES) - {Decimal, Fraction, type({}.values()), SimpleNamespace}
"""Types whose own `==` is right, cheap and total, as long as there is no NaN (identical NaNs are equal in a list)."""


def family_of(value: object) -> TypeFamily:
    """Return the family of a value; raise `UnknownType` where there is none."""
    return FAMILIES.get(type(value)) or _rare_family(value)


def _rare_family(value: object) -> TypeFamily:
    """Return the family of a value of no built-in type; asks the type and never `__class__`, which a value can fake."""
    kind = type(value)
    if getattr(kind, "__assay_opaque__", False):
        raise UnknownType(kind.__name__)
    if issubclass(kind, tuple):
        return TypeFamily.TUPLE
    if issubclass(kind, BaseException):
        return TypeFamily.ERROR
    if issubclass(kind, Enum):
        text = TypeFamily.TEXT if issubclass(kind, str) else TypeFamily.SINGLE
        return TypeFamily.NUMBER if issubclass(kind, int) else text
    family = _numpy_family(kind) or _pandas_family(value, kind)
    if family is None and own_data(value) is None:
        raise UnknownType(kind.__name__)
    return family or TypeFamily.INSTANCE


def _numpy_family(kind: type) -> TypeFamily | None:
    numpy: Foreign = sys.modules.get("numpy")
    if kind is getattr(numpy, "ndarray", None):
        return TypeFamily.ARRAY
    if numpy is None or not issubclass(kind, numpy.generic):
        return None
    for base, family in (
        ((numpy.timedelta64,), TypeFamily.TIMEDELTA64),  # first: numpy counts it among the integers
        ((numpy.number, numpy.bool_), TypeFamily.NUMBER),
        ((numpy.str_,), TypeFamily.TEXT),
        ((numpy.bytes_,), TypeFamily.BYTES),
        ((numpy.datetime64,), TypeFamily.DATETIME64),
    ):
        if issubclass(kind, base):
            return family
    return None


def _pandas_family(value: object, kind: type) -> TypeFamily | None:
    pandas: Foreign = sys.modules.get("pandas")
    if not hasattr(pandas, "DataFrame"):
        return None
    if value is pandas.NaT or value is pandas.NA:
        return TypeFamily.MISSING
    for base, family in (
        (pandas.DataFrame, TypeFamily.FRAME),
        (pandas.Series, TypeFamily.SERIES),
        (pandas.Index, TypeFamily.INDEX),
        (pandas.api.extensions.ExtensionArray, TypeFamily.COLUMN),
        (pandas.Timestamp, TypeFamily.DATETIME),
        (pandas.Timedelta, TypeFamily.TIMEDELTA),
        ((pandas.Period, pandas.Interval), TypeFamily.SPAN),
    ):
        if issubclass(kind, base):
            return family
    return None


def elements_of(value: Any) -> Collection[Any]:  # Any: a sequence or a set
    """Return the members of a sequence or set, even of a named tuple that calls a field `__iter__` or `__len__`."""
    kind = type(value)
    return tuple.__getitem__(value, slice(None)) if kind is not tuple and issubclass(kind, tuple) else value


def type_name(value: object) -> str:
    """Return a name that is equal for values of the same type.

    Named tuples and enums crossed a process, so their types are known by name only.
    """
    kind = type(value)
    if kind in FAMILIES:
        return kind.__name__
    if issubclass(kind, tuple):
        return f"namedtuple {kind.__name__}{kind.__dict__.get('_fields')!r}"
    return f"enum {kind.__name__}" if issubclass(kind, Enum) else f"{kind.__module__}.{kind.__qualname__}"
