"""Whether a returned value is the expected one, at bounded cost, whatever the value is.

This runs in the trusted process on values decoded from a candidate we distrust. So only our rules decide: no method of
a value is asked for its opinion unless its type is a known one, a type that is not known makes the values differ, and
work that grows faster than the values is paid from a budget (`Matcher`). The rules, with one tested example each, are
in `docs/comparators.md`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from assay.errors import InvalidValue
from assay.hashing import content_digest
from assay.judges.comparators.families import ATOMS, NATIVE, TypeFamily, ValuesDiffer, elements_of, family_of, type_name
from assay.judges.comparators.walking import PairWalk, SortedValues, SortKeys, Survey
from assay.records import EXACT, Comparator, ComparatorKind

_FREE_STEPS = 2_000_000
_STEPS_PER_NODE = 4
_STEPS_PER_PAIR = 6


def matches(comparator: Comparator, actual: object, expected: object) -> bool:
    """Return whether `comparator` accepts `actual` for `expected`; never raises for a value, `False` when in doubt.

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
    """Return a short name for signatures and reports; different comparators have different names.

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


def compares_types(comparator: Comparator) -> bool:
    """Return whether a comparator, or one inside of it, is `exact_types`.

    >>> compares_types(Comparator(ComparatorKind.ANY_ORDER, inner=Comparator(ComparatorKind.EXACT_TYPES)))
    True
    """
    part: Comparator | None = comparator
    while part is not None and part.kind is not ComparatorKind.EXACT_TYPES:
        part = part.inner
    return part is not None


def _inner(comparator: Comparator) -> Comparator:
    return comparator.inner or EXACT


def _refuse_predicates(comparator: Comparator) -> None:
    part: Comparator | None = comparator
    while part is not None:
        if part.kind is ComparatorKind.PREDICATE:
            raise InvalidValue(f"a predicate is carried out with the tests, not by matches(): {describe(comparator)!r}")
        part = part.inner


def _truth(actual: Any) -> bool:
    """Return whether a value is true; of an object of the candidate's own, whether it said so."""
    return bool(actual.truth if getattr(type(actual), "__assay_opaque__", False) else actual)


def _matches(comparator: Comparator, actual: object, expected: object) -> bool:
    exact = comparator.kind is ComparatorKind.EXACT
    if exact and type(actual) in ATOMS and type(expected) in ATOMS:
        return bool(actual == expected)
    seen = Survey()
    seen.look_through(actual)
    seen.look_through(expected)
    if exact and seen.types <= NATIVE:
        return not seen.nan and bool(actual == expected)
    return Matcher(seen.nodes).judge(comparator, actual, expected)


class BudgetSpent(Exception):
    """More work than the size of the values allows."""


class Matcher:
    """Carries out a comparator and its inner ones within one budget of steps, each about a microsecond.

    Whatever grows with the values is always affordable; pairing up elements that have no common order is what runs out.
    """

    def __init__(self, nodes: int) -> None:
        self.steps = _FREE_STEPS + _STEPS_PER_NODE * nodes
        self.walks: dict[int, PairWalk] = {}
        """By the identity of the comparator, all of which outlive this object."""

    def spend(self, steps: int = 1) -> None:
        """Pay for work; raise `BudgetSpent` when there is nothing left."""
        self.steps -= steps
        if self.steps < 0:
            raise BudgetSpent

    def judge(self, comparator: Comparator, actual: object, expected: object) -> bool:
        """Return whether the comparator accepts the actual value for the expected one."""
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
        except (ValuesDiffer, ArithmeticError):  # the latter: a number out of the range of a float
            return False

    def _walk(self, comparator: Comparator) -> PairWalk:
        walk = self.walks.get(id(comparator))
        if walk is None:
            walk = self.walks[id(comparator)] = PairWalk(self, comparator)
        return walk

    def _one_of(self, inner: Comparator, actual: object, expected: object) -> bool:
        if family_of(expected) not in (TypeFamily.LIST, TypeFamily.TUPLE, TypeFamily.SET):
            return False
        return any(self.judge(inner, actual, alternative) for alternative in elements_of(expected))

    def _any_order(self, inner: Comparator, actual: object, expected: object) -> bool:
        family = family_of(actual)
        if family is not family_of(expected) or not _has_order(family, actual) or not _has_order(family, expected):
            return self.judge(inner, actual, expected)
        if inner.kind is ComparatorKind.EXACT_TYPES and type_name(actual) != type_name(expected):
            return False
        left, right = list(elements_of(actual)), list(elements_of(expected))
        return len(left) == len(right) and self.pair_up(inner, left, right)

    def _set_equal(self, inner: Comparator, actual: object, expected: object) -> bool:
        left, right = self._as_set(actual), self._as_set(expected)
        if left is None and right is None:
            return self.judge(inner, actual, expected)
        if left is None or right is None:
            return False
        keys = SortKeys.for_elements(self, inner)
        mine, theirs = keys.sort(left), keys.sort(right)
        if not keys.loose:
            return mine.distinct_keys == theirs.distinct_keys
        return self._cover(mine, theirs, lambda one, other: self.judge(inner, one, other)) and self._cover(
            theirs, mine, lambda one, other: self.judge(inner, other, one)
        )

    def _as_set(self, value: Any) -> list[object] | None:  # Any: narrowed by its family
        """Return the elements of what may stand for a set; `None` for what may not."""
        family = family_of(value)
        if family is TypeFamily.RANGE:
            self.spend(len(value))
        elif family is not TypeFamily.SET and not _has_order(family, value):
            return None
        return list(elements_of(value))

    def _cover(self, some: SortedValues, others: SortedValues, agree: Callable[[object, object], bool]) -> bool:
        """Return whether each of some agrees with one of the others; those with a similar key are tried first."""
        return all(
            any(agree(value, others.values[i]) for i in _outward(bisect_left(others.keys, key), len(others.values)))
            for key, value in zip(some.keys, some.values, strict=True)
        )

    def pair_up(self, comparator: Comparator, actual: list[object], expected: list[object]) -> bool:
        """Return whether every element of one side has a partner of its own on the other (as many on both sides)."""
        if _keeps_order(comparator) and _share_an_order(actual, expected):
            ordered = (sorted(values) for values in (actual, expected))  # type: ignore[type-var]  # they share an order
            return all(map(self._walk(comparator).same, *ordered))
        keys = SortKeys.for_elements(self, comparator)
        mine, theirs = keys.sort(actual), keys.sort(expected)
        if not keys.loose:
            return mine.keys == theirs.keys
        pairs = Partners(self, comparator, mine.values, theirs.values)
        return all(map(pairs.find_partner, range(len(actual))))


def _keeps_order(comparator: Comparator) -> bool:
    """Return whether sorted elements can be compared in pairs: of two numbers the greater one accepts greater ones."""
    return comparator.kind is ComparatorKind.EXACT or (comparator.kind is ComparatorKind.CLOSE and comparator.rtol <= 1)


def _share_an_order(actual: list[object], expected: list[object]) -> bool:
    """Return whether all of them are text, or all are plain numbers and none is NaN."""
    types = set(map(type, chain(actual, expected)))
    return types == {str} or (types <= {int, float} and all(value == value for value in chain(actual, expected)))


def _has_order(family: TypeFamily, value: Any) -> bool:  # Any: narrowed by its family
    """Return whether the value is a sequence of elements; text is not."""
    return family in (TypeFamily.LIST, TypeFamily.TUPLE, TypeFamily.DEQUE) or (
        family is TypeFamily.ARRAY and value.ndim > 0
    )


class Partners:
    """Partners for elements that cannot be told apart by keys: bipartite matching, after Kuhn."""

    def __init__(self, matcher: Matcher, comparator: Comparator, actual: list[object], expected: list[object]) -> None:
        self.matcher = matcher
        self.comparator = comparator
        self.actual = actual
        self.expected = expected
        self.partner: dict[int, int] = {}
        """From the position of an actual value to that of its expected one."""
        self.taken: dict[int, int] = {}
        """The way back."""

    def find_partner(self, start: int) -> bool:
        """Return whether there is a free partner for `start`, or one that is freed by moving others along a path."""
        reached_from: dict[int, int] = {}
        waiting = deque([start])
        while waiting:
            left = waiting.popleft()
            for right in _outward(left, len(self.expected)):
                self.matcher.spend()
                if right in reached_from or not self._agree(left, right):
                    continue
                reached_from[right] = left
                if right not in self.taken:
                    self._move_along(right, start, reached_from)
                    return True
                waiting.append(self.taken[right])
        return False

    def _agree(self, left: int, right: int) -> bool:
        return self.matcher.judge(self.comparator, self.actual[left], self.expected[right])

    def _move_along(self, right: int | None, start: int, reached_from: dict[int, int]) -> None:
        """Give each on the path the partner it has reached, from the end of the path to its start."""
        while right is not None:
            left = reached_from[right]
            freed = self.partner.get(left)
            self.partner[left], self.taken[right] = right, left
            right = None if left == start else freed


def _outward(start: int, stop: int) -> Iterator[int]:
    """Yield all numbers below `stop`, those near `start` first."""
    for distance in range(max(start + 1, stop - start)):
        if start + distance < stop:
            yield start + distance
        if 0 < distance <= start:
            yield start - distance
