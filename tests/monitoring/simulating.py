"""Hourly counts of made-up traffic: days, nights and weekends with a mix of their own, steady or with a drop."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np

from assay.monitoring.baselines import first_stretch
from assay.monitoring.hours import Hours, expected_of
from assay.monitoring.shifts import FoundCourse, shifts_in

START = datetime(2026, 1, 5, tzinfo=UTC)  # a Monday
DAYS = 91
PROMISED_DAYS = 100.0
BAR = math.log(PROMISED_DAYS * 24)


@dataclass(frozen=True, slots=True)
class Traffic:
    """What the counts are drawn from."""

    per_day: float
    rate: float
    drop: float = 0.0
    """What the rate loses in all hours from `since` on."""
    since: int = 40 * 24
    kinds: bool = True
    """The kinds of tasks are known; else the cycles of the mix look like cycles of the rate."""

    def hours(self, rng: np.random.Generator, days: int = DAYS) -> Hours:
        """Return the counts; at night and at weekends there are fewer tasks, and more of the hard kind."""
        hour = np.arange(days * 24)
        daily = 1 + 0.8 * np.sin(2 * np.pi * (hour % 24 - 9) / 24)
        weekend = np.where(hour // 24 % 7 >= 5, 0.4, 1.0)
        shape = daily * weekend
        mean = self.per_day / 24 * shape / shape.mean()
        hard = 0.3 + 0.15 * np.cos(2 * np.pi * (hour % 24 - 3) / 24) + np.where(weekend < 1, 0.05, 0.0)
        apart = min(0.2, 0.8 * (1 - self.rate), 0.8 * self.rate)
        drop = np.where(hour >= self.since, self.drop, 0.0)
        n = np.stack([rng.poisson(mean * (1 - hard)), rng.poisson(mean * hard)], axis=1)
        rates = np.stack([self.rate + 0.3 * apart - drop, self.rate - 0.7 * apart - drop], axis=1)
        passed = rng.binomial(n, np.clip(rates, 0, 1))
        if not self.kinds:
            n, passed = n.sum(axis=1, keepdims=True), passed.sum(axis=1, keepdims=True)
        kinds = ("easy", "hard") if self.kinds else ("",)
        return Hours(START, kinds, n.astype(np.float64), passed.astype(np.float64))


def watched(hours: Hours) -> tuple[FoundCourse, int]:
    """Return what is found with the first stretch as the baseline, and the hour from which on it is watched."""
    start = first_stretch(hours)
    assert start is not None, "three months are enough for a baseline"
    expected = expected_of(hours, 0, start)
    return shifts_in(hours, expected, first=0, start=start, bar=BAR, renew=True), start
