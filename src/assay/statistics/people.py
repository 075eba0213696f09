"""What people say beside what a machine says: how far they agree, and both combined into one number.

The combination is prediction-powered inference (Angelopoulos et al. 2023): the machine's mean over everything, moved by
how much people differ from it where they have looked.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import InvalidValue
from assay.statistics.intervals import Z
from assay.statistics.standard_errors import standard_error


@dataclass(frozen=True, slots=True)
class Combined:
    """A mean that rests on a machine's judgements of all and people's judgements of some."""

    value: float
    error: float
    interval: tuple[float, float]
    """Of 95 % confidence, within 0 and 1."""
    n: int
    """What the machine has judged."""
    labelled: int
    """What people have judged of it."""


def cohen_kappa(table: Sequence[Sequence[int]]) -> float | None:
    """Return how far two raters agree beyond chance: 1 is always, 0 is chance.

    `table[i][j]` counts what the first put into class i and the second into class j. `None`: both have put everything
    into the same class, so that chance and agreement cannot be told apart.

    >>> cohen_kappa([[20, 5], [10, 15]])
    0.4
    """
    size = len(table)
    n = sum(map(sum, table))
    if any(len(row) != size for row in table) or any(count < 0 for row in table for count in row) or not n:
        raise InvalidValue(f"kappa needs a square table of counts that are not all 0, got {table!r:.200}")
    agreed = sum(table[place][place] for place in range(size)) / n
    by_chance = sum(sum(table[place]) * sum(row[place] for row in table) for place in range(size)) / n**2
    return None if by_chance == 1 else round((agreed - by_chance) / (1 - by_chance), 12)


def kappa_interval(
    table: Sequence[Sequence[int]], *, seed: int = 0, resamples: int = 2000
) -> tuple[float, float] | None:
    """Return the interval of 95 % confidence of `cohen_kappa`, by drawing what was rated again.

    `None` where kappa is not defined for most draws, as where nearly all is of one class.

    >>> low, high = kappa_interval([[20, 5], [10, 15]])
    >>> round(low, 1), round(high, 1)
    (0.2, 0.6)
    """
    import numpy as np

    counts = np.asarray(table, dtype=np.float64)
    n = counts.sum()
    if not n:
        return None
    drawn = np.random.default_rng(seed).multinomial(int(n), (counts / n).ravel(), size=resamples)
    tables = drawn.reshape(resamples, *counts.shape) / n
    agreed = np.trace(tables, axis1=1, axis2=2)
    by_chance = (tables.sum(axis=1) * tables.sum(axis=2)).sum(axis=1)
    told = by_chance < 1 - 1e-12
    if told.mean() < 0.5:
        return None
    low, high = np.quantile((agreed[told] - by_chance[told]) / (1 - by_chance[told]), (0.025, 0.975))
    return float(low), float(high)


def combine(judged: Sequence[float], labelled: Sequence[tuple[float, float]]) -> Combined:
    """Return the mean that people would give, from the machine's judgement of all and pairs of both for some.

    `judged` has the machine's judgement of each, from 0 to 1; `labelled` a pair for each that people have judged too:
    theirs, then the machine's. Those must be chosen at random, or be like the others. Where people and machine differ
    on none of them, or on all in the same way, the error is taken as if there were two more, one for each direction:
    a few that agree do not prove the machine right.

    >>> labels = [(1, 1)] * 70 + [(0, 1)] * 10 + [(0, 0)] * 12 + [(1, 0)] * 8
    >>> found = combine([1] * 720 + [0] * 280, labels)
    >>> round(found.value, 9), round(found.error, 7), [round(end, 6) for end in found.interval]
    (0.7, 0.0448993, [0.611999, 0.788001])
    """
    wrong = [value for value in (*judged, *(one for pair in labelled for one in pair)) if not 0 <= value <= 1]
    if wrong:
        raise InvalidValue(f"a judgement must be from 0 to 1, got {wrong[0]!r}")
    if len(judged) < 2 or len(labelled) < 2:
        raise InvalidValue(f"two judgements of each kind are needed at least, got {len(judged)} and {len(labelled)}")
    shifts = [human - machine for human, machine in labelled]
    value = min(1.0, max(0.0, _mean(judged) + _mean(shifts)))
    shift_error = standard_error(shifts)
    shift_error = shift_error if shift_error > 1e-12 else math.sqrt(2) / (len(shifts) + 2)
    error = math.hypot(standard_error(judged), shift_error)
    interval = max(0.0, value - Z * error), min(1.0, value + Z * error)
    return Combined(value, error, interval, len(judged), len(labelled))


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
