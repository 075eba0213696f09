"""Inputs that are well inside of what a problem gives: no smaller, and with no numbers beyond those that are given.

Just outside, at an empty list or at one, a problem is often silent and solutions that are all right differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from assay.probes.inputs.base import Input
from assay.probes.inputs.domain import Domain

FEW_LETTERS = 4
"""Where all texts are made of so few letters, no others are meant."""
MORE = 2
"""Collections and texts may be so many times as long as the longest that is given."""
MAX_DEPTH = 8
DISTINCT = re.compile(r"\b(unique|distinct|duplicates?)\b", re.IGNORECASE)
"""Words of a problem that may mean that no item comes twice, which holds where none of the given ones does."""


class Reach(Domain):
    """The inputs of a domain whose numbers lie between those given, and whose collections are not smaller.

    >>> reach = Reach([Input(([5, 9],)), Input(([2, 3, 7],))])
    >>> [reach.accepts(Input((value,))) for value in ([9, 2], [3, 4, 5, 6], [3], [1, 2], [10, 5])]
    [True, True, False, False, False]
    """

    def __init__(self, given: Sequence[Input], text: str = "") -> None:
        super().__init__(given, text)
        most = max((len(one.arguments) for one in given), default=0)
        self._ranges = [
            _range_of([one.arguments[index] for one in given if index < len(one.arguments)]) for index in range(most)
        ]
        self._distinct = bool(DISTINCT.search(text)) and all(map(_is_distinct, _lists(given)))
        names = sorted({name for one in given for name in one.keywords})
        self._named = {name: _range_of([one.keywords[name] for one in given if name in one.keywords]) for name in names}

    def accepts(self, one: Input) -> bool:
        """Return whether an input is well inside of what is given."""
        places = zip(self._ranges, one.arguments, strict=False)
        inside = all(within(value) for within, value in places)
        named = all(self._named[name](value) for name, value in one.keywords.items() if name in self._named)
        if self._distinct and not all(map(_is_distinct, _lists([one]))):
            return False
        return inside and named and super().accepts(one)


def _lists(inputs: Sequence[Input]) -> list[Sequence[object]]:
    arguments = [value for one in inputs for value in (*one.arguments, *one.keywords.values())]
    return [value for value in arguments if isinstance(value, list | tuple)]


def _is_distinct(values: Sequence[object]) -> bool:
    return len(set(map(repr, values))) == len(values)


Within = Callable[[object], bool]


def _range_of(values: Sequence[object], depth: int = MAX_DEPTH) -> Within:
    """Return the test whether a value is between the given ones, in its size and in all that is in it."""
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    sized = [value for value in values if isinstance(value, str | list | tuple | set | frozenset | dict)]
    sizes = [len(value) for value in sized]
    texts = [value for value in sized if isinstance(value, str)]
    letters = frozenset().union(*texts) if texts else frozenset()
    inside = [item for value in sized if not isinstance(value, str) for item in _items(value)]
    of_items = _range_of(inside, depth - 1) if inside and depth else None

    def within(value: object) -> bool:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return not numbers or min(numbers) <= value <= max(numbers)
        if not isinstance(value, str | list | tuple | set | frozenset | dict):
            return True
        if sizes and not min(sizes) <= len(value) <= MORE * max(sizes):
            return False
        if isinstance(value, str):
            return len(letters) > FEW_LETTERS or letters.issuperset(value)
        return of_items is None or all(map(of_items, _items(value)))

    return within


def _items(value: object) -> Sequence[object]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return list(value) if isinstance(value, list | tuple | set | frozenset) else ()
