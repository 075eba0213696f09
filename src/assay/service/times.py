"""Moments as people read them, in the time zone that they asked for."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo


def moment(at: datetime | None, zone: tzinfo = UTC, *, year: bool = False) -> str:
    """Return a moment to the minute; a dash where there is none.

    >>> moment(datetime(2026, 3, 14, 9, 5, tzinfo=UTC)), moment(None)
    ('14 March 09:05', '–')
    """
    if at is None:
        return "–"
    here = at.astimezone(zone)
    return f"{here.day} {here:%B %Y %H:%M}" if year else f"{here.day} {here:%B %H:%M}"
