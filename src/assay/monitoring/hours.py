"""Hourly counts side by side: all hours without gaps, by kind of task, and what a baseline lets one expect of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from assay.monitoring.windows import Level
from assay.observations import HOUR, Passes
from assay.statistics.detecting import drop_evidence_by_kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KIND = "task_type"
"""What expectations are told apart by: a week with more hard tasks is no drop."""
FEW_OF_KIND = 20
"""Observations of a kind below which it has no rate of its own in a baseline."""
_GATHERED = 50
"""Observations that make the baseline of a kind which came later, with at least a week."""
_MOST_NEW = 20
"""Kinds that may be new at a time; where there are more, kinds are names of single tasks and are taken together."""
_WEEK = 7 * 24
_QUANTILE = 1.2815515655446004
"""One side of 90 %."""
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

    def levels(self, first: int = 0, end: int | None = None) -> dict[str, Level]:
        """Return the same for each kind that there is in those hours."""
        n, passed = self.n[first:end].sum(axis=0).tolist(), self.passed[first:end].sum(axis=0).tolist()
        sides = zip(self.kinds, n, passed, strict=True)
        return {kind: Level(int(size), int(good)) for kind, size, good in sides if size}


@dataclass(frozen=True, slots=True)
class Expected:
    """How often observations should pass by a baseline: all together, and each kind of task."""

    level: Level
    levels: Mapping[str, Level]
    """Of each kind that has a rate of its own."""
    spread: float = 1.0
    """How many times more than by chance rates vary in the baseline; so many observations count as one."""
    begins: Mapping[str, int] = field(default_factory=dict)
    """Of kinds that came after the baseline: the hour from which on they are held against their own first week."""
    new: frozenset[str] = frozenset()
    """Kinds that there is nothing to hold against yet; what is neither here nor in `levels` is held against `rest`."""
    rest: Level | None = None
    """Of the kinds that are taken together; `None`: that of all."""

    @property
    def rate(self) -> float:
        """That of all, kept off 0 and 1."""
        return (self.level.passed + 0.5) / (self.level.n + 1)

    def bound(self, *, upper: bool = False) -> float:
        """Return what the true rate is hardly below (or above): one side of 90 %, for a baseline is an estimate."""
        return min(1 - 1e-4, max(1e-4, wilson_end(self.level, self.spread, upper=upper)))

    def counts(self, hours: Hours, *, lean: bool = False) -> list[tuple[float, float]]:
        """Return (n, passed) of each hour as they would be with the baseline's mix, thinned by its spread.

        Passes that are due to more or fewer tasks of an easy kind are taken off or added; what an hour cannot hold is
        carried over to the next. What is left varies no more than that of one rate for all would. With `lean`, what a
        mix less well known than the baseline's makes uncertain is added too, so that `bound` is a bound for it.
        """
        table = self._table(hours)
        sizes = table.n.sum(axis=1)
        due = (table.n * (table.usual() if lean else table.rates)).sum(axis=1)
        passed = table.passed - due + sizes * (self.bound() if lean else self.rate)
        found, carried = [], 0.0
        for size, good in zip(sizes.tolist(), passed.tolist(), strict=True):
            kept = min(size, max(0.0, good + carried))
            carried += good - kept
            found.append((size / self.spread, kept / self.spread))
        return found

    def evidence(self, hours: Hours, start: int = 0, end: int | None = None, *, falls: bool = True) -> Iterator[float]:
        """Yield the logarithm of the evidence for a drop (or a rise) after each hour from `start` on."""
        table, part = self._table(hours), slice(start, end)
        n, passed, usual = table.n[part], table.passed[part], table.usual(upper=not falls)[part]
        typical = self.bound(upper=not falls)
        if not falls:
            passed, usual, typical = n.sum(axis=1) - passed, 1 - usual, 1 - typical
        return drop_evidence_by_kind(n, passed, usual=usual, typical=typical, weight=1 / self.spread)

    def residuals(self, hours: Hours) -> list[tuple[float, float]]:
        """Return of each hour how many more passed than expected, and the variance of that by chance."""
        table = self._table(hours)
        excess = table.passed - (table.n * table.rates).sum(axis=1)
        variance = (table.n * table.rates * (1 - table.rates)).sum(axis=1)
        return list(zip(excess.tolist(), variance.tolist(), strict=True))

    def _table(self, hours: Hours) -> _Table:
        import numpy as np

        groups = [*self.levels.values(), self.rest or self.level]
        places = {kind: place for place, kind in enumerate(self.levels)}
        n, passed = np.zeros((len(hours), len(groups))), np.zeros(len(hours))
        for column, kind in enumerate(hours.kinds):
            if kind in self.new:
                continue
            first = self.begins.get(kind, 0)
            n[first:, places.get(kind, -1)] += hours.n[first:, column]
            passed[first:] += hours.passed[first:, column]
        return _Table(n, passed, np.array([one.accuracy or 0.0 for one in groups]), groups, self.spread)


@dataclass(frozen=True, slots=True)
class _Table:
    """Counts by hour and group of kinds, with what is known of each group."""

    n: NDArray[np.float64]
    passed: NDArray[np.float64]
    """Of all groups together."""
    rates: NDArray[np.float64]
    groups: Sequence[Level]
    spread: float

    def usual(self, *, upper: bool = False) -> NDArray[np.float64]:
        """Return for each hour and group what its rate is hardly below (or above).

        All groups together are as uncertain as the mix of the last week makes them: one side of 90 %. Each group bears
        the part of it that it causes, so that rates which are known well are not made vague by those which are not.
        """
        import numpy as np

        ends = np.array([wilson_end(one, self.spread, upper=upper) for one in self.groups])
        slack = np.abs(ends - self.rates)
        sums = np.cumsum(self.n, axis=0)
        sums[_WEEK:] -= sums[:-_WEEK].copy()
        parts = sums * slack
        length = np.sqrt((parts**2).sum(axis=1, keepdims=True))
        given = slack * parts / np.maximum(length, 1e-300)
        return np.asarray(np.clip(self.rates + given if upper else self.rates - given, 1e-4, 1 - 1e-4))


def wilson_end(level: Level, spread: float = 1.0, *, upper: bool = False) -> float:
    """Return one end of Wilson's interval, of 90 % on that side, where so many observations count as one."""
    z, n = _QUANTILE, max(level.n / spread, 1.0)
    share = level.accuracy or 0.0
    reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (share + z * z / (2 * n) + (reach if upper else -reach)) / (1 + z * z / n)


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
    """Return what some hours let one expect of others.

    A kind that is rare in them is held against its own first week, once that is over.
    """
    levels, begins, rare = {}, {}, []
    for column, kind in enumerate(hours.kinds):
        own = _level(hours, column, first, end)
        if own.n >= FEW_OF_KIND:
            levels[kind] = own
        elif hours.n[first:, column].any():
            rare.append((kind, column, own))
    rest = sum((own for _, _, own in rare), Level())
    new: set[str] = set()
    if len(rare) <= _MOST_NEW:
        for kind, column, _ in rare:
            stop = _gathered(hours, column, first)
            if stop is None:
                new.add(kind)
            else:
                levels[kind], begins[kind] = _level(hours, column, first, stop), max(stop, end)
    plain = Expected(
        hours.level(first, end), levels, 1.0, begins, frozenset(new), rest if rest.n >= FEW_OF_KIND else None
    )
    return replace(plain, spread=_spread(plain.residuals(hours)[first:end]))


def _level(hours: Hours, column: int, first: int, end: int) -> Level:
    return Level(int(hours.n[first:end, column].sum()), int(hours.passed[first:end, column].sum()))


def _gathered(hours: Hours, column: int, first: int) -> int | None:
    """Return the hour by which a kind has been there for a week and has enough observations; `None`: not yet."""
    import numpy as np

    sums = np.cumsum(hours.n[first:, column])
    stop = first + max(int(np.searchsorted(sums, _GATHERED)) + 1, int(np.searchsorted(sums, 1)) + _WEEK)
    return stop if stop <= len(hours) else None


def _spread(residuals: Iterable[tuple[float, float]]) -> float:
    """Return how many times the variance of rates is that of chance, where that is no accident; else 1.

    Taken over quarters of days and over days: the largest counts, since what a day has in common is what raises
    false alarms.
    """
    found, listed = 1.0, list(residuals)
    for block, quantile in _BLOCKS:
        blocks = [
            (sum(excess for excess, _ in part), sum(variance for _, variance in part))
            for part in (listed[place : place + block] for place in range(0, len(listed), block))
        ]
        terms = [excess**2 / variance for excess, variance in blocks if variance >= 3]
        freedom = len(terms) - 1
        if freedom < 3:
            continue
        ratio = math.fsum(terms) / freedom
        # Wilson and Hilferty's normal approximation of chi-square.
        if ratio > (1 - 2 / (9 * freedom) + quantile * math.sqrt(2 / (9 * freedom))) ** 3:
            found = max(found, ratio)
    return found
