"""What watching a rate has found: how it is now, what changed and since when, with the evidence."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from assay.monitoring.windows import Level
from assay.statistics.independent import newcombe


class Course(StrEnum):
    """How accuracy goes."""

    EMPTY = "empty"
    """There is nothing yet."""
    FEW = "few"
    """There is too little to say anything; a baseline is being gathered."""
    STEADY = "steady"
    DOWN = "down"
    UP = "up"
    RECOVERED = "recovered"
    """It was down, and is back; said for a week."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """What accuracy is watched against."""

    level: Level
    source: str
    """In words, such as `the first 7 days`, `run 9c1e`."""
    since: datetime | None = None
    until: datetime | None = None
    """The period it was taken from; `None` for a run."""

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the baseline as plain data."""
        return {
            **self.level.to_dict(),
            "source": self.source,
            "since": _text(self.since),
            "until": _text(self.until),
        }


@dataclass(frozen=True, slots=True)
class Release:
    """A version, a model or a fingerprint that was seen for the first time while something else was in use before."""

    field: str
    value: str
    at: datetime
    """The hour of its first observation."""
    is_told_apart: bool = False
    """There are versions of agents and of models, so that `version` alone would not say which is meant."""

    @property
    def words(self) -> str:
        """The release as a sentence names it, such as `version 2.3` or `model version 2.3`."""
        name = self.field.replace("_", " ")
        return f"{name if self.is_told_apart else name.removeprefix('agent ').removeprefix('model ')} {self.value}"

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the release as plain data."""
        return {"field": self.field, "value": self.value, "at": self.at.isoformat()}


@dataclass(frozen=True, slots=True)
class Shift:
    """One change of accuracy."""

    since: datetime
    """The likeliest hour of the change."""
    raised: datetime
    """When there was enough evidence for it; until then nothing was said."""
    before: Level
    after: Level
    p: float
    """Of a change as clear as this one anywhere in the time looked at, by chance."""
    until: datetime | None = None
    """Since when it is over."""
    releases: tuple[Release, ...] = ()
    """What was released then and has such an accuracy itself."""
    mix: float = 0.0
    """What another mix of task types adds, where that is worth a word; it is no part of `change`."""

    @property
    def change(self) -> float:
        """How far accuracy moved, as far as tasks of the same types are solved more or less often."""
        return (self.after.accuracy or 0.0) - (self.before.accuracy or 0.0) - self.mix

    @property
    def interval(self) -> tuple[float, float] | None:
        """Of the change, with 95 % confidence."""
        if not self.before.n or not self.after.n:
            return None
        low, high = newcombe(self.before.passed, self.before.n, self.after.passed, self.after.n)
        return low - self.mix, high - self.mix

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the change as plain data."""
        return {
            "since": self.since.isoformat(),
            "raised": self.raised.isoformat(),
            "until": _text(self.until),
            "change": self.change,
            "interval": self.interval,
            "mix": self.mix,
            "p": self.p,
            "before": self.before.to_dict(),
            "after": self.after.to_dict(),
            "releases": [one.to_dict() for one in self.releases],
        }


@dataclass(frozen=True, slots=True)
class WatchedHour:
    """One hour of the chart."""

    at: datetime
    level: Level
    usual: float | None
    """By the baseline of that time; `None`: there was none yet."""
    limit: float | None
    """What the rate of so many observations should not fall below: three standard errors under the baseline."""
    average: float | None
    """The moving average."""
    average_limit: float | None
    """What it should not fall below."""
    evidence: float | None
    """For a drop, as a part of what raises an alarm."""

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the hour as plain data."""
        return {
            "at": self.at.isoformat(),
            **self.level.to_dict(),
            "usual": self.usual,
            "limit": self.limit,
            "average": self.average,
            "average_limit": self.average_limit,
            "evidence": self.evidence,
        }


@dataclass(frozen=True, slots=True)
class ChartAnswer:
    """What one chart says of a drop that stands now."""

    chart: str
    """`evidence` (which raises the alarm), `cusum` or `ewma`."""
    since: datetime | None
    """When it began to say so; `None`: it does not."""

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the answer as plain data."""
        return {"chart": self.chart, "since": _text(self.since)}


@dataclass(frozen=True, slots=True)
class MovedSlice:
    """A kind of observations whose accuracy is another one than in the baseline."""

    field: str
    value: str
    before: Level
    """In the baseline; of a value that is new, all of the baseline."""
    after: Level
    p: float
    """That it did not move, after Benjamini and Hochberg for all slices together."""
    is_new: bool = False
    alarm: datetime | None = None
    """When its own drop was noticed, with a share of the false alarms that all slices have together."""

    @property
    def change(self) -> float:
        """How far accuracy moved."""
        return (self.after.accuracy or 0.0) - (self.before.accuracy or 0.0)

    @property
    def interval(self) -> tuple[float, float]:
        """Of the change, with 95 % confidence."""
        return newcombe(self.before.passed, self.before.n, self.after.passed, self.after.n)

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the slice as plain data."""
        return {
            "field": self.field,
            "value": self.value,
            "change": self.change,
            "interval": self.interval,
            "p": self.p,
            "is_new": self.is_new,
            "alarm": _text(self.alarm),
            "before": self.before.to_dict(),
            "after": self.after.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class MixSplit:
    """How much of a change since the baseline is due to another mix of kinds."""

    field: str
    change: float
    mix: float
    performance: float

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the split as plain data."""
        return {"field": self.field, "change": self.change, "mix": self.mix, "performance": self.performance}


@dataclass(frozen=True, slots=True)
class Watched:
    """All that is known of accuracy over time."""

    course: Course
    headline: str
    promise: str
    """How often an alarm is false, such as `one false alarm in 100 days`; nothing while there is no baseline."""
    level: Level
    """In the window that ends now; it is longer than a day where a day has few observations."""
    window: timedelta
    last: datetime | None
    """The last hour with observations."""
    baseline: Baseline | None = None
    shift: Shift | None = None
    """The change that stands now, or is just over."""
    shifts: tuple[Shift, ...] = ()
    """All changes, the oldest first."""
    is_alarm: bool = False
    """The change that stands now is one to wake people for: a drop, or any change where that was asked for."""
    hours: tuple[WatchedHour, ...] = ()
    answers: tuple[ChartAnswer, ...] = ()
    moved: tuple[MovedSlice, ...] = ()
    """Those that moved most come first; those that probably did not move are left out."""
    mixes: tuple[MixSplit, ...] = ()
    releases: tuple[Release, ...] = ()
    missing: str = ""
    """What a baseline still needs, in words."""

    @property
    def alarm(self) -> Shift | None:
        """The change that people should be woken for."""
        return self.shift if self.is_alarm else None

    def to_dict(self, *, hourly: bool = False) -> dict[str, Any]:  # Any: JSON
        """Return all of it as plain data; the hours only if asked for."""
        found: dict[str, Any] = {
            "course": self.course.value,
            "headline": self.headline,
            "promise": self.promise,
            "window_hours": self.window / timedelta(hours=1),
            "level": self.level.to_dict(),
            "last": _text(self.last),
            "is_alarm": self.is_alarm,
            "missing": self.missing,
        }
        for name in ("baseline", "shift"):
            one = getattr(self, name)
            found[name] = None if one is None else one.to_dict()
        for name in ("shifts", "answers", "moved", "mixes", "releases", *(("hours",) if hourly else ())):
            found[name] = [one.to_dict() for one in getattr(self, name)]
        return found


def _text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
