"""Hourly counts side by side: all hours without gaps, by kind of task, and what a baseline lets one expect of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from assay.monitoring.windows import Level
from assay.observations import HOUR, Passes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KIND = "task_type"
"""What expectations are told apart by: a week with more hard tasks is no drop."""
_PRIOR = 20.0
"""Observations at the rate of all kinds that a kind's own rate begins with."""
_BLOCKS = ((6, 1.2815515655446004), (24, 2.3263478740408408))
"""Hours that are taken together to see whether rates vary more than by chance, with the normal quantile that says so:
that of 0.9, and of 0.99 for days, since a week has but seven."""


@dataclass(frozen=True, slots=True)
class Hours:
    """Counts of consecutive hours; rows are hours, columns kinds of tasks."""

    start: datetime
    kinds: tuple[str, ...]
    n: NDArray[np.float64]
    passed: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.n)

    def at(self, place: int) -> datetime:
        """Return when an hour begins."""
        return self.start + place * HOUR

    def place(self, moment: datetime) -> int:
        """Return the number of the first hour that begins then or later, within those there are."""
        return min(len(self), max(0, math.ceil((moment - self.start) / HOUR)))

    def level(self, first: int = 0, end: int | None = None) -> Level:
        """Return how many passed in some hours, the last excluded."""
        return Level(int(self.n[first:end].sum()), int(self.passed[first:end].sum()))


@dataclass(frozen=True, slots=True)
class Expected:
    """How often observations should pass by a baseline: all together, and each kind of task."""

    level: Level
    rates: Mapping[str, float]
    """Of the kinds that the baseline has; any other has the rate of all."""
    spread: float = 1.0
    """How many times more than by chance rates vary in the baseline; so many observations count as one."""

    @property
    def rate(self) -> float:
        """That of all, kept off 0 and 1."""
        return (self.level.passed + 0.5) / (self.level.n + 1)

    def bound(self, *, upper: bool = False) -> float:
        """Return what the true rate is hardly below (or above): one side of 90 %, for a baseline is an estimate."""
        z, n = 1.2815515655446004, max(self.level.n / self.spread, 1.0)
        share = self.level.accuracy or 0.0
        reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        end = (share + z * z / (2 * n) + (reach if upper else -reach)) / (1 + z * z / n)
        return min(1 - 1e-4, max(1e-4, end))

    def counts(self, hours: Hours) -> list[tuple[float, float]]:
        """Return (n, passed) of each hour as they would be with the baseline's mix, thinned by its spread.

        Passes that are due to more or fewer tasks of an easy kind are taken off or added. What is left varies no more
        than that of one rate for all would, so that promises made for one rate hold.
        """
        import numpy as np

        rates = np.array([self.rates.get(kind, self.rate) for kind in hours.kinds])
        n = hours.n.sum(axis=1)
        passed = hours.passed.sum(axis=1) - (hours.n @ rates - n * self.rate)
        return [
            (size / self.spread, min(size, max(0.0, good)) / self.spread)
            for size, good in zip(n.tolist(), passed.tolist(), strict=True)
        ]


def hours_of(counted: Sequence[Passes], until: datetime) -> Hours | None:
    """Return passes by hour and kind as a table that ends with the hour of `until`; `None` where there are none.

    The kind is the last of the values that the passes were told apart by; those of the others are added up.
    """
    import numpy as np

    if not counted:
        return None
    first, last = min(one.hour for one in counted), max(one.hour for one in counted)
    start = datetime.fromtimestamp(first * 3600, UTC)
    kinds = tuple(sorted({one.values[-1] for one in counted}))
    columns = {kind: place for place, kind in enumerate(kinds)}
    length = max(last - first, math.ceil((until - start) / HOUR) - 1, 0) + 1
    table = np.zeros((2, length, len(kinds)))
    places = [one.hour - first for one in counted], [columns[one.values[-1]] for one in counted]
    np.add.at(table[0], places, [one.n for one in counted])
    np.add.at(table[1], places, [one.passed for one in counted])
    return Hours(start, kinds, table[0], table[1])


def expected_of(hours: Hours, first: int, end: int) -> Expected:
    """Return what some hours let one expect of others."""
    n, passed = hours.n[first:end].sum(axis=0), hours.passed[first:end].sum(axis=0)
    level = hours.level(first, end)
    rate = level.accuracy or 0.0
    rates = {
        kind: (float(passed[place]) + _PRIOR * rate) / (float(n[place]) + _PRIOR)
        for place, kind in enumerate(hours.kinds)
        if n[place] > 0
    }
    plain = Expected(level, rates)
    return Expected(level, rates, _spread(plain.counts(hours)[first:end], plain.rate))


def _spread(counts: Iterable[tuple[float, float]], rate: float) -> float:
    """Return how many times the variance of rates is that of chance, where that is no accident; else 1.

    Taken over quarters of days and over days: the largest counts, since what a day has in common is what raises
    false alarms.
    """
    found, listed = 1.0, list(counts)
    for block, quantile in _BLOCKS:
        blocks = [
            (sum(n for n, _ in part), sum(good for _, good in part))
            for part in (listed[place : place + block] for place in range(0, len(listed), block))
        ]
        terms = [(good - n * rate) ** 2 / (n * rate * (1 - rate)) for n, good in blocks if n * rate * (1 - rate) >= 3]
        freedom = len(terms) - 1
        if freedom < 3:
            continue
        ratio = math.fsum(terms) / freedom
        # Wilson and Hilferty's normal approximation of chi-square.
        if ratio > (1 - 2 / (9 * freedom) + quantile * math.sqrt(2 / (9 * freedom))) ** 3:
            found = max(found, ratio)
    return found
