"""The axis of time: round hours, days or months of a time zone, with what to write at them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo

from assay.errors import InvalidValue

_HOURS = (1, 2, 3, 6, 12)
_DAYS = (1, 2, 7, 14)
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120)
_DAYS_OF_A_MONTH = 30.4


def time_ticks(start: datetime, end: datetime, zone: tzinfo, *, most: int) -> list[tuple[datetime, str]]:
    """Return at most about so many round moments between two, each with its label.

    They are round where people are: midnight is that of the zone, also when clocks change.

    >>> from zoneinfo import ZoneInfo
    >>> day = datetime(2026, 3, 28, 12, tzinfo=UTC)
    >>> [words for _, words in time_ticks(day, day + timedelta(days=2), ZoneInfo("Europe/Berlin"), most=6)]
    ['29 Mar', '12:00', '30 Mar', '12:00']
    """
    if start.tzinfo is None or end.tzinfo is None or end < start:
        raise InvalidValue(f"an axis of time needs a beginning and a later end with zones, got {start!r} and {end!r}")
    hours = max((end - start) / timedelta(hours=1), 1e-6)
    for step in _HOURS:
        if hours / step <= most:
            return _marked(_hourly(start, end, zone, step), zone)
    for step in _DAYS:
        if hours / 24 / step <= most:
            return [(at, _day(at.astimezone(zone))) for at in _daily(start, end, zone, step)]
    months = hours / 24 / _DAYS_OF_A_MONTH
    step = next((step for step in _MONTHS if months / step <= most), _MONTHS[-1])
    return [(at, f"{at.astimezone(zone):%b %Y}") for at in _monthly(start, end, zone, step)]


def _hourly(start: datetime, end: datetime, zone: tzinfo, step: int) -> Iterator[datetime]:
    """Give the hours of the day that the step divides, as clocks on the wall show them."""
    at = start.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    minutes = (0, 15, 30, 45)  # zones lie a quarter of an hour apart at least
    while at <= end:
        for minute in minutes:
            moment = at + timedelta(minutes=minute)
            here = moment.astimezone(zone)
            if here.minute == 0 and here.hour % step == 0 and start <= moment <= end:
                yield moment
        at += timedelta(hours=1)


def _daily(start: datetime, end: datetime, zone: tzinfo, step: int) -> Iterator[datetime]:
    day = start.astimezone(zone).date()
    while (moment := datetime(day.year, day.month, day.day, tzinfo=zone)) <= end:
        if moment >= start and day.toordinal() % step == 0:
            yield moment
        day += timedelta(days=1)


def _monthly(start: datetime, end: datetime, zone: tzinfo, step: int) -> Iterator[datetime]:
    here = start.astimezone(zone)
    number = here.year * 12 + here.month - 1
    while (moment := datetime(number // 12, number % 12 + 1, 1, tzinfo=zone)) <= end:
        if moment >= start and number % step == 0:
            yield moment
        number += 1


def _marked(moments: Iterator[datetime], zone: tzinfo) -> list[tuple[datetime, str]]:
    found = [(at, at.astimezone(zone)) for at in moments]
    return [(at, _day(here) if here.hour == 0 else f"{here:%H:%M}") for at, here in found]


def _day(here: datetime) -> str:
    return f"{here.day} {here:%b}"
