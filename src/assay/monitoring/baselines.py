"""What accuracy is watched against: a run, a period, or the first stretch of the data itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from assay.errors import InvalidValue
from assay.monitoring.hours import Expected, Hours, expected_of
from assay.monitoring.watched import Baseline
from assay.monitoring.windows import Level
from assay.spec import Run

SHORTEST: Final = timedelta(days=7)
"""A whole week, since weekends differ."""
ENOUGH: Final = 1_000
"""Observations of a baseline, so that it is known within 3 points or so."""
LONGEST: Final = timedelta(days=28)
"""How long a baseline is gathered where observations are few."""
FEWEST: Final = 50
"""Observations below which nothing is a baseline."""
SEPARATOR: Final = ".."


def baseline_of_run(run: Run) -> Baseline:
    """Return the baseline that a stored run makes: its pass@1, with as many observations as it had problems."""
    for score in run.scores:
        if score.metric == "pass@1" and score.n and score.value is not None:
            return Baseline(Level(score.n, round(score.value * score.n)), f"run {run.name or run.id}")
    raise InvalidValue(f"baseline: run {run.id!r} has no pass@1 to watch against")


def period_of(text: str, *, now: datetime) -> tuple[datetime, datetime]:
    """Return the period that a text such as `2026-03-01..2026-03-08` means; days are those of UTC.

    >>> [end.day for end in period_of("2026-03-01..2026-03-08", now=datetime(2026, 4, 1, tzinfo=UTC))]
    [1, 8]
    """
    first, separator, last = text.partition(SEPARATOR)
    try:
        ends = [datetime.fromisoformat(end.strip()) for end in (first, last)]
    except ValueError:
        ends = []
    if not separator or not ends:
        raise InvalidValue(f"baseline: a period is written as 2026-03-01..2026-03-08, got {text!r:.80}")
    since, until = (end if end.tzinfo else end.replace(tzinfo=UTC) for end in ends)
    if not since < until or since > now:
        raise InvalidValue(f"baseline: a period must begin before it ends, and not in the future, got {text!r:.80}")
    return since, until


def first_stretch(hours: Hours, begin: int = 0) -> int | None:
    """Return where the first stretch that makes a baseline ends: a week, and longer while there is too little.

    `None`: there is not enough yet.
    """
    shortest, longest = (int(length / timedelta(hours=1)) for length in (SHORTEST, LONGEST))
    for end in range(begin + shortest, min(len(hours), begin + longest) + 1, 24):
        level = hours.level(begin, end)
        if level.n >= ENOUGH or (end + 24 > begin + longest and level.n >= FEWEST):
            return end
    return None


def missing_words(hours: Hours) -> str:
    """Return what a baseline still needs, in words."""
    days = len(hours) // 24
    if days < SHORTEST.days:
        there = "is 1" if days == 1 else f"are {days}"
        return f"a baseline needs {SHORTEST.days} days of data, there {there}"
    return f"a baseline needs {ENOUGH:,} observations or {LONGEST.days} days, there are {hours.level().n:,}"


def expected_by(baseline: Baseline, hours: Hours) -> Expected:
    """Return what a baseline lets one expect of these hours; of a run, the same for every kind of task."""
    if baseline.since is None or baseline.until is None:
        return Expected(baseline.level, {})
    return expected_of(hours, hours.place(baseline.since), hours.place(baseline.until))
