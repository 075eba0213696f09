"""Times as stores of observations count them: whole hours, which are counted already, and pieces of hours."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from assay.errors import InvalidValue
from assay.observations import (
    LONGEST_NAME,
    SLICED,
    Chosen,
    Feedback,
    Observation,
    Tally,
    complete,
    latency_bucket,
)

HOUR_MICROSECONDS: Final = 3_600_000_000
DAY_HOURS: Final = 24
MOST_SLICES: Final = 10_000
"""Different values of the fields of `SLICED` together, in one stream: each costs a row for every hour that has it."""
MOST_STREAMS: Final = 1_000
FIRST_YEAR: Final = 2
LAST_YEAR: Final = 9998
ERROR_CLASS: Final = "error_class"

_NAMED = ("task_id", ERROR_CLASS, *SLICED)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

Slice = tuple[str, ...]
"""The values of the fields of `SLICED`, in their order."""


@dataclass(slots=True)
class Cell:
    """What is counted of the observations of one hour and slice; the fields are those of a tally, and a histogram."""

    n: int = 0
    passed: int = 0
    cost_usd: float = 0.0
    costs: int = 0
    latency_seconds: float = 0.0
    latencies: int = 0
    buckets: Counter[int] = field(default_factory=Counter)

    def count(self, observation: Observation) -> None:
        """Count one more."""
        self.n += 1
        self.passed += observation.passed
        if observation.cost_usd is not None:
            self.cost_usd += observation.cost_usd
            self.costs += 1
        if observation.latency_seconds is not None:
            self.latency_seconds += observation.latency_seconds
            self.latencies += 1
            self.buckets[latency_bucket(observation.latency_seconds)] += 1

    def add(self, other: Cell) -> None:
        """Count all that another one counted."""
        self.n += other.n
        self.passed += other.passed
        self.cost_usd += other.cost_usd
        self.costs += other.costs
        self.latency_seconds += other.latency_seconds
        self.latencies += other.latencies
        self.buckets.update(other.buckets)

    def tally(self) -> Tally:
        """Return the counts without the histogram."""
        return Tally(self.n, self.passed, self.cost_usd, self.costs, self.latency_seconds, self.latencies)


@dataclass(frozen=True, slots=True)
class Span:
    """Hours or days from one on and before another one; `None`: without an end on that side."""

    first: int | None
    last: int | None

    @property
    def is_empty(self) -> bool:
        """Whether nothing lies in it."""
        return self.first is not None and self.last is not None and self.first >= self.last

    def numbers(self) -> range:
        """Return the hours or days of a span that has both ends."""
        assert self.first is not None, "the caller gave both ends"
        assert self.last is not None, "the caller gave both ends"
        return range(self.first, self.last)

    def has(self, number: int) -> bool:
        """Whether an hour or day lies in it."""
        return (self.first is None or self.first <= number) and (self.last is None or number < self.last)


@dataclass(frozen=True, slots=True)
class Window:
    """A time as it is counted: whole hours, and pieces of other hours, in microseconds."""

    hours: Span
    pieces: tuple[tuple[int, int], ...] = ()

    def days(self) -> tuple[Span | None, tuple[Span, ...]]:
        """Return the whole days among the hours, and the hours that are left.

        >>> Window(Span(20, 75)).days()
        (Span(first=1, last=3), (Span(first=20, last=24), Span(first=72, last=75)))
        """
        first = None if self.hours.first is None else -(-self.hours.first // DAY_HOURS)
        last = None if self.hours.last is None else self.hours.last // DAY_HOURS
        if first is not None and last is not None and first >= last:
            return None, () if self.hours.is_empty else (self.hours,)
        before = () if first is None else (Span(self.hours.first, first * DAY_HOURS),)
        behind = () if last is None else (Span(last * DAY_HOURS, self.hours.last),)
        return Span(first, last), tuple(span for span in before + behind if span.first != span.last)


def window(chosen: Chosen, *, horizon: int | None = None) -> Window:
    """Return the whole hours and the pieces of hours of a time.

    Before the hour `horizon` there are counts of hours only: such an hour belongs to the time that it begins in.

    >>> window(Chosen(since=moment(1_800_000_000), until=moment(3 * HOUR_MICROSECONDS)))
    Window(hours=Span(first=1, last=3), pieces=((1800000000, 3600000000),))
    """
    since = None if chosen.since is None else microseconds(chosen.since)
    until = None if chosen.until is None else microseconds(chosen.until)
    if since is not None and until is not None and since >= until:
        return Window(Span(0, 0))
    first = None if since is None else -(-since // HOUR_MICROSECONDS)
    last = None if until is None else until // HOUR_MICROSECONDS
    pieces = []
    if since is not None and since % HOUR_MICROSECONDS:
        hour = since // HOUR_MICROSECONDS
        if horizon is None or hour >= horizon:
            end = (hour + 1) * HOUR_MICROSECONDS
            pieces.append((since, end if until is None else min(end, until)))
    if until is not None and last is not None and until % HOUR_MICROSECONDS:
        if horizon is not None and last < horizon:
            last += 1
        elif since is None or since <= last * HOUR_MICROSECONDS:
            pieces.append((last * HOUR_MICROSECONDS, until))
    return Window(Span(first, last), tuple(pieces))


def microseconds(at: datetime) -> int:
    """Return the time in microseconds since 1970; those before are negative."""
    return (at - _EPOCH) // _MICROSECOND


def moment(number: int) -> datetime:
    """Return the time that is so many microseconds after 1970, in UTC."""
    return checked_time(_EPOCH + timedelta(microseconds=number))


def checked_time(at: datetime) -> datetime:
    """Return a time that every zone has; at both ends of the calendar there are others."""
    if not FIRST_YEAR <= at.year <= LAST_YEAR:
        raise ValueError(f"a time must lie in the years {FIRST_YEAR} to {LAST_YEAR}, got {at.isoformat()}")
    return at


def hour_of(seconds: float) -> int:
    """Return the hour that lies so many seconds after 1970, in hours since then."""
    return math.floor(seconds / 3600)


def hour_start(hour: int) -> datetime:
    """Return when the hour begins that is so many hours after 1970."""
    return checked_time(_EPOCH + timedelta(hours=hour))


def slice_of(observation: Observation) -> Slice:
    """Return what an observation is counted by."""
    return (
        observation.stream,
        observation.model,
        observation.model_version,
        observation.agent_version,
        observation.task_type,
        observation.arm,
        observation.fingerprint,
    )


def check_by(by: Sequence[str]) -> None:
    """Refuse fields that observations are not counted by."""
    for name in by:
        if name not in SLICED and name != ERROR_CLASS:
            raise InvalidValue(f"observations are counted by {', '.join(SLICED)} or {ERROR_CLASS}, not by {name!r:.80}")


def check_field(field: str) -> None:
    """Refuse a field that is not of `SLICED`."""
    if field not in SLICED:
        raise InvalidValue(f"observations are told apart by {', '.join(SLICED)}, not by {field!r:.80}")


def check_limit(limit: int) -> None:
    """Refuse a length of a page that is none."""
    if limit < 1:
        raise InvalidValue(f"limit: must be at least 1, got {limit!r}")


def prepared(observations: Iterable[Observation]) -> list[Observation]:
    """Return the first observation of each id, checked and in the order of their ids.

    Every store adds them in this order, so that two writers of the same ids never wait for each other.
    """
    found: dict[str, Observation] = {}
    for observation in observations:
        if observation.id not in found:
            _check(observation)
            found[observation.id] = complete(observation)
    return [found[name] for name in sorted(found)]


def prepared_feedback(feedback: Iterable[Feedback]) -> list[Feedback]:
    """Return the first feedback of each id, checked and in the order of their ids."""
    found: dict[str, Feedback] = {}
    for one in feedback:
        _check_id(one.id)
        _check_time(one.at)
        found.setdefault(one.id, one)
    return [found[name] for name in sorted(found)]


def too_many_slices(stream: str, slices: Iterable[Slice], new: Slice) -> InvalidValue:
    """Return what to say of a new slice of a stream that has too many: which field has most values, and this one's."""
    columns = list(zip(*slices, strict=True))
    place = max(range(1, len(SLICED)), key=lambda number: len(set(columns[number])))
    return InvalidValue(
        f"{SLICED[place]}: stream {stream!r:.80} has {MOST_SLICES:,} different slices already, most of them by this "
        f"field, got {new[place]!r:.80}; what differs from one observation to the next belongs into a label"
    )


def too_many_streams(stream: str) -> InvalidValue:
    """Return what to say of a new stream where there are too many."""
    return InvalidValue(f"stream: there are {MOST_STREAMS:,} streams already, got {stream!r:.80}; use one of those")


def unknown_place(kind: str, name: str) -> InvalidValue:
    """Return what to say where a list is to go on after something that is not in the store."""
    return InvalidValue(f"after: no {kind} has the id {name!r:.80}")


def _check(observation: Observation) -> None:
    _check_id(observation.id)
    _check_time(observation.at)
    for amount, name in ((observation.cost_usd, "cost_usd"), (observation.latency_seconds, "latency_seconds")):
        if amount is not None and not 0 <= amount < math.inf:
            raise InvalidValue(f"{name}: must be a number from 0 on, got {amount!r}")
    names = (observation.task_id, observation.error_class, *slice_of(observation))
    if max(map(len, names)) > LONGEST_NAME:
        long = next(name for name, text in zip(_NAMED, names, strict=True) if len(text) > LONGEST_NAME)
        raise InvalidValue(f"{long}: must have at most {LONGEST_NAME} characters")


def _check_id(name: str) -> None:
    if not 0 < len(name) <= LONGEST_NAME:
        raise InvalidValue(f"id: must have 1 to {LONGEST_NAME} characters, got {name!r:.80}")


def _check_time(at: datetime) -> None:
    if at.tzinfo is None:
        raise InvalidValue(f"at: needs a time zone, got {at.isoformat()!r}")
    if not FIRST_YEAR < at.year < LAST_YEAR:  # in UTC it may be another year
        raise InvalidValue(f"at: must lie in the years {FIRST_YEAR + 1} to {LAST_YEAR - 1}, got {at.isoformat()!r}")
