"""Kinds of observations beside each other: which of them moved since the baseline, and what their mix explains."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from assay.monitoring.hours import KIND, expected_of, hours_of
from assay.monitoring.watched import Baseline, MixSplit, MovedSlice
from assay.monitoring.windows import Level
from assay.observations import Chosen, Counted
from assay.statistics.mixing import MixShift, Stratum, mix_shift
from assay.statistics.multiplicity import benjamini_hochberg
from assay.store.base import Observations

FIELDS: Final = (KIND, "model", "model_version", "agent_version")
MIXED: Final = (KIND, "model")
"""What a change is split by into mix and performance."""
MOST_VALUES: Final = 20
"""Of each field, those with most observations."""
_FEWEST: Final = 20
_SHARED: Final = 0.2
"""The part of either side whose kinds the other has too, below which there is nothing to split: all is new."""
_CLEAR: Final = 0.05
_EARLIER: Final = timedelta(days=7)
"""How long before the time that slices are compared for their charts begin."""


@dataclass(frozen=True, slots=True)
class Sides:
    """How many passed in the baseline and since then, for each value of each field; read once for all questions."""

    store: Observations
    chosen: Chosen
    baseline: Baseline
    """What the charts of slices are held against."""
    before: Baseline
    """What their levels are compared with: the same, or the time before a change."""
    after: datetime
    """Since when they are compared."""
    levels: Mapping[str, tuple[dict[str, Level], dict[str, Level]]]
    """By field: those before, and those after."""


def split_by_mix(old: Mapping[str, Level], new: Mapping[str, Level]) -> MixShift | None:
    """Return how much of a change is due to another mix of kinds; `None` where two mixes have too little in common."""
    shared = {value for value in old if value in new}
    if len({*old, *new}) < 2 or not shared:
        return None
    for side in (old, new):
        if sum(side[value].n for value in shared) < _SHARED * sum(one.n for one in side.values()):
            return None
    return mix_shift(_strata(old), _strata(new))


def sides_of(
    store: Observations, chosen: Chosen, baseline: Baseline, before: Baseline, after: tuple[datetime, datetime | None]
) -> Sides:
    """Return both sides of all fields that are not fixed by the choice; of a run as a baseline there are none."""
    spans = (Chosen(before.since, before.until, chosen.slices), Chosen(*after, chosen.slices))
    levels = {}
    if before.since is not None and before.until is not None:
        told_apart = [field for field in FIELDS if field not in chosen.slices]
        old, new = (store.tallies(span, by=told_apart) for span in spans)
        levels = {field: (_levels(old, field), _levels(new, field)) for field in told_apart}
    return Sides(store, chosen, baseline, before, after[0], levels)


def moved_slices(sides: Sides, *, bar: float) -> Iterator[MovedSlice]:
    """Yield the slices whose accuracy since then is not that of the baseline, those that moved most first.

    `bar` is what raises an alarm for all observations together; each slice gets its share of as many false alarms.
    """
    found = [one for field in sides.levels for one in _compared(sides, field)]
    adjusted = benjamini_hochberg([one.p for one in found])
    moved = [replace(one, p=p) for one, p in zip(found, adjusted, strict=True) if p <= _CLEAR]
    raised_bar = bar + math.log(max(1, len(found)))
    alarms: dict[tuple[str, str], datetime] = {}
    for field in sides.levels:
        alarms |= _alarms(sides, field, [one for one in moved if one.field == field and one.change < 0], raised_bar)
    for one in sorted(moved, key=lambda one: (-abs(one.change), one.field, one.value)):
        yield replace(one, alarm=alarms.get((one.field, one.value)))


def mixes_of(sides: Sides) -> Iterator[MixSplit]:
    """Yield for each field how much of the change since the baseline is due to another mix."""
    for field in MIXED:
        old, new = sides.levels.get(field, ({}, {}))
        split = split_by_mix(old, new)
        if split is not None:
            yield MixSplit(field, split.after - split.before, split.mix, split.performance)


def _levels(counted: Iterable[Counted], field: str) -> dict[str, Level]:
    found: defaultdict[str, Level] = defaultdict(Level)
    for one in counted:
        found[one.slices[field]] += Level(one.tally.n, one.tally.passed)
    return dict(found)


def _strata(levels: Mapping[str, Level]) -> dict[str, Stratum]:
    n = sum(one.n for one in levels.values())
    return {value: Stratum(one.n / n, one.accuracy or 0.0) for value, one in levels.items()}


def _compared(sides: Sides, field: str) -> Iterator[MovedSlice]:
    """Yield every value of a field with what it was and is.

    A new version or model is held against all of the baseline; a new type of tasks has nothing to be held against.
    """
    old, new = sides.levels[field]
    if len({*old, *new}) < 2:
        return
    for value in sorted(new, key=lambda value: (-new[value].n, value))[:MOST_VALUES]:
        is_new = value not in old or old[value].n < _FEWEST
        before = sides.before.level if is_new else old[value]
        if value and new[value].n >= _FEWEST and not (is_new and field == KIND):
            yield MovedSlice(field, value, before, new[value], _p(before, new[value]), is_new)


def _p(before: Level, after: Level) -> float:
    """Return the p-value of two equal rates, by the normal distribution; 1 where all or none passed."""
    rate = (before.passed + after.passed) / (before.n + after.n)
    error = math.sqrt(rate * (1 - rate) * (1 / before.n + 1 / after.n))
    if not error:
        return 1.0
    return math.erfc(abs(before.passed / before.n - after.passed / after.n) / error / math.sqrt(2))


def _alarms(sides: Sides, field: str, fallen: Sequence[MovedSlice], bar: float) -> dict[tuple[str, str], datetime]:
    """Return when the drop of each slice of a field was noticed, where it was."""
    chosen, baseline = sides.chosen, sides.baseline
    if not fallen or baseline.until is None:
        return {}
    by = (field, KIND)
    before = sides.store.passes(Chosen(baseline.since, baseline.until, chosen.slices), by=by)
    since = max(baseline.until, sides.after - _EARLIER)
    behind = sides.store.passes(Chosen(since, chosen.until, chosen.slices), by=by)
    found = {}
    for one in fallen:
        own = [hour for hour in before if one.is_new or hour.values[0] == one.value]
        own += [hour for hour in behind if hour.values[0] == one.value]
        hours = hours_of(own, since)
        if hours is None:
            continue
        start = hours.place(since)
        values = expected_of(hours, 0, hours.place(baseline.until)).evidence(hours, start)
        raised = next((place for place, value in enumerate(values, start) if value >= bar), None)
        if raised is not None:
            found[field, one.value] = hours.at(raised + 1)
    return found
