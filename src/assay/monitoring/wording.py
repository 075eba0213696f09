"""The words of monitoring: the headline, and times and changes as people say them."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from assay.monitoring.watched import Baseline, Course, Shift
from assay.monitoring.windows import Level
from assay.reports import figures
from assay.text import one_line

FEWEST = 20
"""Observations below which nothing is said about a change."""
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def moment(at: datetime, zone: ZoneInfo, now: datetime) -> str:
    """Return a time as people write it, with the year where it is not this one.

    >>> from datetime import UTC
    >>> at, now = datetime(2026, 3, 14, 9, tzinfo=UTC), datetime(2026, 3, 20, tzinfo=UTC)
    >>> moment(at, ZoneInfo("UTC"), now), moment(at, ZoneInfo("Asia/Kolkata"), now.replace(year=2027))
    ('14 March 09:00', '14 March 2026 14:30')
    """
    local = at.astimezone(zone)
    year = "" if local.year == now.astimezone(zone).year else f" {local.year}"
    return f"{local.day} {_MONTHS[local.month - 1]}{year} {local:%H:%M}"


def promise_of(days: float) -> str:
    """Return how often an alarm is false.

    >>> promise_of(100.0), promise_of(1.0)
    ('one false alarm in 100 days', 'one false alarm in 1 day')
    """
    return f"one false alarm in {days:g} day{'' if days == 1 else 's'}"


def span(length: timedelta) -> str:
    """Return a length of time.

    >>> span(timedelta(hours=24)), span(timedelta(days=7)), span(timedelta(minutes=90)), span(timedelta(seconds=45))
    ('24 h', '7 days', '90 min', '45 s')
    """
    if length % timedelta(minutes=1):
        return f"{length.total_seconds():g} s"
    minutes = round(length / timedelta(minutes=1))
    if minutes % 1440 == 0 and minutes > 1440:
        return f"{minutes // 1440} days"
    return f"{minutes // 60} h" if minutes % 60 == 0 else f"{minutes} min"


def moved_words(change: float) -> str:
    """Return a change in words.

    >>> moved_words(-0.031), moved_words(0.012)
    ('down 3.1 points', 'up 1.2 points')
    """
    return f"{'down' if change < 0 else 'up'} {abs(100 * change):.1f} points"


def headline(
    course: Course, level: Level, shift: Shift | None, *, baseline: Baseline | None, window: timedelta, say: Say
) -> str:
    """Return what is known in one line."""
    if course is Course.EMPTY:
        return "No observations yet"
    if not level.n:
        last = "" if say.last is None else f"; the last came at {say.time(say.last)}"
        return f"No observations in the last {span(window)}{last}"
    now = (
        f"Accuracy {figures.share(level.accuracy)} in the last {span(window)} "
        f"({figures.interval_of_shares(level.interval)})"
    )
    if level.n < FEWEST:
        return f"{now}, {figures.counted(level.n, 'observation')}: too few to say"
    if course is Course.FEW:
        return f"{now}; {say.missing}"
    if course is Course.RECOVERED and shift is not None and shift.until is not None:
        return f"{now}, back since {say.time(shift.until)} after {moved_words(shift.change)}"
    if shift is not None:
        release = "" if shift.release is None else f", {one_line(shift.release.words)}"
        return f"{now}, {moved_words(shift.change)} since {say.time(shift.since)}{release}"
    usual = "" if baseline is None else f" beside {figures.share(baseline.level.accuracy)} of {baseline.source}"
    return f"{now}, steady{usual}"


class Say:
    """What a headline needs to know of time."""

    def __init__(self, zone: ZoneInfo, now: datetime, *, last: datetime | None = None, missing: str = "") -> None:
        self.last = last
        """The last hour with observations."""
        self.missing = missing
        """What a baseline still needs."""
        self._zone, self._now = zone, now

    def time(self, at: datetime) -> str:
        """Return a time in the zone of whoever reads it."""
        return moment(at, self._zone, self._now)
