"""Counts of n-grams up to order four, and how many of them two sides share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

ORDERS = 4


@dataclass(frozen=True, slots=True)
class NGrams:
    """The n-grams of one text, by order."""

    length: int
    counts: tuple[Counter[Hashable], ...]

    def total(self, order: int) -> int:
        """How many n-grams of that order there are."""
        return max(0, self.length - order + 1)


def count_ngrams(tokens: Sequence[Hashable]) -> NGrams:
    """The n-grams of orders one to four.

    >>> count_ngrams("a b a".split()).counts[0]["a"]
    2
    """
    second, third, fourth = tokens[1:], tokens[2:], tokens[3:]
    counts: tuple[Counter[Hashable], ...] = (
        Counter(tokens),
        Counter(zip(tokens, second, strict=False)),
        Counter(zip(tokens, second, third, strict=False)),
        Counter(zip(tokens, second, third, fourth, strict=False)),
    )
    return NGrams(len(tokens), counts)


def shared(first: Mapping[Hashable, int], second: Mapping[Hashable, int]) -> int:
    """How many elements two multisets have in common.

    >>> shared(Counter("aab"), Counter("abb"))
    2
    """
    total = 0
    for key in first.keys() & second.keys():
        one, other = first[key], second[key]
        total += one if one < other else other
    return total
