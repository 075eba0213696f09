"""Spans of time and how much passed in them: hours, days and weeks of any time zone, with n and interval."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from assay.errors import InvalidValue, require
from assay.observations import HOUR, PRODUCTION, Chosen, Counted
from assay.statistics.intervals import wilson
from assay.store.base import Observations

STEPS: Final = ("hour", "day", "week")
"""What a trend can be told by."""
MOST_POINTS: Final = 20_000
"""Points of one trend: more than two years of hours."""


@dataclass(frozen=True, slots=True)
class Level:
    """How many of some observations passed.

    >>> Level(10, 7).accuracy, [round(end, 3) for end in Level(10, 7).interval]
    (0.7, [0.397, 0.892])
    >>> Level(0, 0).accuracy is None
    True
    """

    n: int = 0
    passed: int = 0

    @property
    def accuracy(self) -> float | None:
        """The share that passed; `None` where there is nothing."""
        return self.passed / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's, of 95 % confidence; `None` where there is nothing."""
        return wilson(self.passed, self.n) if self.n else None

    def __add__(self, other: Level) -> Level:
        return Level(self.n + other.n, self.passed + other.passed)

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the level as plain data."""
        return {"n": self.n, "passed": self.passed, "accuracy": self.accuracy, "interval": self.interval}


@dataclass(frozen=True, slots=True)
class TrendPoint:
    """How many passed in one hour, day or week."""

    start: datetime
    """In the zone that was asked for."""
    end: datetime
    """Where the next one begins."""
    level: Level

    @property
    def n(self) -> int:
        """How many observations there are."""
        return self.level.n

    @property
    def accuracy(self) -> float | None:
        """The share that passed; `None` where there is nothing."""
        return self.level.accuracy

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's, of 95 % confidence; `None` where there is nothing."""
        return self.level.interval

    def __iter__(self) -> Iterator[Any]:  # Any: a time, then a share
        """Yield start and accuracy, so that `for hour, rate in trend` works."""
        return iter((self.start, self.accuracy))

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the point as plain data."""
        return {"start": self.start.isoformat(), "end": self.end.isoformat(), **self.level.to_dict()}


def zone_of(name: str) -> ZoneInfo:
    """Return the time zone of that name, such as `Europe/Berlin`."""
    require("zone", name, (str,), "the name of a time zone")
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        raise InvalidValue(f"zone: no time zone is named {name!r:.80}; write it as UTC or Europe/Berlin") from None


def trend(
    store: Observations, chosen: Chosen, *, by: str = "hour", zone: str = "UTC", now: datetime
) -> list[TrendPoint]:
    """Return the points from the first observation, or `since`, to `until` or now; what is empty has n = 0.

    Days and weeks begin at midnight of the zone, weeks on Monday, so that some days have 23 or 25 hours. Hours are
    those of UTC, as they are counted; in a zone such as Asia/Kolkata they begin at half past.
    """
    if by not in STEPS:
        raise InvalidValue(f"by: must be one of {', '.join(STEPS)}, got {by!r:.80}")
    local = zone_of(zone)
    bounds = _bounds(store, chosen, now)
    if bounds is None:
        return []
    starts = list(_starts(*bounds, by, local))
    edges = [max(starts[0], bounds[0]), *starts[1:], bounds[1]]
    counted = store.passes_between(edges, chosen.slices)
    return [
        TrendPoint(start.astimezone(local), end.astimezone(local), Level(*found))
        for start, end, found in zip(edges, edges[1:], counted, strict=False)
    ]


def in_production(chosen: Chosen) -> Chosen:
    """Return the choice with the stream of production, unless it names a stream: runs are no production."""
    return Chosen(chosen.since, chosen.until, {"stream": PRODUCTION, **chosen.slices})


def level_of(store: Observations, chosen: Chosen) -> Level:
    """Return how many of the chosen observations passed."""
    return total(store.tallies(chosen))


def total(counted: Sequence[Counted]) -> Level:
    """Return the level of all counts together."""
    return Level(sum(one.tally.n for one in counted), sum(one.tally.passed for one in counted))


def hour_of(moment: datetime) -> datetime:
    """Return when the hour of a moment begins, in UTC."""
    return moment.astimezone(UTC).replace(minute=0, second=0, microsecond=0)


def _bounds(store: Observations, chosen: Chosen, now: datetime) -> tuple[datetime, datetime] | None:
    """Return where a trend begins and ends, in UTC; `None` where there is nothing to begin with."""
    since, until = chosen.since, chosen.until
    if since is None:
        firsts = [first for _, first, _, _ in store.values("stream", chosen)]
        if not firsts:
            return None
        since = min(firsts)
    end = now + timedelta(microseconds=1) if until is None else until
    return (since.astimezone(UTC), end.astimezone(UTC)) if since < end else None


def _starts(since: datetime, until: datetime, by: str, zone: ZoneInfo) -> Iterator[datetime]:
    """Yield where each hour, day or week begins that has a part between the two, in UTC."""
    step = {"hour": HOUR, "day": timedelta(days=1), "week": timedelta(days=7)}[by]
    if (until - since) / step > MOST_POINTS:
        raise InvalidValue(f"by: a trend has at most {MOST_POINTS:,} points; take longer steps than {by!r}")
    if by == "hour":
        start = hour_of(since)
        while start < until:
            yield start
            start += HOUR
        return
    day = since.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None, fold=0)
    if by == "week":
        day -= timedelta(days=day.weekday())
    while (start := day.replace(tzinfo=zone).astimezone(UTC)) < until:  # steps of local days, whatever they last
        yield start
        day += step
