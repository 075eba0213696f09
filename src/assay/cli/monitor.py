"""`assay monitor`: how accurate the agent is in production, whether that changed, and since when."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from assay.cli.run import opened
from assay.cli.runs import choices_with
from assay.cli.screens import program, put, screen
from assay.errors import InvalidOption, InvalidValue
from assay.text import json_text, one_line

if TYPE_CHECKING:
    from assay.monitoring.watched import Baseline, Watched
    from assay.monitoring.windows import TrendPoint
    from assay.observations import Chosen
    from assay.reports.screen import Screen
    from assay.store.base import Store

_AGO = re.compile(r"(\d{1,5})(min|h|d|w)", re.ASCII)
_UNITS = {"min": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_SHOWN = 4
"""Slices that are listed."""
_LISTED = 12
"""Values of a field that are named where another one was asked for."""
_BAR = 20


@dataclass(frozen=True, slots=True)
class MonitorCommand:
    """What a user can choose."""

    since: str | None = None
    until: str | None = None
    where: Sequence[str] = ()
    by: str | None = None
    zone: str = "UTC"
    baseline: str | None = None
    false_alarm_days: float = 100.0
    as_json: bool = False
    store: str | None = None

    def chosen(self, now: datetime) -> Chosen:
        """Return which observations are meant: those of production, unless a stream is named."""
        from assay.monitoring.windows import in_production
        from assay.observations import Chosen

        since, until = (moment_of(name, getattr(self, name), self.zone, now) for name in ("since", "until"))
        return in_production(Chosen(since, until, slices_of(self.where)))


def show_status(command: MonitorCommand) -> None:
    """Print how accuracy is, and the evidence."""
    from assay.monitoring.drift import watch
    from assay.monitoring.watched import Course

    now = datetime.now(UTC)
    chosen = command.chosen(now)
    with opened(choices_with(command.store)) as store:
        found = watch(
            store,
            chosen,
            baseline=_baseline(command.baseline, store, now),
            false_alarm_days=command.false_alarm_days,
            now=now,
            zone=command.zone,
        )
        parts = [] if command.by is None else _parts(store, chosen, command.by, found)
        nothing = list(_nothing(store, chosen)) if found.course is Course.EMPTY else []
    if command.as_json:
        extra = {} if command.by is None else {"by": {"field": command.by, "slices": parts}}
        print(json_text({**found.to_dict(hourly=True), **extra}))
        return
    put(nothing or _lines(found, parts, command, screen(), now))


def show_trend(command: MonitorCommand, step: str) -> None:
    """Print accuracy over time, a line for each hour, day or week."""
    from assay.monitoring.windows import trend

    now = datetime.now(UTC)
    with opened(choices_with(command.store)) as store:
        chosen = command.chosen(now)
        points = trend(store, chosen, by=step, zone=command.zone, now=now)
        nothing = [] if any(one.n for one in points) else list(_nothing(store, chosen))
    if command.as_json:
        print(json_text({"by": step, "zone": command.zone, "points": [one.to_dict() for one in points]}))
        return
    put(nothing or _trend_lines(points, step))


def moment_of(name: str, text: str | None, zone: str, now: datetime) -> datetime | None:
    """Return the time that a user means: ISO 8601, in the zone where it names none, or so long ago.

    >>> now = datetime(2026, 3, 14, 12, tzinfo=UTC)
    >>> moment_of("since", "2026-03-14", "Europe/Berlin", now).isoformat()
    '2026-03-14T00:00:00+01:00'
    >>> moment_of("since", "24h", "UTC", now).isoformat()
    '2026-03-13T12:00:00+00:00'
    """
    from assay.monitoring.windows import zone_of

    if text is None:
        return None
    ago = _AGO.fullmatch(text.strip().removesuffix("ago").strip())
    try:
        if ago is not None:
            return now - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
        found = datetime.fromisoformat(text.strip())
    except (ValueError, OverflowError):
        raise InvalidOption(name, f"write a time as 2026-03-14, 2026-03-14T09:00Z or 7d, got {text!r:.80}") from None
    return found if found.tzinfo else found.replace(tzinfo=zone_of(zone))


def slices_of(where: Sequence[str]) -> dict[str, str]:
    """Return what `--where` names.

    >>> slices_of(["model_version=2.3", "arm=b"])
    {'model_version': '2.3', 'arm': 'b'}
    """
    found = {}
    for one in where:
        field, sign, value = one.partition("=")
        if not sign:
            raise InvalidOption("where", f"write it as FIELD=VALUE, such as model_version=2.3, got {one!r:.80}")
        found[field.strip()] = value
    return found


def _baseline(text: str | None, store: Store, now: datetime) -> Baseline | tuple[datetime, datetime] | None:
    from assay.monitoring.baselines import SEPARATOR, baseline_of_run, period_of

    if text is None:
        return None
    return period_of(text, now=now) if SEPARATOR in text else baseline_of_run(store.find_run(text))


def _parts(store: Store, chosen: Chosen, field: str, found: Watched) -> list[dict[str, object]]:
    """Return the accuracy of each value of a field, since the change or the last days that the headline is about."""
    from assay.monitoring.windows import Level
    from assay.observations import SLICED, Chosen

    if field not in SLICED:
        raise InvalidOption("by", f"must be one of {', '.join(SLICED)}, got {field!r:.80}")
    since = chosen.since if found.shift is None else found.shift.since
    counted = store.tallies(Chosen(since, chosen.until, chosen.slices), by=(field,))
    ordered = sorted(counted, key=lambda one: -one.tally.n)
    return [{"value": one.slices[field], **Level(one.tally.n, one.tally.passed).to_dict()} for one in ordered]


def _lines(
    found: Watched, parts: Sequence[dict[str, object]], command: MonitorCommand, page: Screen, now: datetime
) -> Iterator[str]:
    """Yield the headline, then the evidence."""
    style = page.bad if found.alarm is not None else page.bold
    yield from page.wrapped(style(found.headline) if page.width is None else found.headline)
    yield ""
    yield from (f"  {line}" for line in _evidence(found, command, now))
    yield from _table(parts, command.by)
    yield ""
    first = found.promise or "no alarm is raised before there is a baseline"
    yield page.faint(f"{first} · {program()} monitor trend · {program()} monitor --by task_type")


def _evidence(found: Watched, command: MonitorCommand, now: datetime) -> Iterator[str]:
    from assay.monitoring.windows import zone_of
    from assay.monitoring.wording import moment
    from assay.reports import figures

    zone = zone_of(command.zone)
    if found.baseline is not None:
        level = found.baseline.level
        ends = figures.interval_of_shares(level.interval)
        yield f"baseline   {figures.share(level.accuracy)} ({ends}), n = {level.n:,}, {one_line(found.baseline.source)}"
    shift = found.shift
    if shift is not None and (interval := shift.interval) is not None:
        ends = figures.interval_of_points(interval)
        yield (
            f"change     {figures.points(shift.change)} points ({ends}), n = {shift.after.n:,} since; "
            f"noticed {moment(shift.raised, zone, now)}"
        )
    charts = [f"{one.chart} since {moment(one.since, zone, now)}" for one in found.answers if one.since is not None]
    if charts:
        yield f"charts     {', '.join(charts)}"
    for one in found.moved[:_SHOWN] if found.shift is not None else ():
        yield (
            f"moved      {one.field} {one_line(one.value)}: {figures.points(one.change)} points "
            f"({figures.interval_of_points(one.interval)}), n = {one.after.n:,}"
        )
    for split in found.mixes if found.shift is not None else ():
        whole = figures.points(split.change)
        yield f"mix        {figures.points(split.mix)} of {whole} points by another mix of {split.field}"
    for release in found.releases[-_SHOWN:]:
        yield f"new        {one_line(release.words)} ({release.field}) since {moment(release.at, zone, now)}"


def _table(parts: Sequence[dict[str, object]], field: str | None) -> Iterator[str]:
    from assay.monitoring.windows import Level
    from assay.reports import figures

    if field is None:
        return
    yield ""
    for part in parts:
        level = Level(int(str(part["n"])), int(str(part["passed"])))
        name = one_line(str(part["value"])) or "(none)"
        yield (
            f"  {name:<24} {figures.share(level.accuracy):>8}   "
            f"{figures.interval_of_shares(level.interval):<13}   n = {level.n:,}"
        )


def _trend_lines(points: Sequence[TrendPoint], step: str) -> Iterator[str]:
    from assay.reports import figures

    form = "%Y-%m-%d %H:%M" if step == "hour" else "%Y-%m-%d"
    for one in points:
        start = f"{one.start:{form}}"
        if one.accuracy is None:
            yield f"{start}   {'–':>8}"
            continue
        bar = "█" * round(_BAR * one.accuracy)
        ends = figures.interval_of_shares(one.interval)
        yield f"{start}   {figures.share(one.accuracy):>8}   {ends:<13}   {bar:<{_BAR}}   n = {one.n:,}"


def _nothing(store: Store, chosen: Chosen) -> Iterator[str]:
    """Yield why there is nothing to show: what is not known, or what to do first."""
    from assay.monitoring.beginning import FIRST_COMMANDS
    from assay.observations import Chosen

    if not store.observations(Chosen(), limit=1):
        yield "No observations yet. Commands that bring some:"
        width = max(len(command) for command, _ in FIRST_COMMANDS)
        for command, what in FIRST_COMMANDS:
            yield f"  {command.replace('assay', program(), 1):<{width}}   {what}"
        return
    times = (("since", chosen.since), ("until", chosen.until))
    wanted = [*chosen.slices.items(), *((name, at.isoformat(" ", "minutes")) for name, at in times if at is not None)]
    yield one_line(f"No observations match: {', '.join(f'{name} {value}' for name, value in wanted)}")
    for name, value in chosen.slices.items():
        known = [one[0] for one in sorted(store.values(name, Chosen()), key=lambda one: -one[3]) if one[0]]
        if value not in known:
            more = f" and {len(known) - _LISTED:,} more" if len(known) > _LISTED else ""
            yield one_line(f"  known of {name}: {', '.join(known[:_LISTED]) or 'nothing'}{more}")


def margin_of(text: str) -> float:
    """Return a margin that is written as 0.02 or 2%."""
    from assay.settings import parse_share

    try:
        return parse_share(text)
    except InvalidValue as error:
        raise InvalidOption("margin", str(error)) from None
