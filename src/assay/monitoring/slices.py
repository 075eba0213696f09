"""Kinds of observations beside each other: which of them moved since the baseline, and what their mix explains."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from assay.monitoring.hours import KIND, expected_of, hours_of
from assay.monitoring.watched import Baseline, MixSplit, MovedSlice
from assay.monitoring.windows import Level
from assay.observations import Chosen
from assay.statistics.detecting import drop_evidence
from assay.statistics.mixing import Stratum, mix_shift
from assay.statistics.multiplicity import benjamini_hochberg
from assay.store.base import Observations

FIELDS: Final = (KIND, "model", "model_version", "agent_version")
MIXED: Final = (KIND, "model")
"""What a change is split by into mix and performance."""
MOST_VALUES: Final = 20
"""Of each field, those with most observations."""
_FEWEST: Final = 20
_CLEAR: Final = 0.05
_EARLIER: Final = timedelta(days=7)
"""How long before the time that slices are compared for their charts begin."""


def moved_slices(
    store: Observations, chosen: Chosen, baseline: Baseline, after: datetime, *, bar: float
) -> Iterator[MovedSlice]:
    """Yield the slices whose accuracy since `after` is not that of the baseline, those that moved most first.

    `bar` is what raises an alarm for all observations together; each slice gets its share of as many false alarms.
    """
    if baseline.since is None or baseline.until is None:
        return
    found: list[MovedSlice] = []
    for field in FIELDS:
        if field not in chosen.slices:
            found += _compared(store, chosen, baseline, after, field)
    adjusted = benjamini_hochberg([one.p for one in found])
    moved = [replace(one, p=p) for one, p in zip(found, adjusted, strict=True) if p <= _CLEAR]
    raised_bar = bar + math.log(max(1, len(found)))
    for one in sorted(moved, key=lambda one: (-abs(one.change), one.field, one.value)):
        yield replace(one, alarm=_alarm(store, chosen, baseline, one, after, bar=raised_bar))


def mixes_of(store: Observations, chosen: Chosen, baseline: Baseline, after: datetime) -> Iterator[MixSplit]:
    """Yield for each field how much of the change since the baseline is due to another mix."""
    if baseline.since is None or baseline.until is None:
        return
    for field in MIXED:
        if field in chosen.slices:
            continue
        old = _levels(store, Chosen(baseline.since, baseline.until, chosen.slices), field)
        new = _levels(store, Chosen(after, chosen.until, chosen.slices), field)
        if len({*old, *new}) > 1 and old and new:
            split = mix_shift(_strata(old), _strata(new))
            yield MixSplit(field, split.after - split.before, split.mix, split.performance)


def _levels(store: Observations, chosen: Chosen, field: str) -> dict[str, Level]:
    return {one.slices[field]: Level(one.tally.n, one.tally.passed) for one in store.tallies(chosen, by=(field,))}


def _strata(levels: Mapping[str, Level]) -> dict[str, Stratum]:
    n = sum(one.n for one in levels.values())
    return {value: Stratum(one.n / n, one.accuracy or 0.0) for value, one in levels.items()}


def _compared(
    store: Observations, chosen: Chosen, baseline: Baseline, after: datetime, field: str
) -> Iterator[MovedSlice]:
    """Yield every value of a field with what it was and is; a new value is held against all of the baseline."""
    old = _levels(store, Chosen(baseline.since, baseline.until, chosen.slices), field)
    new = _levels(store, Chosen(after, chosen.until, chosen.slices), field)
    if len({*old, *new}) < 2:
        return
    for value in sorted(new, key=lambda value: (-new[value].n, value))[:MOST_VALUES]:
        is_new = value not in old or old[value].n < _FEWEST
        before = baseline.level if is_new else old[value]
        if value and new[value].n >= _FEWEST:
            yield MovedSlice(field, value, before, new[value], _p(before, new[value]), is_new)


def _p(before: Level, after: Level) -> float:
    """Return the p-value of two equal rates, by the normal distribution; 1 where all or none passed."""
    rate = (before.passed + after.passed) / (before.n + after.n)
    error = math.sqrt(rate * (1 - rate) * (1 / before.n + 1 / after.n))
    if not error:
        return 1.0
    return math.erfc(abs(before.passed / before.n - after.passed / after.n) / error / math.sqrt(2))


def _alarm(
    store: Observations, chosen: Chosen, baseline: Baseline, moved: MovedSlice, after: datetime, *, bar: float
) -> datetime | None:
    """Return when the drop of a slice was noticed, if it fell and was."""
    assert baseline.until is not None, "slices are compared with a period"
    if moved.change >= 0:
        return None
    slices = dict(chosen.slices) if moved.is_new else {**chosen.slices, moved.field: moved.value}
    by = (KIND,)
    old = hours_of(store.tallies(Chosen(baseline.since, baseline.until, slices), by=by, hourly=True), baseline.until)
    since = max(baseline.until, after - _EARLIER)
    own = {**chosen.slices, moved.field: moved.value}
    hours = hours_of(store.tallies(Chosen(since, chosen.until, own), by=by, hourly=True), since)
    if old is None or hours is None:
        return None
    expected = expected_of(old, 0, len(old))
    values = drop_evidence(expected.counts(hours), usual=expected.bound())
    raised = next((place for place, value in enumerate(values) if value >= bar), None)
    return None if raised is None else hours.at(raised + 1)
