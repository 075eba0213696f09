"""Drift: whether accuracy has changed, since when, with which version, for which kind of task, and by which mix."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from assay.errors import InvalidValue
from assay.monitoring.baselines import expected_by, first_stretch, missing_words
from assay.monitoring.hours import KIND, Expected, Hours, hours_of
from assay.monitoring.releases import behind, releases_in, rolled_out
from assay.monitoring.shifts import FoundCourse, FoundShift, shifts_in, since_above
from assay.monitoring.slices import mixes_of, moved_slices, sides_of, split_by_mix
from assay.monitoring.watched import Baseline, ChartAnswer, Course, Release, Shift, Watched, WatchedHour
from assay.monitoring.windows import Level, in_production, level_of, zone_of
from assay.monitoring.wording import FEWEST as FEWEST_TOLD
from assay.monitoring.wording import WORTH_A_WORD, Told, headline, promise_of
from assay.observations import HOUR, Chosen
from assay.statistics.changepoints import gains_of_counts
from assay.statistics.control import cusum_of_counts, ewma_of_counts, lower_limit, threshold_for
from assay.statistics.intervals import normal_quantile
from assay.store.base import Observations

WINDOW: Final = timedelta(hours=24)
"""What `now` means in a headline."""
WINDOWS: Final = (WINDOW, timedelta(days=7), timedelta(days=28))
"""What it means where there are few observations."""
FALSE_ALARM_DAYS: Final = 100.0
_REMEMBERED: Final = timedelta(days=7)
"""How long a recovery is spoken of."""
_DESIGN: Final = 0.05
"""The drop that the CUSUM is set for."""
_UNCERTAIN: Final = -2 * math.log(1 - math.sqrt(0.95))
"""How much less twice the log-likelihood may be in the hours that a change can have begun in, with 95 % confidence
(Hansen 2000, Econometrica)."""
_GATHERED: Final = 5.0
"""Passes and failures that a point of the moving average has at least, on average."""


def watch(
    store: Observations,
    chosen: Chosen | None = None,
    *,
    baseline: Baseline | tuple[datetime, datetime] | None = None,
    false_alarm_days: float = FALSE_ALARM_DAYS,
    now: datetime,
    zone: str = "UTC",
    both_ways: bool = False,
) -> Watched:
    """Return how accuracy is, and whether it has changed.

    `baseline` is a `Baseline`, a period, or by default the first stretch of the data. An alarm is false once in
    `false_alarm_days` on average, or more seldom; `both_ways`: rises are alarms too. What is late or out of order
    counts as if it had come in time, since all is found anew from the counts of hours.
    """
    if not 1 <= false_alarm_days <= 1e6:
        raise InvalidValue(f"false_alarm_days: must be from 1 to a million, got {false_alarm_days!r}")
    asked = in_production(chosen or Chosen())
    until = min(now, asked.until or now)
    terms = _Terms(store, asked, until, now, false_alarm_days, zone, both_ways)
    hours = _hours(terms, baseline)
    return _watched(terms, hours, _baseline(hours, baseline), renew=baseline is None)


@dataclass(frozen=True, slots=True)
class _Terms:
    """What is asked of whom."""

    store: Observations
    chosen: Chosen
    until: datetime
    now: datetime
    days: float
    zone: str
    both_ways: bool

    @property
    def bar(self) -> float:
        """The logarithm of the evidence that is enough: as much as the hours of the promise."""
        return math.log(self.days * 24 * (2 if self.both_ways else 1))


def _end(asked: Chosen, now: datetime) -> datetime:
    return asked.until or now + timedelta(microseconds=1)


def _hours(terms: _Terms, baseline: Baseline | tuple[datetime, datetime] | None) -> Hours | None:
    """Return the counts of all hours from the baseline on."""
    since = terms.chosen.since
    if since is not None and baseline is not None:
        begins = baseline.since if isinstance(baseline, Baseline) else baseline[0]
        since = since if begins is None else min(since, begins)
    chosen = Chosen(since, _end(terms.chosen, terms.now), terms.chosen.slices)
    return hours_of(terms.store.passes(chosen, by=(KIND,)), terms.until)


def _baseline(hours: Hours | None, given: Baseline | tuple[datetime, datetime] | None) -> Baseline | None:
    if isinstance(given, Baseline):
        return given
    if hours is None:
        return None
    if given is not None:
        level = hours.level(hours.place(given[0]), hours.place(given[1]))
        if not level.n:
            raise InvalidValue(
                f"baseline: there are no observations from {given[0].isoformat()} to {given[1].isoformat()}"
            )
        return Baseline(level, "the period chosen", *given)
    end = first_stretch(hours)
    if end is None:
        return None
    return Baseline(hours.level(0, end), f"the first {end // 24} days", hours.at(0), hours.at(end))


def _watched(terms: _Terms, hours: Hours | None, baseline: Baseline | None, *, renew: bool) -> Watched:
    level, window = _recent(terms)
    zone = zone_of(terms.zone)
    told = Told(Course.EMPTY, level, window, zone, terms.now, last=None if hours is None else _last(hours))
    if hours is None or baseline is None:
        return _young(terms, hours, told)
    first = 0 if baseline.since is None else hours.place(baseline.since)
    start = 0 if baseline.until is None else hours.place(baseline.until)
    if terms.chosen.since is not None:
        start = max(start, hours.place(terms.chosen.since))
    course = shifts_in(hours, expected_by(baseline, hours), first=first, start=start, bar=terms.bar, renew=renew)
    releases = releases_in(terms.store, terms.chosen, hours.start)
    changes = [_dated(terms, hours, one, baseline, course, releases) for one in course.found]
    baseline = _in_force(hours, course, baseline, told)
    spoken = _spoken(changes, terms.now)
    before, after = _compared(terms, hours, course, baseline, spoken)
    sides = sides_of(terms.store, terms.chosen, baseline, before, after)
    told = replace(_told(told, hours, course, spoken), baseline=baseline)
    return Watched(
        course=told.course,
        headline=headline(told),
        promise=promise_of(terms.days),
        level=level,
        window=window,
        last=told.last,
        baseline=baseline,
        shift=told.shift,
        shifts=tuple(one.shift for one in changes),
        is_alarm=told.course is Course.DOWN or (terms.both_ways and told.course is Course.UP),
        hours=_charted(hours, course, terms),
        answers=_answers(hours, course, terms),
        moved=tuple(moved_slices(sides, bar=terms.bar)),
        mixes=tuple(mixes_of(sides)),
        releases=tuple(releases),
    )


def _young(terms: _Terms, hours: Hours | None, told: Told) -> Watched:
    """Return what can be said without a baseline: how accuracy is, and what is missing."""
    missing = "" if hours is None else missing_words(hours)
    told = replace(told, course=Course.EMPTY if hours is None else Course.FEW, missing=missing)
    return Watched(
        course=told.course,
        headline=headline(told),
        promise="",
        level=told.level,
        window=told.window,
        last=told.last,
        hours=() if hours is None else _plain(hours),
        releases=() if hours is None else tuple(releases_in(terms.store, terms.chosen, hours.start)),
        missing=missing,
    )


def _recent(terms: _Terms) -> tuple[Level, timedelta]:
    """Return the level of the last day, or of a longer time where a day has few observations."""
    found = Level()
    for window in WINDOWS:
        level = level_of(terms.store, Chosen(terms.until - window, _end(terms.chosen, terms.now), terms.chosen.slices))
        if window is WINDOW:
            found = level
        if level.n >= FEWEST_TOLD or not found.n:
            return level, window
    return found, WINDOW


@dataclass(frozen=True, slots=True)
class _Change:
    """A change as it was found, and as it is told."""

    found: FoundShift
    shift: Shift


def _spoken(changes: Sequence[_Change], now: datetime) -> _Change | None:
    """Return the change to speak of: of those that stand, or are just over together, the largest."""
    last = changes[-1].found if changes else None
    if last is None:
        return None
    together = [one for one in changes if one.found.ended == last.ended and one.found.falls == last.falls]
    largest = max(together, key=lambda one: abs(one.shift.change))
    over = largest.shift.until
    return largest if over is None or (last.falls and now - over <= _REMEMBERED) else None


def _told(told: Told, hours: Hours, course: FoundCourse, spoken: _Change | None) -> Told:
    """Return what the headline is made of, once the change to speak of is known."""
    epoch, place = course.epoch, hours.place(told.now - told.window)
    split = split_by_mix(hours.levels(epoch.first, epoch.start), hours.levels(place))
    newcomers = tuple((kind, one) for kind, one in hours.levels(place).items() if kind in epoch.expected.new)
    told = replace(told, mix=0.0 if split is None else split.mix, newcomers=newcomers, steps=len(course.standing))
    if spoken is None:
        return replace(told, course=Course.STEADY)
    standing = Course.DOWN if spoken.found.falls else Course.UP
    return replace(told, course=standing if spoken.shift.until is None else Course.RECOVERED, shift=spoken.shift)


def _in_force(hours: Hours, course: FoundCourse, baseline: Baseline, told: Told) -> Baseline:
    """Return the baseline that is held against now: the one there was, or that of the last rise which has held."""
    if len(course.epochs) == 1:
        return baseline
    first, start = course.epoch.first, course.epoch.start
    source = f"the {(start - first) // 24} days from {told.time(hours.at(first))}"
    return Baseline(hours.level(first, start), source, hours.at(first), hours.at(start))


def _compared(
    terms: _Terms, hours: Hours, course: FoundCourse, baseline: Baseline, spoken: _Change | None
) -> tuple[Baseline, tuple[datetime, datetime | None]]:
    """Return what slices are compared in: the times before and after the change, or the baseline and the last week."""
    if spoken is None or spoken.shift.until is not None:
        return baseline, (max(terms.until - timedelta(days=7), hours.at(course.epoch.start)), terms.chosen.until)
    found, shift = spoken.found, spoken.shift
    until = terms.chosen.until if found.last is None else hours.at(found.last)
    if found.dated and baseline.since is not None:
        baseline = Baseline(shift.before, baseline.source, hours.at(found.begin), shift.since)
    return baseline, (shift.since, until)


def _last(hours: Hours) -> datetime:
    filled = [place for place, n in enumerate(hours.n.sum(axis=1).tolist()) if n]
    return hours.at(filled[-1])


def _dated(
    terms: _Terms,
    hours: Hours,
    found: FoundShift,
    baseline: Baseline,
    course: FoundCourse,
    releases: Sequence[Release],
) -> _Change:
    """Return a change with its times, levels and the releases behind it."""
    epoch = [one for one in course.epochs if one.start <= found.raised][-1]
    if epoch.first != course.epochs[0].first:
        baseline = Baseline(hours.level(epoch.first, epoch.start), "", hours.at(epoch.first), hours.at(epoch.start))
    shift = _placed(hours, found, baseline, found.cut)
    chosen = terms.chosen
    if found.last is not None:
        chosen = Chosen(chosen.since, hours.at(found.last), chosen.slices)
    for together in _fitting(hours, found, epoch.expected, releases):
        if guilty := behind(terms.store, chosen, shift, together):
            return _Change(found, replace(_placed(hours, found, baseline, hours.place(guilty[0].at)), releases=guilty))
    return _Change(found, replace(shift, releases=rolled_out(terms.store, chosen, shift, releases)))


def _placed(hours: Hours, found: FoundShift, baseline: Baseline, place: int) -> Shift:
    """Return a change that begins at some hour."""
    whole = baseline.since is None or baseline.until is None or not found.dated
    before, after = baseline.level if whole else hours.level(found.begin, place), hours.level(place, found.last)
    mix = 0.0
    if baseline.since is not None and baseline.until is not None:
        sides = (hours.place(baseline.since), hours.place(baseline.until)) if whole else (found.begin, place)
        split = split_by_mix(hours.levels(*sides), hours.levels(place, found.last))
        if split is not None and abs(split.mix) >= WORTH_A_WORD and (split.performance < 0) == found.falls:
            mix = split.mix
    return Shift(
        since=hours.at(place),
        raised=hours.at(found.raised + 1),
        before=before,
        after=after,
        p=found.p,
        until=None if found.ended is None else hours.at(found.ended),
        mix=mix,
    )


def _fitting(
    hours: Hours, found: FoundShift, expected: Expected, releases: Sequence[Release]
) -> list[tuple[Release, ...]]:
    """Return the releases of each hour within the uncertainty of the change, those of the likeliest hour first."""
    if not found.dated:
        return []
    counts = expected.counts(hours)[found.begin : found.last]
    import numpy as np

    sizes, passed = (np.array([one[side] for one in counts]) for side in (0, 1))
    gains = gains_of_counts(sizes, passed[None, :])[0]
    best = gains[found.cut - found.begin - 1]
    fitting: dict[int, list[Release]] = {}
    for release in releases:
        place = hours.place(release.at)
        if not found.begin < place <= min(found.raised, found.begin + len(gains)):
            continue
        if gains[place - found.begin - 1] >= best - _UNCERTAIN:
            fitting.setdefault(place, []).append(release)
    ordered = sorted(fitting, key=lambda place: -gains[place - found.begin - 1])
    return [tuple(fitting[place]) for place in ordered]


def _plain(hours: Hours) -> tuple[WatchedHour, ...]:
    return tuple(
        WatchedHour(hours.at(place), hours.level(place, place + 1), None, None, None, None, None)
        for place in range(len(hours))
    )


def _charted(hours: Hours, course: FoundCourse, terms: _Terms) -> tuple[WatchedHour, ...]:
    """Return all hours with the limits of the charts, by the baseline of their time; before the watch are none."""
    averages: list[tuple[float, float] | None] = [None] * len(hours)
    expected = [course.epochs[0].expected] * len(hours)
    for epoch in course.epochs:
        averages[epoch.start :] = _averages(hours, epoch.expected, epoch.start, terms)
        expected[epoch.first :] = [epoch.expected] * (len(hours) - epoch.first)
    found = []
    for place in range(len(hours)):
        level, evidence, average = hours.level(place, place + 1), course.evidence[place], averages[place]
        n = max(1, int(level.n / expected[place].spread))
        found.append(
            WatchedHour(
                at=hours.at(place),
                level=level,
                usual=expected[place].level.accuracy,
                limit=lower_limit(expected[place].bound(), n) if level.n else None,
                average=None if average is None else average[0],
                average_limit=None if average is None else average[1],
                evidence=None if evidence is None else max(0.0, evidence / terms.bar),
            )
        )
    return tuple(found)


def _averages(hours: Hours, expected: Expected, start: int, terms: _Terms) -> list[tuple[float, float]]:
    """Return the moving average and its limit after each hour; hours are gathered until they have enough."""
    usual = expected.bound()
    gathered: list[tuple[float, float]] = []
    place_of: list[int] = []
    n = passed = 0.0
    for size, good in expected.counts(hours, lean=True)[start:]:
        n, passed = n + size, passed + good
        if n * min(usual, 1 - usual) >= _GATHERED:
            gathered.append((n, passed))
            n = passed = 0.0
        place_of.append(len(gathered))
    # So wide that all points of the promised days together leave it once on average.
    per_day = max(24 * len(gathered) / max(1, len(hours) - start), 1e-6)
    width = normal_quantile(1 - 2 / max(3.0, terms.days * per_day))
    values = [(usual, usual), *ewma_of_counts(gathered, usual=usual, width=width)]
    return [values[place] for place in place_of]


def _answers(hours: Hours, course: FoundCourse, terms: _Terms) -> tuple[ChartAnswer, ...]:
    """Return what each chart says of a drop that stands now, against the baseline of now."""
    expected, start = course.epoch.expected, course.start
    standing = course.standing[0] if course.standing else None
    raised = hours.at(standing.raised) if standing is not None and standing.falls else None
    counts = expected.counts(hours, lean=True)[start:]
    averages = since_above(value < limit for value, limit in _averages(hours, expected, start, terms))
    return (
        ChartAnswer("evidence", raised),
        ChartAnswer("cusum", _moment(hours, start, _cusum(counts, expected.bound(), terms))),
        ChartAnswer("ewma", _moment(hours, start, averages)),
    )


def _cusum(counts: Sequence[tuple[float, float]], usual: float, terms: _Terms) -> int | None:
    """Return since when a CUSUM for a drop of 5 points is above its threshold."""
    usual = round(usual, 3)  # so that thresholds can be kept
    worse = max(usual - _DESIGN, usual / 2)
    traffic = math.fsum(n for n, _ in counts) / max(len(counts) / 24, 1)
    attempts = float(f"{max(10.0, terms.days * traffic):.2g}")
    try:
        threshold = threshold_for(attempts, usual=usual, worse=worse)
    except InvalidValue:
        return None  # rarer than this chart can promise
    return since_above(value >= threshold for value in cusum_of_counts(counts, usual=usual, worse=worse))


def _moment(hours: Hours, start: int, place: int | None) -> datetime | None:
    return None if place is None else hours.start + (start + place) * HOUR
