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
from assay.monitoring.releases import FIELDS, is_behind, release_before, releases_in
from assay.monitoring.shifts import FoundCourse, FoundShift, shifts_in, since_above
from assay.monitoring.slices import mixes_of, moved_slices, sides_of
from assay.monitoring.watched import Baseline, ChartAnswer, Course, Release, Shift, Watched, WatchedHour
from assay.monitoring.windows import Level, in_production, level_of, zone_of
from assay.monitoring.wording import Say, headline, promise_of
from assay.observations import HOUR, Chosen
from assay.statistics.changepoints import gains_of_counts
from assay.statistics.control import cusum_of_counts, ewma_of_counts, lower_limit, threshold_for
from assay.statistics.intervals import normal_quantile
from assay.store.base import Observations

WINDOW: Final = timedelta(hours=24)
"""What `now` means in a headline."""
FALSE_ALARM_DAYS: Final = 100.0
_REMEMBERED: Final = timedelta(days=7)
"""How long a recovery is spoken of."""
_DESIGN: Final = 0.05
"""The drop that the CUSUM is set for."""
_PREFERENCE: Final = 2 * math.log(100)
"""In twice the log-likelihood: accuracy changes with a release a hundred times likelier than in any other hour."""
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
    level = level_of(store, Chosen(until - WINDOW, _end(asked, now), asked.slices))
    return _watched(terms, hours, level, _baseline(hours, baseline))


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


def _watched(terms: _Terms, hours: Hours | None, level: Level, baseline: Baseline | None) -> Watched:
    last = None if hours is None else _last(hours)
    say = Say(zone_of(terms.zone), terms.now, last=last, missing="" if hours is None else missing_words(hours))
    if hours is None or baseline is None:
        return _young(terms, hours, level, say)
    expected = expected_by(baseline, hours)
    first = 0 if baseline.since is None else hours.place(baseline.since)
    start = 0 if baseline.until is None else hours.place(baseline.until)
    if terms.chosen.since is not None:
        start = max(start, hours.place(terms.chosen.since))
    renew = baseline.source.startswith("the first ")
    course_found = shifts_in(hours, expected, first=first, start=start, bar=terms.bar, renew=renew)
    releases = releases_in(terms.store, terms.chosen, hours.start)
    shifts = [_dated(terms, hours, one, baseline, releases) for one in course_found.found]
    standing = shifts[-1] if shifts and course_found.found[-1].ended is None else None
    course, shift = _course(shifts, standing, terms.now)
    after = standing.since if standing is not None else max(terms.until - timedelta(days=7), hours.at(start))
    sides = sides_of(terms.store, terms.chosen, baseline, after)
    return Watched(
        course=course,
        headline=headline(course, level, shift, baseline=baseline, window=WINDOW, say=say),
        promise=promise_of(terms.days),
        level=level,
        window=WINDOW,
        last=last,
        baseline=baseline,
        shift=shift,
        shifts=tuple(shifts),
        is_alarm=standing is not None and (terms.both_ways or standing.change < 0),
        hours=_charted(hours, course_found, start, terms),
        answers=_answers(hours, course_found, start, terms),
        moved=tuple(moved_slices(sides, bar=terms.bar)),
        mixes=tuple(mixes_of(sides)),
        releases=tuple(releases),
    )


def _young(terms: _Terms, hours: Hours | None, level: Level, say: Say) -> Watched:
    """Return what can be said without a baseline: how accuracy is, and what is missing."""
    course = Course.EMPTY if hours is None else Course.FEW
    return Watched(
        course=course,
        headline=headline(course, level, None, baseline=None, window=WINDOW, say=say),
        promise=promise_of(terms.days),
        level=level,
        window=WINDOW,
        last=say.last,
        hours=() if hours is None else _plain(hours),
        releases=() if hours is None else tuple(releases_in(terms.store, terms.chosen, hours.start)),
    )


def _course(shifts: Sequence[Shift], standing: Shift | None, now: datetime) -> tuple[Course, Shift | None]:
    """Return how accuracy goes, with the change to speak of."""
    if standing is not None:
        return (Course.DOWN if standing.change < 0 else Course.UP), standing
    last = shifts[-1] if shifts else None
    if last is not None and last.until is not None and last.change < 0 and now - last.until <= _REMEMBERED:
        return Course.RECOVERED, last
    return Course.STEADY, None


def _last(hours: Hours) -> datetime:
    filled = [place for place, n in enumerate(hours.n.sum(axis=1).tolist()) if n]
    return hours.at(filled[-1])


def _dated(terms: _Terms, hours: Hours, found: FoundShift, baseline: Baseline, releases: Sequence[Release]) -> Shift:
    """Return a change with its times, levels and the release behind it."""
    shift = _placed(hours, found, baseline, found.cut)
    for release in _fitting(hours, found, releases):
        moved = _placed(hours, found, baseline, hours.place(release.at))
        if is_behind(terms.store, terms.chosen, moved, release):
            return replace(moved, release=release)
    return replace(shift, release=release_before(terms.store, terms.chosen, shift, releases))


def _placed(hours: Hours, found: FoundShift, baseline: Baseline, place: int) -> Shift:
    """Return a change that begins at some hour."""
    whole = baseline.since is None or not found.dated
    return Shift(
        since=hours.at(place),
        raised=hours.at(found.raised + 1),
        before=baseline.level if whole else hours.level(found.begin, place),
        after=hours.level(place, found.ended),
        p=found.p,
        until=None if found.ended is None else hours.at(found.ended),
    )


def _fitting(hours: Hours, found: FoundShift, releases: Sequence[Release]) -> list[Release]:
    """Return the releases whose hour fits the counts nearly as well as the best one, which comes first."""
    if not found.dated:
        return []
    part = slice(found.begin, found.ended)
    sizes, passed = hours.n[part].sum(axis=1), hours.passed[part].sum(axis=1)
    gains = gains_of_counts(sizes, passed[None, :])[0]
    best = gains[found.cut - found.begin - 1]
    fitting = []
    for release in releases:
        place = hours.place(release.at)
        if found.begin < place <= found.raised and gains[place - found.begin - 1] >= best - _PREFERENCE:
            fitting.append((-gains[place - found.begin - 1], FIELDS.index(release.field), release))
    return [release for _, _, release in sorted(fitting, key=lambda one: one[:2])]


def _plain(hours: Hours) -> tuple[WatchedHour, ...]:
    return tuple(
        WatchedHour(hours.at(place), hours.level(place, place + 1), None, None, None, None)
        for place in range(len(hours))
    )


def _charted(hours: Hours, course: FoundCourse, start: int, terms: _Terms) -> tuple[WatchedHour, ...]:
    """Return all hours with the limits of the charts; before the watch begins there are none."""
    assert course.expected is not None, "a course was found by what was expected"
    averages = _averages(hours, course.expected, start, terms)
    usual = course.expected.bound()
    found = []
    for place in range(len(hours)):
        level = hours.level(place, place + 1)
        watched = place >= start
        evidence = course.evidence[place]
        found.append(
            WatchedHour(
                at=hours.at(place),
                level=level,
                limit=lower_limit(usual, max(1, int(level.n / course.expected.spread))) if level.n else None,
                average=averages[place - start][0] if watched else None,
                average_limit=averages[place - start][1] if watched else None,
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
    for size, good in expected.counts(hours)[start:]:
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


def _answers(hours: Hours, course: FoundCourse, start: int, terms: _Terms) -> tuple[ChartAnswer, ...]:
    """Return what each chart says of a drop that stands now."""
    assert course.expected is not None, "a course was found by what was expected"
    standing = course.found[-1] if course.found and course.found[-1].ended is None else None
    falls = standing is not None and standing.falls
    usual = course.expected.bound()
    counts = course.expected.counts(hours)[start:]
    raised = hours.at(standing.raised) if standing is not None and falls else None
    averages = since_above(value < limit for value, limit in _averages(hours, course.expected, start, terms))
    return (
        ChartAnswer("evidence", raised),
        ChartAnswer("cusum", _moment(hours, start, _cusum(counts, usual, terms))),
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
