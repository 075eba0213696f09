"""Frames, series and indexes of pandas, its missing values, periods and intervals."""

from __future__ import annotations

import sys
from collections.abc import Collection
from itertools import chain
from typing import TYPE_CHECKING, Any

from assay.judges.comparators.arrays import NUMERIC, same_array
from assay.judges.comparators.containers import same_sequence
from assay.judges.comparators.families import (
    FamilyRule,
    Foreign,
    Key,
    TypeFamily,
    UnknownType,
    ValuesDiffer,
    family_of,
)
from assay.judges.comparators.simple import same_natively
from assay.records import EXACT, EXACT_TYPES

if TYPE_CHECKING:
    from assay.judges.comparators.walking import PairWalk, SortKeys

_MAX_COLUMNS = 20_000


def _same_frame(walk: PairWalk, actual: Foreign, expected: Foreign) -> bool:
    """Compare two frames, series or indexes: the same labels in the same order, and cells by this walk."""
    if [index.nlevels for index in _indexes(actual)] != [index.nlevels for index in _indexes(expected)]:
        return False
    labels = walk.with_nan(EXACT_TYPES if walk.typed else EXACT)
    cells = walk.with_nan(walk.comparator)
    if walk.typed and not labels.same(_names(actual), _names(expected)):
        return False
    return _same_columns(labels, _labels(actual), _labels(expected)) and _same_columns(
        cells, _columns(actual), _columns(expected)
    )


def _indexes(value: Foreign) -> list[Foreign]:
    family = family_of(value)
    if family is TypeFamily.FRAME:
        return [value.columns, value.index]
    return [value if family is TypeFamily.INDEX else value.index]


def _names(value: Foreign) -> list[object]:
    own = [value.name] if family_of(value) is TypeFamily.SERIES else []
    return own + [list(index.names) for index in _indexes(value)]


def _levels(index: Foreign) -> list[Foreign]:
    return [index.get_level_values(level) for level in range(index.nlevels)]


def _labels(value: Foreign) -> list[Foreign]:
    return [] if family_of(value) is TypeFamily.INDEX else list(chain.from_iterable(map(_levels, _indexes(value))))


def _columns(value: Foreign) -> list[Foreign]:
    family = family_of(value)
    if family is TypeFamily.INDEX:
        return _levels(value)
    if family is TypeFamily.SERIES:
        return [value]
    if value.shape[1] > _MAX_COLUMNS:
        raise UnknownType(f"more than {_MAX_COLUMNS} columns")
    return [value.iloc[:, position] for position in range(value.shape[1])]


def _same_columns(walk: PairWalk, actual: list[Foreign], expected: list[Foreign]) -> bool:
    return len(actual) == len(expected) and all(
        _same_column(walk, one, other) for one, other in zip(actual, expected, strict=True)
    )


def _same_column(walk: PairWalk, actual: Foreign, expected: Foreign) -> bool:
    if len(actual) != len(expected) or (walk.typed and actual.dtype != expected.dtype):
        return False
    if _has_numbers(actual) and _has_numbers(expected):
        return same_array(walk, actual.to_numpy(), expected.to_numpy())
    return same_sequence(walk, _cells(walk, actual), _cells(walk, expected))


def _has_numbers(column: Foreign) -> bool:
    numpy: Foreign = sys.modules["numpy"]
    return isinstance(column.dtype, numpy.dtype) and column.dtype.kind in NUMERIC


def _cells(walk: PairWalk, column: Foreign) -> list[object]:
    """Return the values of a column; what is missing is None, however its dtype writes that (unless types count)."""
    cells: list[object] = column.tolist()
    walk.matcher.spend(len(cells))
    if walk.typed:
        return cells
    return [None if missing else cell for cell, missing in zip(cells, column.isna().tolist(), strict=True)]


def _frame_contents(value: Foreign) -> tuple[Collection[Any], ...]:  # Any: cells and labels of any type
    columns = (*_labels(value), *_columns(value))
    return tuple(column.tolist() for column in columns if not _has_numbers(column))


def _same_values(walk: PairWalk, actual: Foreign, expected: Foreign) -> bool:
    """Compare two columns that stand alone; what lies below a missing value is none of theirs."""
    return _same_column(walk.with_nan(walk.comparator), actual, expected)


def _values(column: Foreign) -> tuple[Collection[Any], ...]:  # Any: cells of any type
    return () if _has_numbers(column) else (column.tolist(),)


def _missing_key(keys: SortKeys, value: object) -> Key:
    if not keys.nan:
        raise ValuesDiffer("NaT and NA equal nothing")
    return (id(value),)


def _span_key(keys: SortKeys, value: object) -> Key:
    keys.loose = True
    return (repr(value),)


RULES = {
    **dict.fromkeys(
        (TypeFamily.FRAME, TypeFamily.SERIES, TypeFamily.INDEX),
        FamilyRule(_same_frame, contents=_frame_contents),
    ),
    TypeFamily.COLUMN: FamilyRule(_same_values, contents=_values),
    TypeFamily.MISSING: FamilyRule(lambda walk, actual, expected: walk.nan and actual is expected, _missing_key),
    TypeFamily.SPAN: FamilyRule(same_natively, _span_key),
}
