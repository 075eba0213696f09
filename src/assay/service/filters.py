"""Which observations a page is about: all of it stands in the address, so that a view can be sent around."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cached_property
from typing import Final
from urllib.parse import urlencode

from fastapi import Request

from assay.errors import InvalidValue
from assay.monitoring.windows import zone_of
from assay.observations import EARLIEST, LATEST_AHEAD, LONGEST_NAME, PRODUCTION, Chosen
from assay.store.base import Observations

WINDOWS: Final[Mapping[str, tuple[str, timedelta | None]]] = {
    "24h": ("last 24 hours", timedelta(hours=24)),
    "7d": ("last 7 days", timedelta(days=7)),
    "30d": ("last 30 days", timedelta(days=30)),
    "all": ("all", None),
    "custom": ("from … until", None),
}
CUSTOM: Final = "custom"
DEFAULT_WINDOW: Final = "30d"
FIELDS: Final = {
    "stream": "stream",
    "model": "model",
    "model_version": "model version",
    "agent_version": "agent version",
    "task_type": "task type",
    "arm": "arm",
    "fingerprint": "fingerprint",
}
"""The fields of observations that pages filter by, as people call them."""
MOST_OPTIONS: Final = 50
"""Values offered in one list; others can still stand in the address."""


@dataclass(frozen=True)
class Filters:
    """What was chosen, as the address has it."""

    window: str = DEFAULT_WINDOW
    since: str = ""
    until: str = ""
    slices: Mapping[str, str] = field(default_factory=dict)
    """The fields that must have a value; without `stream`, all streams."""
    zone: str = "UTC"

    @cached_property
    def clock(self) -> tzinfo:
        """The time zone that moments are shown in."""
        return zone_of(self.zone)

    def chosen(self, now: datetime) -> Chosen:
        """Return which observations are meant at a moment; refuses times that make no sense."""
        if self.window != CUSTOM:
            length = WINDOWS[self.window][1]
            return Chosen(None if length is None else now - length, None, self.slices)
        since, until = (_time(name, text, self.clock, now) for name, text in self._ends())
        if since is not None and until is not None and since >= until:
            raise InvalidValue(f"until: must be later than since, got {self.until!r:.40} and {self.since!r:.40}")
        return Chosen(since, until, self.slices)

    def link(self, path: str, **more: str) -> str:
        """Return an address with these filters; `more` replaces or adds, and empty values are left out."""
        known = {"window": self.window, "since": self.since, "until": self.until, "zone": self.zone, **self.slices}
        if "stream" not in self.slices:
            known["stream"] = ""
        default = {"window": DEFAULT_WINDOW, "since": "", "until": "", "zone": "UTC", "stream": PRODUCTION}
        found = known | more
        kept = {name: value for name, value in found.items() if value != default.get(name, "")}
        return f"{path}?{urlencode(kept)}" if kept else path

    def within(self, since: datetime, until: datetime, **slices: str) -> Filters:
        """Return the same filters for another time, and with more fields fixed."""
        return replace(
            self, window=CUSTOM, since=written(since), until=written(until), slices={**self.slices, **slices}
        )

    def _ends(self) -> Sequence[tuple[str, str]]:
        return (("since", self.since), ("until", self.until))


@dataclass(frozen=True, slots=True)
class FilterField:
    """One field of the form."""

    name: str
    label: str
    value: str
    kind: str = "choice"
    """`choice`, `hidden`, or the type of an input."""
    options: tuple[tuple[str, str], ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class FilterForm:
    """The form above a page."""

    action: str
    label: str
    fields: tuple[FilterField, ...]


def filters_of(request: Request) -> Filters:
    """Return the filters of an address; a value that makes no sense is refused by name."""
    given = request.query_params
    window = given.get("window", DEFAULT_WINDOW)
    if window not in WINDOWS:
        raise InvalidValue(f"window: must be one of {', '.join(WINDOWS)}, got {window!r:.80}")
    slices = {name: given.get(name, PRODUCTION if name == "stream" else "") for name in FIELDS}
    for name, value in slices.items():
        if len(value) > LONGEST_NAME or "\0" in value:
            raise InvalidValue(f"{name}: must be a text of at most {LONGEST_NAME} characters, got {value!r:.80}")
    found = Filters(
        window,
        given.get("since", ""),
        given.get("until", ""),
        {name: value for name, value in slices.items() if value},
        given.get("zone", "UTC") or "UTC",
    )
    zone_of(found.zone)
    return found


def filter_form(
    filters: Filters,
    store: Observations,
    action: str,
    *,
    names: Sequence[str] = tuple(FIELDS),
    more: Sequence[FilterField] = (),
) -> FilterForm:
    """Return the form of the filters, with the values that the store has to offer; `more` are fields of one page."""
    windows = tuple((name, words) for name, (words, _) in WINDOWS.items())
    fields = [FilterField("window", "time", filters.window, options=windows)]
    if filters.window == CUSTOM:
        fields += [
            FilterField("since", "from", _local(filters.since, filters.clock), "datetime-local"),
            FilterField("until", "until", _local(filters.until, filters.clock), "datetime-local"),
        ]
    fields += [one for name in names if (one := _offered(name, filters.slices.get(name, ""), store)) is not None]
    fields += more
    fields.append(FilterField("zone", "time zone", filters.zone, "text", hint="Europe/Berlin"))
    return FilterForm(action, "Filter", tuple(fields))


def _offered(name: str, value: str, store: Observations) -> FilterField | None:
    """Return a list of the values of a field; `None` where there is nothing to choose."""
    known = sorted(store.values(name, Chosen()), key=lambda one: (-one[3], one[0]))
    options = {one[0] for one in known[:MOST_OPTIONS] if one[0]} | ({value} - {""})
    if len(options) < 2 and (not value or value == PRODUCTION):
        return None
    return FilterField(name, FIELDS[name], value, options=(("", "all"), *((one, one) for one in sorted(options))))


def written(at: datetime) -> str:
    """Return a moment as addresses have it.

    >>> written(datetime(2026, 3, 14, 9, tzinfo=UTC))
    '2026-03-14T09:00:00Z'
    """
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _time(name: str, text: str, zone: tzinfo, now: datetime) -> datetime | None:
    """Return a moment of the address; one without a zone is that of the clock on the page."""
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text) if len(text) <= 40 else None
        if found is not None:
            found = (found.replace(tzinfo=zone) if found.tzinfo is None else found).astimezone(UTC)
    except (ValueError, OverflowError):
        found = None
    if found is None or not EARLIEST <= found <= now + LATEST_AHEAD:
        raise InvalidValue(f"{name}: must be a time such as 2026-03-14T09:00, from the year 2000 on, got {text!r:.80}")
    return found


def _local(text: str, zone: tzinfo) -> str:
    """Return a moment as the input of a form has it."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return ""
    return (found if found.tzinfo is None else found.astimezone(zone)).strftime("%Y-%m-%dT%H:%M")
