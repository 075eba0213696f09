"""Which mutants are asked for, and which of the possible ones are made where there are too many."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

MOST_MUTANTS = 10_000
"""Of one source."""
MOST_BYTES = 2**26
"""Read or compiled for one source: a large function has many mutants, and each is compiled with the whole of it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which mutants are asked for."""

    operators: Iterable[str] | None = None
    within: str | None = None
    sample: int | None = None
    seed: int = 0

    @property
    def most(self) -> int:
        """How many are enough."""
        return min(self.sample or MOST_MUTANTS, MOST_MUTANTS)


def drawn(costs: Sequence[int], wanted: Wanted) -> list[int]:
    """Return which changes to try, by index, given how many bytes each costs.

    That is all in their order, or, for a sample and where there are too many, as many as fit, in a drawn order.
    """
    order = list(range(len(costs)))
    if wanted.sample is None and len(costs) <= MOST_MUTANTS and sum(costs) <= MOST_BYTES:
        return order
    random.Random(wanted.seed).shuffle(order)
    total = 0
    for count, index in enumerate(order):
        total += costs[index]
        if total > MOST_BYTES:
            return order[: max(1, count)]
    return order


def kept(
    costs: Sequence[int], wanted: Wanted, replacement: Callable[[int], str | None]
) -> tuple[list[tuple[int, str]], int]:
    """Return the changes that are kept, in their order, each with the text to put in, and how many were not tried.

    `replacement` says for a change, by its index, what to put in; `None`: it is left out.
    """
    found: list[tuple[int, str]] = []
    tried = 0
    for index in drawn(costs, wanted):
        tried += 1
        text = replacement(index)
        if text is not None:
            found.append((index, text))
        if len(found) == wanted.most:
            break
    return sorted(found), len(costs) - tried
