"""Moments as people read them, in the time zone that they asked for."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from assay.errors import InvalidValue

LONGEST_ZONE = 64


def zone_of(name: str) -> tzinfo:
    """Return the time zone of that name, such as `Europe/Berlin`.

    >>> zone_of("UTC")
    datetime.timezone.utc
    """
    if name == "UTC":
        return UTC
    try:
        if len(name) <= LONGEST_ZONE:
            return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass  # a name that is a folder, or leads out of the list of zones
    raise InvalidValue(f"zone: must be a time zone such as Europe/Berlin, got {name!r:.80}")


def moment(at: datetime | None, zone: tzinfo = UTC, *, year: bool = False) -> str:
    """Return a moment to the minute; a dash where there is none.

    >>> moment(datetime(2026, 3, 14, 9, 5, tzinfo=UTC)), moment(None)
    ('14 March 09:05', '–')
    """
    if at is None:
        return "–"
    here = at.astimezone(zone)
    return f"{here.day} {here:%B %Y %H:%M}" if year else f"{here.day} {here:%B %H:%M}"
