"""Outcomes of an agent in production: what was tried, whether it worked, at what price, and what people said of it."""

from __future__ import annotations

import math
import reprlib
import uuid
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from assay.errors import InvalidValue, require
from assay.hashing import content_digest

PRODUCTION: Final = "production"
"""The stream of observations that name no other."""
SLICED: Final = ("stream", "model", "model_version", "agent_version", "task_type", "arm", "fingerprint")
"""What observations are counted by, hour by hour; any of them can be asked for at the price of the hours."""
LONGEST_NAME: Final = 200
"""Characters of an id, a version, a type or the key of a label."""
LONGEST_TEXT: Final = 10_000
"""Characters of a message or of what a person wrote; more is cut, and the end says so."""
MOST_LABELS: Final = 20
LATEST_AHEAD: Final = timedelta(days=1)
"""How far in the future an observation may lie: clocks differ, but not by more."""
EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)
"""What passes are counted by; days are those of UTC."""
UNCLASSED: Final = "unclassed"
"""The error class of a failure that came without one."""

_CUT = "… (cut)"
_SHORTEST, _GROWTH = 0.001, 1.05
_LONGEST_SHOWN = 80
_NUMBERS = ("cost_usd", "latency_seconds")
_NAMES = ("id", "task_id", *SLICED, "error_class", "run")
_MOST = 1e9


def new_id() -> str:
    """Return an id that nobody else has; those that are made later sort later, which keeps an index small."""
    now = int(datetime.now(UTC).timestamp() * 1000)
    return f"{now:012x}{uuid.uuid4().hex[:20]}"


@dataclass(frozen=True, slots=True)
class Observation:
    """One task that an agent worked on, and whether it was solved."""

    task_id: str
    passed: bool
    at: datetime
    """When it ended, with a time zone; kept in UTC."""
    id: str = field(default_factory=new_id)
    """Whoever sends an observation again under the same id changes nothing."""
    stream: str = PRODUCTION
    """What belongs together: production, or the name of the benchmark that a run was about."""
    model: str = ""
    model_version: str = ""
    agent_version: str = ""
    task_type: str = ""
    arm: str = ""
    """Which side of a live comparison it belongs to."""
    fingerprint: str = ""
    """What the server says of the system behind the model."""
    error_class: str = ""
    """How it failed, such as `timeout`; always empty for what passed, never for what did not."""
    message: str = ""
    """What it failed with: an error message, a stack."""
    cost_usd: float | None = None
    latency_seconds: float | None = None
    run: str = ""
    """The id of the run that it comes from."""
    labels: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the observation as plain data; what is empty is left out."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        found |= {"at": self.at.isoformat(), "labels": dict(self.labels)}
        return {name: value for name, value in found.items() if value not in ("", None, {})}


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a person said of one observation: any of a thumb, stars, a text, and whether the code was kept."""

    observation: str
    """The id of the observation; it may come later than the feedback."""
    at: datetime
    id: str = field(default_factory=new_id)
    by: str = ""
    """Who says so, as far as that is known."""
    thumb: bool | None = None
    """Up or down."""
    stars: int | None = None
    """From 1 to 5."""
    text: str = ""
    accepted: bool | None = None
    """Whether the person kept what the agent wrote, perhaps edited."""
    edit: str = ""
    """What the person made of it."""

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the feedback as plain data; what was not said is left out."""
        found = {one.name: getattr(self, one.name) for one in fields(self)} | {"at": self.at.isoformat()}
        return {name: value for name, value in found.items() if value not in ("", None)}


@dataclass(frozen=True, slots=True)
class Added:
    """What became of things that were sent in."""

    accepted: int
    duplicates: int = 0
    """Those whose id was known already; what was kept first stays."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which observations are meant: those of a time, and of some slices."""

    since: datetime | None = None
    """From then on, itself included."""
    until: datetime | None = None
    """Before then, itself excluded."""
    slices: Mapping[str, str] = field(default_factory=dict)
    """Fields of `SLICED` with the value that each must have."""

    def __post_init__(self) -> None:
        for name, value in self.slices.items():
            if name not in SLICED:
                raise InvalidValue(f"observations are counted by {', '.join(SLICED)}, not by {name!r}")
            require(name, value, (str,), "a text")
        for end in (self.since, self.until):
            if end is not None and end.tzinfo is None:
                raise InvalidValue(f"a time needs a time zone, got {end.isoformat()!r}")


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of observations; those of separate times or slices add up."""

    n: int = 0
    passed: int = 0
    cost_usd: float = 0.0
    """Of all together."""
    costs: int = 0
    """How many of them say what they cost."""
    latency_seconds: float = 0.0
    """Of all together."""
    latencies: int = 0
    """How many of them say how long they took."""

    @property
    def failed(self) -> int:
        """How many did not pass."""
        return self.n - self.passed

    @property
    def accuracy(self) -> float | None:
        """The share that passed; `None` where there is nothing."""
        return self.passed / self.n if self.n else None

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))


@dataclass(frozen=True, slots=True)
class FailingTask:
    """How often one task failed."""

    task_id: str
    failures: int
    classes: tuple[str, ...]
    """Its error classes, the most frequent first."""
    last: datetime
    example: str
    """The id of its newest failure."""


@dataclass(frozen=True, slots=True)
class FailingTasks:
    """The tasks that fail most, counted over the newest failures."""

    looked_at: int
    """Failures that were counted."""
    tasks: tuple[FailingTask, ...]


class Passed(NamedTuple):
    """How many observations there are, and how many of them passed."""

    n: int = 0
    passed: int = 0


class Passes(NamedTuple):
    """How many of one slice passed in one hour, at a tenth of the price of a tally."""

    hour: int
    """When the hour begins, in hours since 1970."""
    values: tuple[str, ...]
    """Of the fields that were asked for, in their order."""
    n: int
    passed: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A tally of one slice, in one hour or in the whole time that was asked about."""

    tally: Tally
    hour: datetime | None = None
    """When the hour begins, in UTC; `None` where hours were not told apart."""
    slices: Mapping[str, str] = field(default_factory=dict)
    """The value of each field that was asked for; `error_class` may be among them."""


MOST_REPEATED = 100_000
"""Contents that are counted at once."""


class Repeats:
    """Counts observations of one content, so that the n-th of a file or a batch has the same id whenever it is sent."""

    def __init__(self) -> None:
        self._counts: dict[bytes, int] = {}

    def number(self, content: bytes) -> int:
        """Return how many of this content there were, with this one; what was seen longest ago is forgotten."""
        self._counts[content] = number = self._counts.pop(content, 0) + 1
        if len(self._counts) > MOST_REPEATED:
            del self._counts[next(iter(self._counts))]
        return number


def observation_of(data: object, *, now: datetime | None = None, repeats: Repeats | None = None) -> Observation:
    """Return the observation that plain data describes; what cannot be one is refused by field and value.

    Fields that are not known become labels where they are text; `timestamp` is another name of `at`, and a missing
    time is now. One with a time and no id has the id of its content, and of its number among `repeats`: sent again, it
    is known.

    >>> observation_of({"task_id": "t1", "passed": True, "at": "2026-03-14T09:00:00Z", "team": "a"}).labels
    {'team': 'a'}
    """
    given = dict(_mapping("an observation", data))
    moment = datetime.now(UTC) if now is None else now
    other = given.pop("timestamp", None)
    if other is not None:
        if given.get("at") is not None:
            raise InvalidValue(f"timestamp: is another name of `at`, and both are given, got {_shown(other)}")
        given["at"] = other
    is_dated = given.get("at") is not None
    if type(given.get("passed")) is not bool:
        raise InvalidValue(f"passed: must be true or false, got {_shown(given.get('passed'))}")
    if given.get("task_id") in (None, ""):
        raise InvalidValue(f"task_id: must not be empty, got {_shown(given.get('task_id'))}")
    values: dict[str, Any] = {"passed": given.pop("passed"), "at": time_of("at", given.pop("at", None), now=moment)}
    values["message"] = _text("message", given.pop("message", ""))
    for name in _NAMES:
        values[name] = _name(name, given.pop(name, ""))
    for name in _NUMBERS:
        values[name] = _amount(name, given.pop(name, None))
    values["labels"] = _labels(given.pop("labels", {}), given)
    identity = values["id"] or (_content_id(values, repeats or Repeats()) if is_dated else new_id())
    return complete(Observation(**{**values, "id": identity, "stream": values["stream"] or PRODUCTION}))


def _content_id(values: Mapping[str, Any], repeats: Repeats) -> str:  # Any: fields of an observation
    """Return an id that is the same for the same fields; like new ones it begins with the time."""
    content = content_digest(repr(sorted({**values, "labels": sorted(values["labels"].items())}.items())))
    number = repeats.number(content)
    begin = f"{int(values['at'].timestamp() * 1000):012x}"
    return f"{begin}{content_digest(content, str(number)).hex()[:20]}"


def complete(observation: Observation) -> Observation:
    """Return the observation with an error class where it failed, and with none where it passed."""
    if not observation.task_id:
        raise InvalidValue("task_id: must not be empty")
    wanted = "" if observation.passed else observation.error_class or UNCLASSED
    return observation if observation.error_class == wanted else replace(observation, error_class=wanted)


def feedback_of(data: object, *, now: datetime | None = None) -> Feedback:
    """Return the feedback that plain data describes; what cannot be one is refused by field and value.

    >>> feedback_of({"observation": "a1", "stars": 4, "at": "2026-03-14T09:00:00Z"}).stars
    4
    """
    given = dict(_mapping("feedback", data))
    moment = datetime.now(UTC) if now is None else now
    unknown = set(given) - {one.name for one in fields(Feedback)}
    if unknown:
        raise InvalidValue(f"{min(unknown, key=str)!s:.80}: feedback has no such field")
    stars = given.get("stars")
    if stars is not None and (type(stars) is not int or not 1 <= stars <= 5):
        raise InvalidValue(f"stars: must be a whole number from 1 to 5, got {_shown(stars)}")
    for name in ("thumb", "accepted"):
        if type(given.get(name)) not in (bool, type(None)):
            raise InvalidValue(f"{name}: must be true or false, got {_shown(given[name])}")
    found = Feedback(
        observation=_name("observation", given.get("observation", "")),
        at=time_of("at", given.get("at"), now=moment),
        id=_name("id", given.get("id", "")) or new_id(),
        by=_name("by", given.get("by", "")),
        thumb=given.get("thumb"),
        stars=stars,
        text=_text("text", given.get("text", "")),
        accepted=given.get("accepted"),
        edit=_text("edit", given.get("edit", "")),
    )
    if not found.observation:
        raise InvalidValue("observation: must be the id of an observation, got ''")
    if (found.thumb, found.stars, found.accepted) == (None, None, None) and not (found.text or found.edit):
        raise InvalidValue("feedback says nothing: give thumb, stars, text, accepted or edit")
    return found


def latency_bucket(seconds: float) -> int:
    """Return the number of the bucket that a latency is counted in; buckets grow by 5 %, from a millisecond on.

    >>> latency_bucket(0.0), latency_bucket(1.0), latency_bucket(1.05)
    (0, 142, 143)
    """
    return 0 if seconds <= _SHORTEST else 1 + math.floor(math.log(seconds / _SHORTEST) / math.log(_GROWTH) + 1e-9)


def latency_quantile(buckets: Mapping[int, int], share: float) -> float | None:
    """Return the latency that a share of those counted lies below, within 2.5 %; `None` where none was counted.

    >>> round(latency_quantile({latency_bucket(1.0): 95, latency_bucket(60.0): 5}, 0.5), 3)
    0.996
    """
    total, seen = sum(buckets.values()), 0
    for bucket in sorted(buckets):
        seen += buckets[bucket]
        if seen >= share * total:
            return 0.0 if not bucket else _SHORTEST * _GROWTH ** (bucket - 0.5)
    return None


def time_of(name: str, value: object, *, now: datetime) -> datetime:
    """Return the time that a text (ISO 8601), a number (seconds since 1970) or a `datetime` means; `None` is now.

    A text without a zone is refused, since any may be meant. A `datetime` without one is read as local time, with a
    warning that names the zone.

    >>> time_of("at", "2026-03-14T10:00:00+01:00", now=datetime.now(UTC)).isoformat()
    '2026-03-14T09:00:00+00:00'
    """
    if value is None:
        return now.astimezone(UTC)
    found: datetime | None = None
    try:
        if isinstance(value, datetime):
            found = value if value.tzinfo is not None else _as_local(name, value)
        elif isinstance(value, str) and len(value) <= 40:
            found = datetime.fromisoformat(value)
        elif type(value) in (int, float) and math.isfinite(value):  # type: ignore[arg-type]  # a number, as just asked
            found = datetime.fromtimestamp(value, UTC)  # type: ignore[arg-type]
        if found is not None and found.tzinfo is not None:
            found = found.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        found = None
    if found is None:
        raise InvalidValue(
            f"{name}: must be a time such as 2026-03-14T09:00:00Z or seconds since 1970, got {_shown(value)}"
        )
    if found.tzinfo is None:
        raise InvalidValue(f"{name}: needs a time zone, such as Z or +01:00 at its end, got {_shown(value)}")
    if not EARLIEST <= found <= now + LATEST_AHEAD:
        raise InvalidValue(f"{name}: must lie between the year 2000 and tomorrow, got {found.isoformat()!r}")
    return found


def _as_local(name: str, value: datetime) -> datetime:
    found = value.astimezone()
    warnings.warn(f"{name}: {value} has no time zone and is read as local time, {found.isoformat()}", stacklevel=4)
    return found


def _shown(value: object) -> str:
    """Return a value as a short text, however large or deep it is."""
    try:
        return reprlib.repr(value)[:_LONGEST_SHOWN]
    except ValueError:  # a whole number of thousands of digits
        return "a huge number"


def _mapping(what: str, data: object) -> Mapping[str, Any]:  # Any: JSON
    if not isinstance(data, Mapping):
        raise InvalidValue(f"{what} must be an object with fields, got {_shown(data)}")
    return data


def _name(name: str, value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InvalidValue(f"{name}: must be text, got {_shown(value)}")
    if len(value) > LONGEST_NAME:
        raise InvalidValue(f"{name}: must have at most {LONGEST_NAME} characters, got {len(value):,}")
    _check_signs(name, value)
    return value


def _text(name: str, value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InvalidValue(f"{name}: must be text, got {_shown(value)}")
    text = value if len(value) <= LONGEST_TEXT else value[: LONGEST_TEXT - len(_CUT)] + _CUT
    _check_signs(name, text)
    return text


def _check_signs(name: str, text: str) -> None:
    """Refuse what no database keeps as it is: half of a surrogate pair, and the NUL character."""
    if "\0" in text or (not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text)):
        raise InvalidValue(f"{name}: must not hold NUL characters or lone surrogates, got {_shown(text)}")


def _amount(name: str, value: object) -> float | None:
    if value is None:
        return None
    if type(value) not in (int, float) or not 0 <= value <= _MOST:  # type: ignore[operator]  # a number, as just asked
        raise InvalidValue(f"{name}: must be a number from 0 to a billion, got {_shown(value)}")
    return float(value)  # type: ignore[arg-type]


def _labels(labels: object, rest: Mapping[str, object]) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in [*_mapping("labels", labels).items(), *rest.items()]:
        if not isinstance(value, str):
            raise InvalidValue(f"{key!s:.80}: labels must be text, got {_shown(value)}")
        if key in found:
            raise InvalidValue(f"{key:.80}: is a label twice, in `labels` and beside them")
        found[_name("the key of a label", key)] = _name(f"label {key!r:.80}", value)
    if len(found) > MOST_LABELS:
        raise InvalidValue(f"an observation has at most {MOST_LABELS} labels, got {len(found):,}")
    return found
