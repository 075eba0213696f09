"""The same tokens twice: inside one candidate, and across many, in linear time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

WINDOW = 30
"""So many equal tokens in a row are a copy."""
DIFFERENT = 8
"""A copy has at least so many different tokens: a table of zeros is none."""
SHINGLE = 8
SKETCH = 4
ALIKE = 0.8
"""The share of common shingles from which two candidates count as alike."""


@dataclass(frozen=True, slots=True)
class Duplication:
    """How much of a candidate is said before in it."""

    share: float = 0.0
    first: tuple[int, int] | None = None
    """The lines of the first copy: the original and the repetition."""


def inside(tokens: Sequence[bytes], rows: Sequence[int]) -> Duplication:
    """The share of tokens that repeat an earlier stretch of at least `WINDOW` tokens.

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
    """Groups of candidates that are alike, each by its number; those that are like no other are left out.

    A candidate joins the first group whose founder it shares `ALIKE` of its shingles with.
    """
    names: dict[bytes, int] = {}
    founders: dict[int, frozenset[int]] = {}
    by_sign: dict[int, list[int]] = {}
    groups: dict[int, list[int]] = {}
    for number, tokens in candidates.items():
        shingles = _shingles([names.setdefault(token, len(names)) for token in tokens])
        if not shingles:
            continue
        signs = sorted(shingles)[:SKETCH]
        founder = _founder(shingles, signs, by_sign, founders)
        if founder is not None:
            groups.setdefault(founder, [founder]).append(number)
            continue
        founders[number] = shingles
        for sign in signs:
            by_sign.setdefault(sign, []).append(number)
    return [tuple(members) for members in groups.values()]


def _founder(
    shingles: frozenset[int],
    signs: Iterable[int],
    by_sign: Mapping[int, list[int]],
    founders: Mapping[int, frozenset[int]],
) -> int | None:
    asked = dict.fromkeys(number for sign in signs for number in by_sign.get(sign, ())[:SKETCH])
    for number in asked:
        other = founders[number]
        if len(shingles & other) >= ALIKE * len(shingles | other):
            return number
    return None


def _shingles(numbers: Sequence[int]) -> frozenset[int]:
    if len(numbers) < SHINGLE:
        return frozenset({hash(tuple(numbers))} if numbers else ())
    return frozenset(hash(tuple(numbers[start : start + SHINGLE])) for start in range(len(numbers) - SHINGLE + 1))


def _numbered(tokens: Sequence[bytes]) -> list[int]:
    names: dict[bytes, int] = {}
    return [names.setdefault(token, len(names)) for token in tokens]
