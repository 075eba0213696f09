"""N-grams up to order four: how many two texts share, order by order."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import compress, pairwise

ORDERS = 4
NGram = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class NGrams:
    """The tokens of one text, with what is counted for every comparison."""

    tokens: Sequence[Hashable]
    words: Counter[Hashable]
    pairs: list[NGram]
    pair_counts: Counter[NGram]

    @property
    def length(self) -> int:
        return len(self.tokens)

    def total(self, order: int) -> int:
        """Return how many n-grams of that order there are."""
        return max(0, len(self.tokens) - order + 1)

    def counts(self, order: int) -> Counter[NGram]:
        """Return the n-grams of one order."""
        return Counter(zip(*(self.tokens[start:] for start in range(order)), strict=False))


def count_ngrams(tokens: Sequence[Hashable]) -> NGrams:
    """Return the n-grams of a text.

    >>> count_ngrams("a b a".split()).words["a"]
    2
    """
    pairs: list[NGram] = list(pairwise(tokens))
    return NGrams(tokens, Counter(tokens), pairs, Counter(pairs))


def matches(first: NGrams, second: NGrams) -> list[int]:
    """Return how many n-grams of orders one to four two texts share, each as often as both have it.

    A longer n-gram can only be shared where its parts are, so the longer ones are looked for there alone.

    >>> matches(count_ngrams("a b c d".split()), count_ngrams("x a b c".split()))
    [3, 2, 1, 0]
    """
    found = [shared(first.words, second.words)]
    common: set[NGram] | None = first.pair_counts.keys() & second.pair_counts.keys()
    found.append(sum([min(first.pair_counts[pair], second.pair_counts[pair]) for pair in common or ()]))
    sides: list[tuple[Sequence[Hashable], Sequence[NGram], list[int] | None]]
    sides = [(first.tokens, first.pairs, None), (second.tokens, second.pairs, None)]
    for order in range(3, ORDERS + 1):
        if not common:
            found.append(0)
            continue
        longer = [_longer(tokens, grams, places, common, order) for tokens, grams, places in sides]
        counts = [Counter(grams) for grams, _ in longer]
        common = counts[0].keys() & counts[1].keys()
        found.append(sum([min(counts[0][gram], counts[1][gram]) for gram in common]))
        sides = [(tokens, *one) for (tokens, _, _), one in zip(sides, longer, strict=True)]
    return found


def _longer(
    tokens: Sequence[Hashable], grams: Sequence[NGram], places: list[int] | None, common: set[NGram], order: int
) -> tuple[list[NGram], list[int]]:
    """Return the n-grams of the next order whose two parts are both common, and where they begin."""
    hits = [gram in common for gram in grams]
    kept = list(compress(range(len(grams)) if places is None else places, hits))
    starts = [place for place, following in pairwise(kept) if following == place + 1]
    return [tuple(tokens[place : place + order]) for place in starts], starts


def shared(first: Mapping[Hashable, int], second: Mapping[Hashable, int]) -> int:
    """Return how many elements two multisets have in common.

    >>> shared(Counter("aab"), Counter("abb"))
    2
    """
    total = 0
    for key in first.keys() & second.keys():
        one, other = first[key], second[key]
        total += one if one < other else other
    return total


@contextmanager
def collection_paused() -> Iterator[None]:
    """Stop the search for garbage meanwhile: reading a text makes much that lives on, and no cycles."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
