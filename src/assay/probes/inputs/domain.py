"""Which inputs a problem is about, learned from those that it gives and from what its text says about them.

A problem rarely states its preconditions in full, but its given inputs keep them: where all numbers are positive, all
lists sorted, all texts made of the same words, an input that is otherwise proves nothing about a candidate.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise
from operator import eq
from typing import Any

from assay.probes.inputs.base import Input

FEW = 3
"""So many inputs must agree before something that they have in common is taken for a rule."""
MIXED = 4
"""Where values of so many types stand together, those of any other may."""
REACH = 10
"""Collections and texts may be so many times as large as those that are given."""
NUMBERS_REACH = 100
"""The same for numbers."""
LIKELY = ("small", "capital", "digit", " ")
"""Classes of letters that any text may have, unless the problem speaks of letters."""
OFTEN = 8
"""So many letters of a class, all of them one of very few, are taken for the whole alphabet."""
SMALL_NUMBER = 100
SMALL_SIZE = 20
POSITIVE = re.compile(r"\b(positive|natural)\b", re.IGNORECASE)
NON_NEGATIVE = re.compile(r"\bnon-?\s?negative\b", re.IGNORECASE)
NOT_EMPTY = re.compile(r"\bnon-?\s?empty\b|\bnot empty\b|\bat least one\b", re.IGNORECASE)
MAY_BE_EMPTY = re.compile(r"\bempty\b|\blength 0\b|\bno (elements|items|numbers|words)\b", re.IGNORECASE)
BELOW = re.compile(
    r"(?:\b(less than|smaller than|below|under)|\b(?:at most|up to|not exceed\w*)|<=)\s*(\d{1,9})\b", re.IGNORECASE
)
FROM = re.compile(r"\b(\d{1,3})\s*<=\s*[A-Za-z]")
ORDERED = re.compile(r"\b(sorted|ascending|descending|increasing|decreasing|ordered|monotonic)", re.IGNORECASE)
DISTINCT = re.compile(
    r"\b(of|all|are) (distinct|unique|different)\b|\b(no|without|any) (duplicate|repeat)\w*", re.IGNORECASE
)
LETTERS = re.compile(
    r"\b(lower\s?-?case|upper\s?-?case|letters?|digits?|alphabet\w*|consist\w*|contain\w*|only)\b", re.IGNORECASE
)
BLANKS = re.compile(r"\b(white)?spaces?\b|\bblanks?\b", re.IGNORECASE)
BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">"}
Rule = Callable[[Any], bool]  # Any: a value of the type that the rule is for


class Domain:
    """The inputs that are like the given ones: of the same types, signs, lengths, letters and relations.

    >>> domain = Domain([Input(([1, 2],)), Input(([5, 6],)), Input(([3, 4, 9],))], "Given a sorted list, ...")
    >>> [domain.accepts(Input((value,))) for value in ([7, 8], [8, 7], ["a"], "ab")]
    [True, False, False, False]
    """

    def __init__(self, given: Sequence[Input], text: str = "") -> None:
        cues = _cues(text, alone=all(len(one.arguments) == 1 for one in given))
        self._forms = {(len(one.arguments), *sorted(one.keywords)) for one in given}
        most = max((len(one.arguments) for one in given), default=0)
        self._places = [
            _Place([one.arguments[index] for one in given if index < len(one.arguments)], cues) for index in range(most)
        ]
        names = sorted({name for one in given for name in one.keywords})
        self._names = {
            name: _Place([one.keywords[name] for one in given if name in one.keywords], cues) for name in names
        }
        self._relations = [
            (first, second, rule)
            for first, second in combinations(range(most), 2)
            for rule in _relations([one.arguments for one in given if len(one.arguments) > second], first, second)
        ]

    def accepts(self, one: Input) -> bool:
        """Return whether an input is of the kind that the problem is about."""
        if (len(one.arguments), *sorted(one.keywords)) not in self._forms:
            return False
        if not all(place.accepts(value) for place, value in zip(self._places, one.arguments, strict=False)):
            return False
        if not all(self._names[name].accepts(value) for name, value in one.keywords.items()):
            return False
        given = one.arguments
        return all(rule(given[first], given[second]) for first, second, rule in self._relations if len(given) > second)


@dataclass(frozen=True, slots=True)
class _Cues:
    """What the text of a problem says about its inputs."""

    lowest: int | None
    filled: bool
    """Whether collections and texts must not be empty."""
    empty: bool
    """Whether it is spoken of that something may be empty."""
    below: tuple[int, ...]
    """Numbers of which it says that something is less."""
    ordered: bool
    """Whether it speaks of an order, or of a sorted list."""
    distinct: bool
    """Whether it speaks of items that are all different."""
    letters: bool
    """Whether it says which letters texts are made of."""
    blanks: bool
    """Whether it speaks of blanks."""


def _cues(text: str, *, alone: bool) -> _Cues:
    lowest = 0 if NON_NEGATIVE.search(text) else 1 if POSITIVE.search(text) else None
    stated = FROM.search(text)
    if lowest is None and stated is not None:
        lowest = int(stated[1])
    filled = bool(NOT_EMPTY.search(text))
    below = [int(number) + (not strict) for strict, number in BELOW.findall(text)]
    return _Cues(
        lowest,
        filled,
        not filled and (alone or bool(MAY_BE_EMPTY.search(text))),
        tuple(below),
        bool(ORDERED.search(text)),
        bool(DISTINCT.search(text)),
        bool(LETTERS.search(text)),
        bool(BLANKS.search(text)),
    )


class _Place:
    """The values that stand at one place of the inputs: an argument, or the items of one."""

    def __init__(self, values: Sequence[object], cues: _Cues, *, inside: bool = False) -> None:
        by_type: dict[type, list[Any]] = {}  # Any: values of the type that is the key
        for value in values:
            by_type.setdefault(type(value), []).append(value)
        self._rules = {kind: _rules(kind, alike, cues, inside) for kind, alike in by_type.items()}
        for kind, alike in by_type.items():
            if len(alike) == 1 and len(values) > MIXED and not inside and len(by_type) == 2:
                self._rules[kind] = [partial(eq, alike[0])]  # one odd value among many of another type

    def accepts(self, value: object) -> bool:
        if not self._rules:  # nothing was ever seen here
            return True
        rules = self._rules.get(type(value))
        if rules is None:
            return len(self._rules) >= MIXED
        return all(rule(value) for rule in rules)


def _rules(kind: type, values: list[Any], cues: _Cues, inside: bool) -> list[Rule]:  # Any: values of that type
    if kind in (int, float):
        return _number_rules(values, cues, inside)
    if kind is str:
        return _text_rules(values, cues)
    if kind is tuple and len({len(value) for value in values}) == 1:
        return _tuple_rules(values, cues)
    if kind in (list, tuple, set, frozenset, bytes):
        return _collection_rules(kind, values, cues)
    if kind is dict:
        return _dict_rules(values, cues)
    return []


def _number_rules(values: list[int | float], cues: _Cues, inside: bool) -> list[Rule]:
    finite = [value for value in values if math.isfinite(value)]
    if not finite:
        return []
    least, most = min(finite), max(abs(value) for value in finite)
    high = max(SMALL_NUMBER, NUMBERS_REACH * most)
    low = -high
    if least >= 0 and (cues.lowest is not None or (len(finite) >= FEW and not inside)):
        low = max(min(int(least), 2), cues.lowest or 0)
    if least > 0 and isinstance(least, float) and not inside:
        low = min(least, 1.0) / REACH
    below = min((bound for bound in cues.below if max(finite) < bound <= REACH * max(finite)), default=high + 1)
    rules: list[Rule] = [lambda value: low <= value <= high and value < below]
    if all(isinstance(value, float) for value in finite):
        digits = max(len(repr(value).partition(".")[2]) for value in finite)
        rules.append(lambda value: round(value, digits + 1) == value)
    return rules


def _text_rules(values: list[str], cues: _Cues) -> list[Rule]:
    letters = set().union(*values)
    has_letters = any(letter.isascii() and letter.isalnum() for letter in letters)
    allowed = _alphabet(values)
    if has_letters and not cues.letters and allowed.isdisjoint(letters - set(LIKELY) - _signs(letters)):
        allowed |= set(LIKELY)
    longest = max(SMALL_SIZE, REACH * max(map(len, values)))
    rules: list[Rule] = [
        lambda value: len(value) <= longest and all(one in allowed or _class_of(one) in allowed for one in value)
    ]
    if all(values) and (cues.filled or (len(values) >= FEW and not cues.empty)):
        rules.append(bool)
    filled = [value for value in values if value]
    forms = {_form(value) for value in filled}
    if len(filled) >= FEW and len(forms) <= len(filled) // 2 + 1 and any(len(form) > 1 for form in forms):
        rules.append(lambda value: not value or _form(value) in forms)
    rules += _word_rules(filled) + _template_rules(filled)
    for opening, closing in BRACKETS.items():
        if opening in letters and closing in letters and all(_balanced(value, opening, closing) for value in values):
            rules.append(partial(_balanced, opening=opening, closing=closing))
    if not cues.blanks and len(filled) >= FEW and all(value == value.strip() for value in filled) and " " in letters:
        rules.append(lambda value: value == value.strip() and "  " not in value)
    return rules


def _word_rules(values: list[str]) -> list[Rule]:
    """Return the rule that words are among those that are given, where the same few come again and again."""
    words = [word for value in values for word in re.split(r"[ ,]+", value) if word]
    known = set(words)
    if len(words) >= 8 and len(known) <= len(words) // 2 and any(len(word) > 1 for word in known):
        return [lambda value: all(word in known for word in re.split(r"[ ,]+", value) if word)]
    return []


def _template_rules(values: list[str]) -> list[Rule]:
    """Return the rule that the words which stand at the same place in all given texts stand there."""
    rows = [_tokens(value) for value in values]
    if len(rows) < FEW or len({len(row) for row in rows}) > 1 or len(rows[0]) < FEW:
        return []
    fixed = {place: some[0] for place, some in enumerate(zip(*rows, strict=True)) if len(set(some)) == 1}
    if len(fixed) < 2:
        return []

    def keeps(value: str) -> bool:
        row = _tokens(value)
        return len(row) == len(rows[0]) and all(row[place] == token for place, token in fixed.items())

    return [keeps]


def _tokens(text: str) -> list[str]:
    return re.findall(r"[A-Za-z]+|[0-9]+|.", text, re.DOTALL)


def _alphabet(values: list[str]) -> set[str]:
    """Return the classes of letters that texts are made of; of a class of which few come often, only those few."""
    found = {letter for value in values for letter in value}
    kinds = Counter(_class_of(letter) for value in values for letter in value)
    few = {
        kind
        for kind, times in kinds.items()
        if times >= OFTEN and sum(_class_of(letter) == kind for letter in found) <= times // OFTEN + 1
    }
    return {letter if _class_of(letter) in few else _class_of(letter) for letter in found}


def _signs(letters: set[str]) -> set[str]:
    """Return the letters that are a class of their own."""
    return {letter for letter in letters if _class_of(letter) == letter}


def _class_of(letter: str) -> str:
    """Return what a letter may be replaced by: other small letters, capitals or digits; any other only by itself."""
    if not letter.isascii():
        return letter
    return "small" if letter.islower() else "capital" if letter.isupper() else "digit" if letter.isdigit() else letter


def _form(text: str) -> str:
    """Return a text with runs of letters and of digits as one sign each, which shows how it is built."""
    return re.sub(r"[A-Z][a-z]*|[a-z]+", "a", re.sub(r"[0-9]+", "0", text))


def _balanced(text: str, opening: str, closing: str) -> bool:
    depth = 0
    for letter in text:
        depth += (letter == opening) - (letter == closing)
        if depth < 0:
            return False
    return depth == 0


def _tuple_rules(values: list[tuple[Any, ...]], cues: _Cues) -> list[Rule]:  # Any: items
    length = len(values[0])
    places = [_Place([value[index] for value in values], cues) for index in range(length)]
    ordered = [
        (first, second, rule)
        for first, second in combinations(range(min(length, 6)), 2)
        for rule in _relations(values, first, second)
    ]
    return [
        lambda value: len(value) == length and all(map(_Place.accepts, places, value)),
        lambda value: all(rule(value[first], value[second]) for first, second, rule in ordered),
    ]


def _collection_rules(kind: type, values: list[Any], cues: _Cues) -> list[Rule]:  # Any: collections of that type
    sizes = [len(value) for value in values]
    largest = max(SMALL_SIZE, REACH * max(sizes))
    inside = _Place([item for value in values for item in value], cues, inside=True)
    rules: list[Rule] = [lambda value: len(value) <= largest and all(map(inside.accepts, value))]
    if min(sizes) > 0 and cues.filled:
        rules.append(bool)
    if len(values) >= FEW and min(sizes) == max(sizes):
        rules.append(lambda value: len(value) == sizes[0])
    if kind in (list, tuple):
        rules += _order_rules([value for value in values if len(value) > 1], cues)
        rules += _row_rules(values)
    return rules


def _order_rules(values: list[Any], cues: _Cues) -> list[Rule]:  # Any: lists or tuples
    """Return the rules that items ascend, descend or are all different, where given ones do and the text says so."""
    if len(values) < 2 or sum(map(len, values)) < 2 * FEW:
        return []
    tests: list[Rule] = [_ascends, _descends] if cues.ordered else []
    tests += [_is_distinct] if cues.distinct else []
    return [test for test in tests if all(map(test, values))]


def _row_rules(values: list[Any]) -> list[Rule]:  # Any: lists or tuples
    """Return the rules that all rows of a table are equally long, and as many as its columns."""
    tables = [value for value in values if value and all(isinstance(row, list) for row in value)]
    if len(tables) < 2 or len(tables) < len(values) - 1:
        return []
    rules: list[Rule] = []
    if all(len({len(row) for row in table}) == 1 for table in tables):
        rules.append(lambda table: len({len(row) for row in table}) <= 1)
        if all(len(table[0]) == len(table) for table in tables):
            rules.append(lambda table: not table or len(table[0]) == len(table))
    return rules


def _ascends(value: Any) -> bool:  # Any: a list or tuple
    try:
        return all(one <= other for one, other in pairwise(value))
    except TypeError:
        return False


def _descends(value: Any) -> bool:  # Any: a list or tuple
    return _ascends(value[::-1])


def _is_distinct(value: Any) -> bool:  # Any: a list or tuple
    return len(set(map(repr, value))) == len(value)


def _dict_rules(values: list[dict[Any, Any]], cues: _Cues) -> list[Rule]:  # Any: keys and items
    keys = _Place([key for value in values for key in value], cues)
    items = _Place([item for value in values for item in value.values()], cues)
    known = set(values[0])
    rules: list[Rule] = [lambda value: all(map(keys.accepts, value)) and all(map(items.accepts, value.values()))]
    if len(values) >= FEW and all(set(value) == known for value in values):
        rules.append(lambda value: set(value) == known)
    elif len(values) >= FEW and all(values) and not cues.empty:
        rules.append(bool)
    return rules


def _relations(rows: Sequence[Sequence[Any]], first: int, second: int) -> list[Callable[[Any, Any], bool]]:  # Any: data
    """Return what holds between two arguments of all given inputs: which is larger, whose length is which."""
    pairs = [(row[first], row[second]) for row in rows]
    if len(pairs) < FEW:
        return []
    return [rule for rule in _RELATIONS if all(rule(one, other) for one, other in pairs)]


def _numbers(one: object, other: object) -> bool:
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in (one, other))


def _sized(one: object, other: object) -> bool:
    return isinstance(one, list | tuple | str) and isinstance(other, list | tuple | str)


def _is_size(number: object, of: object) -> bool:
    """Return whether a number can be a size or a place of a collection."""
    sized = isinstance(of, list | tuple | str)
    return sized and isinstance(number, int) and not isinstance(number, bool)


_RELATIONS: tuple[Callable[[Any, Any], bool], ...] = (  # Any: two arguments
    lambda one, other: _numbers(one, other) and one <= other,
    lambda one, other: _numbers(one, other) and one >= other,
    lambda one, other: _numbers(one, other) and one != other,
    lambda one, other: _sized(one, other) and len(one) == len(other),
    lambda one, other: _sized(one, other) and len(one) == len(other) + 1,
    lambda one, other: _sized(one, other) and len(one) + 1 == len(other),
    lambda one, other: _is_size(other, one) and 0 <= other <= len(one),
    lambda one, other: _is_size(one, other) and 0 <= one <= len(other),
    lambda one, other: _is_size(other, one) and 0 <= other < len(one),
    lambda one, other: _is_size(one, other) and 0 <= one < len(other),
)
