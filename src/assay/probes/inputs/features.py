"""What an input is like: signs, sizes, letters, orders, repetitions. Good tests show many such features."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from assay.probes.inputs.base import Input

Feature = tuple[object, ...]
MAX_DEPTH = 3
MOST_ITEMS = 40
MOST_ANSWER = 60
"""Characters of an answer by which it is told from others."""
SPECIAL = (0, 1, 2, 10, 100)
_LETTERS: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("capital", str.isupper),
    ("small", str.islower),
    ("digit", str.isdigit),
    ("blank", str.isspace),
    ("other", lambda letter: not letter.isalnum() and not letter.isspace()),
)


def features_of(given: Input, answer: object) -> set[Feature]:
    """Return what an input and the answer to it are like.

    >>> ((0,), "ascends", True) in features_of(Input(([1, 2],)), 0)
    True
    """
    found: set[Feature] = set()
    for place, value in enumerate([*given.arguments, *given.keywords.values()]):
        found.update(_of_value(value, (place,)))
    for first, second in combinations(range(min(len(given.arguments), 4)), 2):
        found.update(_of_pair(first, second, given.arguments[first], given.arguments[second]))
    found.update(_of_value(answer, ("answer",)))
    found.add(("answer", _shown(answer)))
    return found


def _shown(value: object) -> str:
    try:
        return repr(value)[:MOST_ANSWER]
    except ValueError:  # an integer of too many digits
        return "large"


def _of_pair(first: int, second: int, one: Any, other: Any) -> Iterator[Feature]:  # Any: plain data
    if type(one) is type(other):
        yield first, second, "equal", one == other
    if isinstance(one, int | float) and isinstance(other, int | float):
        yield first, second, "less", one < other
    elif isinstance(one, list | str) and isinstance(other, list | str):
        yield first, second, "shorter", len(one) < len(other)


def _of_value(value: Any, path: Feature, depth: int = 0) -> Iterator[Feature]:  # Any: plain data
    yield path, type(value).__name__
    if value is None or isinstance(value, bool):
        yield path, value
    elif isinstance(value, int | float):
        yield from _of_number(value, path)
    elif isinstance(value, str):
        yield from _of_text(value, path)
    elif isinstance(value, list | tuple | set | frozenset):
        yield from _of_items(list(value), path, depth)
    elif isinstance(value, dict):
        yield path, "size", _bucket(len(value))
        if depth < MAX_DEPTH:
            for key, item in list(value.items())[:MOST_ITEMS]:
                yield from _of_value(key, (*path, "key"), depth + 1)
                yield from _of_value(item, (*path, "item"), depth + 1)


def _of_number(value: int | float, path: Feature) -> Iterator[Feature]:
    if isinstance(value, float) and not math.isfinite(value):
        yield path, str(value)
        return
    yield path, "sign", (value > 0) - (value < 0)
    yield path, "digits", min(12, round(math.log10(abs(value) + 1))) if abs(value) < 1e300 else 12
    if value in SPECIAL:
        yield path, "special", value
    if isinstance(value, int):
        yield path, "even", value % 2 == 0
        yield path, "of three", value % 3 == 0
    else:
        yield path, "whole", value.is_integer()


def _of_text(value: str, path: Feature) -> Iterator[Feature]:
    yield path, "size", _bucket(len(value))
    for name, test in _LETTERS:
        yield path, name, any(map(test, value))
    yield path, "same backwards", value == value[::-1]
    yield path, "repeats", len(set(value)) < len(value)
    yield path, "blank at an end", value != value.strip()
    yield path, "two blanks", "  " in value
    for place, letter in (("first", value[:1]), ("last", value[-1:])):
        yield path, place, next((name for name, test in _LETTERS if letter and test(letter)), "")


def _of_items(value: list[Any], path: Feature, depth: int) -> Iterator[Feature]:  # Any: items
    yield path, "size", _bucket(len(value))
    texts = list(map(_shown, value[:MOST_ITEMS]))
    yield path, "repeats", len(set(texts)) < len(texts)
    yield path, "all the same", len(set(texts)) == 1
    yield path, "same backwards", texts == texts[::-1]
    try:
        ordered = sorted(value)
        yield path, "ascends", ordered == value
        yield path, "descends", ordered[::-1] == value
    except TypeError:
        pass
    if depth < MAX_DEPTH:
        for item in value[:MOST_ITEMS]:
            yield from _of_value(item, (*path, "item"), depth + 1)
        for place, items in (("first", value[:1]), ("last", value[-1:])):
            for item in items:
                yield from _of_value(item, (*path, place), MAX_DEPTH)


def _bucket(size: int) -> int:
    """Return a size, roughly."""
    return size if size < 3 else next((bound for bound in (5, 12, 40, 200) if size < bound), 1000)
