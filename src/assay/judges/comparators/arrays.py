"""Arrays of `array` and numpy, and numpy's moments and spans of time."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from assay.judges.comparators.containers import same_sequence
from assay.judges.comparators.families import FamilyRule, Foreign, Key, TypeFamily, ValuesDiffer
from assay.judges.comparators.numbers import EXACT_IN_FLOAT

if TYPE_CHECKING:
    from assay.judges.comparators.walking import PairWalk, SortKeys

NUMERIC = frozenset("biufc")
_CLOCKS = frozenset("mM")


def same_array(walk: PairWalk, actual: Foreign, expected: Foreign) -> bool:
    """Return whether two arrays of numpy have one shape and equal elements."""
    if actual.shape != expected.shape or (walk.typed and actual.dtype != expected.dtype):
        return False
    walk.matcher.spend(1 + actual.size // 64)
    kinds = {actual.dtype.kind, expected.dtype.kind}
    if kinds & _CLOCKS or kinds in ({"S"}, {"U"}):
        return len(kinds) == 1 and _same_elements(walk, actual, expected)
    needs_exactness = walk.close or len(kinds) > 1
    if kinds <= NUMERIC and not (needs_exactness and (_is_wide(actual) or _is_wide(expected))):
        return _same_elements(walk, actual, expected)
    return same_sequence(walk, actual.ravel().tolist(), expected.ravel().tolist())


def _is_wide(array: Foreign) -> bool:
    """Return whether it holds integers that a float cannot."""
    if array.dtype.kind not in "iu" or array.size == 0:
        return False
    return int(array.min()) < -EXACT_IN_FLOAT or int(array.max()) > EXACT_IN_FLOAT


def _same_elements(walk: PairWalk, actual: Foreign, expected: Foreign) -> bool:
    """Compare arrays of one shape, element by element at C speed."""
    numpy: Foreign = sys.modules["numpy"]
    with numpy.errstate(all="ignore"):
        same = actual == expected
        if walk.nan:
            same = same | ((actual != actual) & (expected != expected))
        kinds = {actual.dtype.kind, expected.dtype.kind}
        if walk.close and kinds <= NUMERIC - {"b"}:
            left, right = (array.astype(numpy.result_type(array, numpy.float64)) for array in (actual, expected))
            same = same | numpy.isclose(left, right, rtol=walk.comparator.rtol, atol=walk.comparator.atol)
    return bool(numpy.all(same))


def _array_key(keys: SortKeys, value: Foreign) -> Key:
    if value.dtype.kind not in "biufcSUO":
        return keys.unknown()
    return (value.dtype.str if keys.typed else "", value.shape, *map(keys.of, value.ravel().tolist()))


def _same_clock(walk: PairWalk, actual: Foreign, expected: Foreign) -> bool:
    """Compare two of datetime64 or timedelta64, each as the array of one that it is."""
    numpy: Foreign = sys.modules["numpy"]
    return same_array(walk, numpy.asarray(actual), numpy.asarray(expected))


def _clock_key(keys: SortKeys, value: Foreign) -> Key:
    """Return a key that is equal for equal values of one unit; those of different units can be equal too."""
    if not keys.nan and value != value:
        raise ValuesDiffer("NaT equals nothing")
    keys.loose = True
    return (value.dtype.str, int(value.astype("int64")))


RULES = {
    TypeFamily.NUMBERS: FamilyRule(
        lambda walk, actual, expected: same_sequence(walk, actual.tolist(), expected.tolist()),
        lambda keys, value: tuple(map(keys.of, value.tolist())),
    ),
    TypeFamily.ARRAY: FamilyRule(
        same_array, _array_key, lambda value: (value.ravel().tolist(),) if value.dtype.hasobject else ()
    ),
    **dict.fromkeys((TypeFamily.DATETIME64, TypeFamily.TIMEDELTA64), FamilyRule(_same_clock, _clock_key)),
}
