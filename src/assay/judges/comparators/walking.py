"""Walks through values by the rule of each family: a first look, a comparison node by node, and sortable keys."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from assay.judges.comparators import arrays, containers, numbers, simple, tables
from assay.judges.comparators.families import (
    LEAVES,
    FamilyRule,
    Key,
    TypeFamily,
    UnknownType,
    ValuesDiffer,
    family_of,
    type_name,
)
from assay.records import Comparator, ComparatorKind

if TYPE_CHECKING:
    from assay.judges.comparators.matching import Matcher

_MAX_NODES = 3_000_000
RULES: dict[TypeFamily, FamilyRule] = {
    **simple.RULES,
    **numbers.RULES,
    **containers.RULES,
    **arrays.RULES,
    **tables.RULES,
}


class Survey:
    """What two values consist of, found in one pass at C speed for flat data."""

    def __init__(self) -> None:
        self.types: set[type] = set()
        self.nodes = 0
        self.nan = False
        """A NaN was met outside arrays and frames."""
        self._instances: dict[int, object] = {}
        """Those that were looked through, by identity: objects often refer to each other in circles."""

    def look_through(self, value: object) -> None:
        """Note what a value consists of; raise for an unknown type, or for more values than a channel carries."""
        groups: list[Collection[Any]] = [(value,)]
        while groups:
            group = groups.pop()
            types = set(map(type, group))
            self.types |= types
            self.nodes += len(group)
            if self.nodes > _MAX_NODES:  # also what a cycle comes to
                raise UnknownType(f"more than {_MAX_NODES} values")
            if not self.nan and (float in types or complex in types):
                self.nan = any(item != item for item in group if type(item) in (float, complex))
            if not types <= LEAVES:
                for item in group:
                    groups.extend(self._contents(item))

    def _contents(self, value: object) -> tuple[Collection[Any], ...]:
        """Return the values directly inside of a value; an instance is looked through once."""
        kind = type(value)
        if kind in LEAVES:
            return ()
        family = family_of(value)
        if family is TypeFamily.INSTANCE:
            if id(value) in self._instances:
                return ()
            self._instances[id(value)] = value
        contents = RULES[family].contents
        return () if contents is None else contents(value)


class PairWalk:
    """Compares two values node by node by `exact`, `exact_types` or `close`."""

    def __init__(self, matcher: Matcher, comparator: Comparator, *, nan: bool = False) -> None:
        self.matcher = matcher
        self.comparator = comparator
        self.typed = comparator.kind is ComparatorKind.EXACT_TYPES
        self.close = comparator.kind is ComparatorKind.CLOSE
        self.nan: bool = nan or comparator.kind is not ComparatorKind.EXACT
        """NaN matches NaN."""
        self.labels = SortKeys.for_labels(matcher, typed=self.typed, nan=self.nan)
        """For the keys of dicts and the members of sets, which have no tolerance."""

    def with_nan(self, comparator: Comparator) -> PairWalk:
        """Return a walk by another comparator, in which NaN matches NaN."""
        return PairWalk(self.matcher, comparator, nan=True)

    def same(self, actual: object, expected: object) -> bool:
        """Return whether the two values are equal."""
        self.matcher.spend()
        family = family_of(actual)
        if family is not family_of(expected):
            return False
        if self.typed and type(actual) is not type(expected) and type_name(actual) != type_name(expected):
            return False
        return RULES[family].same(self, actual, expected)


class SortKeys:
    """Turns values into sortable keys that are equal exactly when the values are.

    Sorting keys costs the same for every input, where hashing has inputs that make it quadratic. `loose` tells that a
    value was met for which keys give an order only: one that equality does not sort into classes.
    """

    def __init__(self, matcher: Matcher, *, typed: bool = False, nan: bool = False, rough: bool = False) -> None:
        self.matcher = matcher
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
    def for_elements(cls, matcher: Matcher, comparator: Comparator) -> SortKeys:
        """Return the keys for elements that `comparator` compares."""
        kind = comparator.kind
        if kind in (ComparatorKind.EXACT, ComparatorKind.EXACT_TYPES, ComparatorKind.CLOSE):
            typed, rough = kind is ComparatorKind.EXACT_TYPES, kind is ComparatorKind.CLOSE
            return cls(matcher, typed=typed, rough=rough, nan=typed or rough)
        keys = cls(matcher, nan=True, rough=True)
        keys.loose = True
        keys.unordered = kind is not ComparatorKind.ONE_OF
        return keys

    @classmethod
    def for_labels(cls, matcher: Matcher, *, typed: bool, nan: bool) -> SortKeys:
        """Return the keys for the keys of dicts and the members of sets: equal ones always mean equal values."""
        keys = cls(matcher, typed=typed, nan=nan)
        keys.strict = True
        return keys

    def sort(self, values: Sequence[object]) -> SortedValues:
        """Return the values in the order of their keys."""
        keys = [self.of(value) for value in values]
        order = sorted(range(len(keys)), key=keys.__getitem__)
        return SortedValues([keys[i] for i in order], [values[i] for i in order])

    def of(self, value: object) -> Key:
        """Return the key of a value."""
        self.matcher.spend()
        family = family_of(value)
        make = RULES[family].key
        key = (family, *(self.unknown() if make is None else make(self, value)))
        return (type_name(value), key) if self.typed else key

    def unknown(self) -> Key:
        """Return the key of a value that has no order among others of its family."""
        self.loosen()
        return ()

    def loosen(self) -> None:
        """Note that the keys give an order only."""
        if self.strict:
            raise ValuesDiffer("no key for it")
        self.loose = True


@dataclass(frozen=True, slots=True)
class SortedValues:
    """Values in the order of their keys."""

    keys: list[Key]
    values: list[object]

    @property
    def distinct_keys(self) -> list[Key]:
        """The keys without repetitions."""
        return [key for key, _ in groupby(self.keys)]
