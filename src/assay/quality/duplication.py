"""The same tokens twice: inside one candidate, and across many, in linear time."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WINDOW = 30
"""So many equal tokens in a row are a copy."""
DIFFERENT = 8
"""A copy has at least so many different tokens: a table of zeros is none."""
SHINGLE = 8
SIGNS = 4
"""Two candidates that are alike have one of their least so many shingles in common, nearly always."""
ASKED = 8
SKETCH = 256
ALIKE = 0.8
"""The share of common shingles from which two candidates count as alike."""


@dataclass(frozen=True, slots=True)
class Duplication:
    """How much of a candidate is said before in it."""

    share: float = 0.0
    first: tuple[int, int] | None = None
    """The lines of the first copy: the original and the repetition."""


def inside(tokens: Sequence[bytes], rows: Sequence[int]) -> Duplication:
    """Return the share of tokens that repeat an earlier stretch of at least `WINDOW` tokens.

    >>> inside([b"%d" % (number % 40) for number in range(80)], [0] * 40 + [9] * 40)
    Duplication(share=0.5, first=(1, 10))
    """
    if len(tokens) < 2 * WINDOW:
        return Duplication()
    seen: dict[int, int] = {}
    first: tuple[int, int] | None = None
    copied = last = 0
    numbers = _numbered(tokens)
    for start in range(len(numbers) - WINDOW + 1):
        window = tuple(numbers[start : start + WINDOW])
        key = hash(window)
        before = seen.setdefault(key, start)
        if start - before < WINDOW or len(set(window)) < DIFFERENT:
            continue
        first = first or (rows[before] + 1, rows[start] + 1)
        copied += start + WINDOW - max(start, last)
        last = start + WINDOW
    return Duplication(round(copied / len(tokens), 9), first)


def across(candidates: Mapping[int, Sequence[bytes]]) -> list[tuple[int, ...]]:
    """Return groups of candidates that are alike, each by its number; those that are like no other are left out."""
    likeness = Likeness()
    for number, tokens in candidates.items():
        likeness.add(number, tokens)
    return likeness.groups()


class Likeness:
    """Groups candidates one by one: each joins the first group whose founder it shares `ALIKE` of its shingles with.

    Of a founder the `SKETCH` least shingles are kept, which is all of them for a short function, so that the memory for
    a hundred thousand candidates stays small.
    """

    def __init__(self) -> None:
        self._names: dict[bytes, int] = {}
        self._founders: dict[int, array[int]] = {}
        self._by_sign: dict[int, list[int]] = {}
        self._groups: dict[int, list[int]] = {}

    def add(self, number: int, tokens: Sequence[bytes]) -> None:
        """Put a candidate into its group."""
        names = self._names
        sketch = _sketch([names.setdefault(token, len(names)) for token in tokens])
        if not sketch:
            return
        signs = sketch[:SIGNS]
        founder = self._founder(sketch, signs)
        if founder is not None:
            self._groups.setdefault(founder, [founder]).append(number)
            return
        self._founders[number] = array("q", sketch)
        for sign in signs:
            self._by_sign.setdefault(sign, []).append(number)

    def groups(self) -> list[tuple[int, ...]]:
        """Return the groups of two and more, in the order of their founders."""
        return [tuple(members) for _, members in sorted(self._groups.items())]

    def _founder(self, sketch: list[int], signs: list[int]) -> int | None:
        asked = dict.fromkeys(number for sign in signs for number in self._by_sign.get(sign, ())[:ASKED])
        mine = set(sketch)
        for number in asked:
            if _likeness(mine, set(self._founders[number])) >= ALIKE:
                return number
        return None


def _likeness(left: set[int], right: set[int]) -> float:
    """Return the share of common shingles, estimated on the least of both; exact where both are whole."""
    least = sorted(left | right)[: max(len(left), len(right))] if max(len(left), len(right)) == SKETCH else left | right
    return sum(shingle in left and shingle in right for shingle in least) / len(least)


def _sketch(numbers: Sequence[int]) -> list[int]:
    """Return the least of the hashed runs of `SHINGLE` tokens, in order."""
    return sorted(_shingles(numbers))[:SKETCH]


def _shingles(numbers: Sequence[int]) -> frozenset[int]:
    if len(numbers) < SHINGLE:
        return frozenset({hash(tuple(numbers))} if numbers else ())
    return frozenset(hash(tuple(numbers[start : start + SHINGLE])) for start in range(len(numbers) - SHINGLE + 1))


def _numbered(tokens: Sequence[bytes]) -> list[int]:
    names: dict[bytes, int] = {}
    return [names.setdefault(token, len(names)) for token in tokens]
