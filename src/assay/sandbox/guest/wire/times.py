"""Dates, times, spans and time zones of the standard library."""

from __future__ import annotations

import sys

from assay.sandbox.guest.wire.layout import NEW_CLASS, Malformed, TaggedType, want

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from assay.sandbox.guest.wire.layout import Tag
    from assay.sandbox.guest.wire.reading import ValueReader

# ---- dates and times -----------------------------------------------------------------------------------------------


def _date_fields(moment: Any) -> Tag:
    return (moment.year, moment.month, moment.day)


def _time_fields(moment: Any) -> Tag:
    return (moment.hour, moment.minute, moment.second, moment.microsecond, moment.fold, _zone_of(moment))


def _zone_of(moment: Any) -> object:
    """Return the time zone of a datetime or time: itself where it is data, else the offset it has at that moment."""
    zone = moment.tzinfo
    if is_zone(zone):
        return zone
    offset = moment.utcoffset()
    return None if offset is None else sys.modules["datetime"].timezone(offset)


def _build_date(reader: ValueReader, year: Any, month: Any, day: Any) -> object:
    from datetime import date

    return date(want(year, int), want(month, int), want(day, int))


def _build_time(reader: ValueReader, *fields: Any) -> object:
    from datetime import time

    *numbers, fold, zone = fields
    hour, minute, second, microsecond = [want(number, int) for number in numbers]
    return time(hour, minute, second, microsecond, want_zone(zone), fold=want(fold, int))


def _build_datetime(reader: ValueReader, *fields: Any) -> object:
    from datetime import datetime

    *numbers, fold, zone = fields
    year, month, day, hour, minute, second, microsecond = [want(number, int) for number in numbers]
    return datetime(year, month, day, hour, minute, second, microsecond, want_zone(zone), fold=want(fold, int))


def _build_timedelta(reader: ValueReader, days: Any, seconds: Any, microseconds: Any) -> object:
    from datetime import timedelta

    return timedelta(want(days, int), want(seconds, int), want(microseconds, int))


# ---- time zones ----------------------------------------------------------------------------------------------------


def is_zone(zone: Any) -> bool:
    """Return whether a time zone is data: none at all, a fixed offset, or one that has a name."""
    return zone is None or type(zone) is sys.modules["datetime"].timezone or _zone_key(zone) is not None


def want_zone(zone: Any) -> Any:
    """Return the time zone; raise `Malformed` if it is none."""
    if not is_zone(zone):
        raise Malformed("not a time zone")
    return zone


def _pack_timezone(zone: Any) -> Tag:
    offset, *name = zone.__getinitargs__()
    return (offset, *(name or (None,)))


def _build_timezone(reader: ValueReader, offset: Any, name: Any) -> object:
    from datetime import timedelta, timezone

    want(offset, timedelta)
    return timezone(offset) if name is None else timezone(offset, want(name, str))


def _pack_zone(zone: Any) -> Tag | None:
    key = _zone_key(zone)
    return None if key is None else (key,)


def _zone_key(zone: Any) -> str | None:
    kind = getattr(sys.modules.get("zoneinfo"), "ZoneInfo", None)
    return zone.key if kind is not None and type(zone) is kind and type(zone.key) is str else None


def build_zone(reader: ValueReader, key: Any) -> object:
    """Return the time zone of that name, which cannot lead out of the folder of time zones."""
    name: str = want(key, str)
    if len(name) > 64 or not name.isascii() or not name.translate(_NO_SIGNS).isalnum():
        raise Malformed("no time zone has this name")
    return reader.once(_zone_named, ("zone", name), NEW_CLASS)


def _zone_named(tag: str, name: str) -> object:
    from zoneinfo import ZoneInfo

    return ZoneInfo(name)


_NO_SIGNS = {ord(sign): "0" for sign in "/_+-"}

TYPES = (
    TaggedType("date", _build_date, _date_fields, "datetime.date"),
    TaggedType("time", _build_time, _time_fields, "datetime.time"),
    TaggedType("datetime", _build_datetime, lambda v: (*_date_fields(v), *_time_fields(v)), "datetime.datetime"),
    TaggedType("timedelta", _build_timedelta, lambda v: (v.days, v.seconds, v.microseconds), "datetime.timedelta"),
    TaggedType("timezone", _build_timezone, _pack_timezone, "datetime.timezone"),
    TaggedType("zone", build_zone, _pack_zone, "zoneinfo.ZoneInfo"),
)
