"""Values that hold others: sequences, sets, mappings, slices, exceptions, and objects compared by their attributes."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from assay.judges.comparators.families import FamilyRule, Key, TypeFamily, elements_of, family_of, type_name
from assay.judges.comparators.numbers import same_number
from assay.judges.instances import own_data

if TYPE_CHECKING:
    from assay.judges.comparators.walking import PairWalk, SortKeys

_NO_VALUE = object()

# ---- sequences -----------------------------------------------------------------------------------------------------


def same_sequence(walk: PairWalk, actual: object, expected: object) -> bool:
    """Return whether two sequences have equal elements in the same order."""
    left, right = elements_of(actual), elements_of(expected)
    return len(left) == len(right) and all(map(walk.same, left, right))


def _sequence_key(keys: SortKeys, value: Iterable[object]) -> Key:
    found = map(keys.of, elements_of(value))
    return tuple(sorted(found) if keys.unordered else found)


def _bounds(value: slice) -> tuple[Any, Any, Any]:
    return (value.start, value.stop, value.step)


def _same_error(walk: PairWalk, actual: BaseException, expected: BaseException) -> bool:
    return type_name(actual) == type_name(expected) and same_sequence(walk, actual.args, expected.args)


# ---- sets ----------------------------------------------------------------------------------------------------------


def _same_set(walk: PairWalk, actual: Collection[object], expected: Collection[object]) -> bool:
    if len(actual) != len(expected):
        return False
    if walk.close:
        return walk.matcher.pair_up(walk.comparator, list(actual), list(expected))
    return sorted(map(walk.labels.of, actual)) == sorted(map(walk.labels.of, expected))


# ---- mappings ------------------------------------------------------------------------------------------------------


def _same_mapping(walk: PairWalk, actual: Any, expected: Any) -> bool:  # Any: a dict or a subclass of it
    if type(actual) is type(expected) is Counter:
        return _same_counts(walk, actual, expected)
    if len(actual) != len(expected):
        return False
    label = walk.labels.of
    if type(actual) is type(expected) is OrderedDict and list(map(label, actual)) != list(map(label, expected)):
        return False
    wanted = {label(key): value for key, value in expected.items()}
    for key, value in actual.items():
        other = wanted.pop(label(key), _NO_VALUE)
        if other is _NO_VALUE or not walk.same(value, other):
            return False
    return True


def _same_counts(walk: PairWalk, actual: Mapping[Any, object], expected: Mapping[Any, object]) -> bool:  # Any: keys
    """Return whether two Counters are equal, where what is missing counts zero."""
    wanted = {walk.labels.of(key): count for key, count in expected.items()}
    for key, count in actual.items():
        if not walk.same(count, wanted.pop(walk.labels.of(key), 0)):
            return False
    return all(walk.same(0, count) for count in wanted.values())


def _mapping_key(keys: SortKeys, value: Mapping[Any, object]) -> Key:  # Any: their keys
    """Return a key; equality of OrderedDicts, and of Counters with zeros, is not transitive (`docs/comparators.md`)."""
    items = list(value.items())
    if type(value) is Counter:
        items = [(key, count) for key, count in items if not _is_zero(count)]
    if type(value) is OrderedDict or len(items) < len(value):
        keys.loosen()
    names, values = map(itemgetter(0), items), map(itemgetter(1), items)
    return tuple(sorted(zip(map(keys.of, names), map(keys.of, values), strict=True)))


def _is_zero(value: object) -> bool:
    return family_of(value) is TypeFamily.NUMBER and same_number(value, 0, nan=False)


# ---- objects -------------------------------------------------------------------------------------------------------


def _same_instance(walk: PairWalk, actual: object, expected: object) -> bool:
    return type(actual) is type(expected) and _same_mapping(walk, own_data(actual), own_data(expected))


RULES = {
    **dict.fromkeys(
        (TypeFamily.LIST, TypeFamily.DEQUE, TypeFamily.VALUES),
        FamilyRule(same_sequence, _sequence_key, lambda value: (value,)),
    ),
    TypeFamily.TUPLE: FamilyRule(same_sequence, _sequence_key, lambda value: (elements_of(value),)),
    TypeFamily.SLICE: FamilyRule(
        lambda walk, actual, expected: same_sequence(walk, _bounds(actual), _bounds(expected)),
        lambda keys, value: tuple(map(keys.of, _bounds(value))),
        lambda value: (_bounds(value),),
    ),
    TypeFamily.ERROR: FamilyRule(
        _same_error,
        lambda keys, value: (type_name(value), *map(keys.of, value.args)),
        lambda value: (value.args,),
    ),
    TypeFamily.SET: FamilyRule(
        _same_set, lambda keys, value: tuple(sorted(map(keys.of, value))), lambda value: (value,)
    ),
    TypeFamily.MAPPING: FamilyRule(_same_mapping, _mapping_key, lambda value: (value.keys(), value.values())),
    TypeFamily.NAMESPACE: FamilyRule(
        lambda walk, actual, expected: _same_mapping(walk, vars(actual), vars(expected)),
        lambda keys, value: _mapping_key(keys, vars(value)),
        lambda value: (vars(value).values(),),
    ),
    TypeFamily.INSTANCE: FamilyRule(
        _same_instance,
        lambda keys, value: (id(type(value)), *_mapping_key(keys, own_data(value) or {})),
        lambda value: ((own_data(value) or {}).values(),),
    ),
}
