"""The words of monitoring: the headline, and times and changes as people say them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from assay.monitoring.watched import Baseline, Course, Shift
from assay.monitoring.windows import Level
from assay.reports import figures
from assay.statistics.independent import newcombe
from assay.text import one_line

FEWEST = 20
"""Observations below which nothing is said about how accuracy is."""
WORTH_A_WORD = 0.01
"""What a mix changes at least to be spoken of."""
_SHARE_TOLD = 0.05
"""The part of all tasks that new types have at least to be spoken of."""
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


@dataclass(frozen=True, slots=True)
class Told:
    """What a headline is made of."""

    course: Course
    level: Level
    window: timedelta
    zone: ZoneInfo
    now: datetime
    """Whoever reads it is in that zone, at that time."""
    shift: Shift | None = None
    baseline: Baseline | None = None
    last: datetime | None = None
    """The last hour with observations."""
    missing: str = ""
    """What a baseline still needs."""
    mix: float = 0.0
    """What another mix of task types has added since the baseline, in the window."""
    newcomers: tuple[tuple[str, Level], ...] = ()
    """Types of tasks in the window that have no baseline."""
    steps: int = 0
    """How many drops stand, one after the other."""

    def time(self, at: datetime) -> str:
        """Return a time in the zone of whoever reads it."""
        return moment(at, self.zone, self.now)


def headline(told: Told) -> str:
    """Return what is known in one line."""
    level = told.level
    if told.course is Course.EMPTY:
        return "No observations yet"
    changed = _changed(told)
    if not level.n:
        last = "" if told.last is None else f"; the last came at {told.time(told.last)}"
        return f"No observations in the last {span(told.window)}{last}{changed and f'; {changed}'}"
    now = (
        f"Accuracy {figures.share(level.accuracy)} in the last {span(told.window)} "
        f"({figures.interval_of_shares(level.interval)})"
    )
    if level.n < FEWEST:
        few = f"{now}, {figures.counted(level.n, 'observation')}"
        return f"{few}; {changed}" if changed else f"{few}: too few to say"
    if told.course is Course.FEW:
        return f"{now}; {told.missing}"
    return f"{now}, {changed or _beside(told)}{_newcomers(told)}"


def _changed(told: Told) -> str:
    """Return the change that stands or is just over; nothing where there is none."""
    shift = told.shift
    if shift is None:
        return ""
    if told.course is Course.RECOVERED and shift.until is not None:
        return f"back since {told.time(shift.until)} after {moved_words(shift.change)}"
    names = " and ".join(one_line(one.words) for one in shift.releases)
    mix = f", and {figures.points(shift.mix)} points by another mix of task types" if shift.mix else ""
    whole = ""
    if told.steps > 1 and told.baseline is not None:
        change = (told.level.accuracy or 0.0) - (told.baseline.level.accuracy or 0.0)
        whole = f"; {_apart(change)} {told.baseline.source}" if told.level.n >= FEWEST else ""
    return f"{moved_words(shift.change)} since {told.time(shift.since)}{names and f', {names}'}{mix}{whole}"


def _beside(told: Told) -> str:
    """Return how accuracy is beside the baseline while nothing has changed but the mix, if that."""
    if told.baseline is None:
        return "steady"
    usual, level = told.baseline.level, told.level
    steady = f"steady beside {figures.share(usual.accuracy)} of {told.baseline.source}"
    if not usual.n or abs(told.mix) < WORTH_A_WORD:
        return steady
    change = (level.accuracy or 0.0) - (usual.accuracy or 0.0)
    low, high = newcombe(usual.passed, usual.n, level.passed, level.n)
    if low <= 0 <= high or change * told.mix < 0:
        return steady
    apart, mix = f"{_apart(change)} {told.baseline.source}", "by another mix of task types"
    if abs(told.mix) > abs(change) - WORTH_A_WORD:
        return f"{apart}, all of it {mix}"
    rest = ", the rest by chance" if low - told.mix <= 0 <= high - told.mix else ""
    return f"{apart}, {abs(100 * told.mix):.1f} of them {mix}{rest}"


def _apart(change: float) -> str:
    return f"{abs(100 * change):.1f} points {'below' if change < 0 else 'above'}"


def _newcomers(told: Told) -> str:
    """Return what part of the tasks is of types that have no baseline, and how they fare."""
    level = sum((one for _, one in told.newcomers), Level())
    if level.n < FEWEST or level.n < _SHARE_TOLD * told.level.n:
        return ""
    share, rate = f"{100 * min(1.0, level.n / told.level.n):.0f} %", figures.share(level.accuracy)
    if len(told.newcomers) == 1:
        return f"; {share} of tasks are of a new type, {one_line(told.newcomers[0][0])}: {rate}"
    return f"; {share} of tasks are of {len(told.newcomers)} new types: {rate}"
