"""The first page: accuracy in words, over time, what moved, what fails more, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from assay.monitoring.beginning import FIRST_COMMANDS
from assay.monitoring.costs import Price, price_of_all
from assay.monitoring.failures import Growth, growth
from assay.monitoring.watched import MovedSlice, Watched, WatchedHour
from assay.monitoring.windows import Level
from assay.monitoring.wording import moved_words
from assay.observations import HOUR, Chosen
from assay.reports import figures
from assay.service.comparing import periods_of, watched_of
from assay.service.context import Role, context_of, require
from assay.service.drawing.canvas import Drawing
from assay.service.drawing.timeline import Event, Reading, Timeline, draw_timeline
from assay.service.filters import FIELDS, Filters, filter_form, filters_of
from assay.service.rendering import render
from assay.service.shown import Cell, Row, Table, in_words, table
from assay.service.times import moment
from assay.statistics.control import lower_limit

router = APIRouter()
MOST_READINGS = 130
"""Points of the chart; of longer times, several hours are taken together."""
STEPS = (1, 2, 3, 6, 12, 24, 48, 168, 336, 672)
"""Hours that may be taken together."""
MOST_ROWS = 6


@router.get("/", response_class=HTMLResponse, include_in_schema=False, dependencies=[Depends(require(Role.READ))])
def overview(request: Request) -> HTMLResponse:
    """Return the page."""
    context = context_of(request)
    store, now, filters = context.store, context.now(), filters_of(request)
    chosen = filters.chosen(now)
    form = filter_form(filters, store, "/", names=("stream", "model", "agent_version", "task_type"))
    watched = watched_of(context, filters, now)
    periods = periods_of(watched, chosen, now=now)
    found = growth(store, periods.now, periods.before)
    return render(
        request,
        "overview.html",
        form=form,
        watched=watched,
        alarm=watched.alarm,
        is_empty=watched.last is None,
        anything=bool(store.observations(Chosen(), limit=1)),
        commands=FIRST_COMMANDS,
        clock=filters.clock,
        chart=accuracy_chart(watched, chosen, filters, now),
        moved=_moved(watched.moved, filters),
        dropped=periods.since,
        grown=_grown(found, filters),
        any_failed=any(one.count for one in found),
        has_before=any(one.change is not None for one in found),
        costs=_costs(
            price_of_all(store, periods.now), None if periods.before is None else price_of_all(store, periods.before)
        ),
        everything=filters.link("/observations"),
        failures=filters.link("/observations", passed="no"),
    )


def accuracy_chart(watched: Watched, chosen: Chosen, filters: Filters, now: datetime) -> Drawing:
    """Return accuracy over the chosen time, with its control limit, the versions as they came, and the alarms."""
    until = now if chosen.until is None else chosen.until
    hours = [one for one in watched.hours if one.level.n and _within(one.at, chosen)]
    step = _step(hours, chosen.since, until)
    parts = _parts(hours, step)
    readings = [_reading(start, step, level, _usual(hours, start)) for start, level in parts]
    events = [Event(one.at, one.words) for one in watched.releases if _within(one.at, chosen)]
    events += [
        Event(one.since, moved_words(one.change), is_alarm=one.change < 0)
        for one in watched.shifts
        if _within(one.since, chosen)
    ]
    words = "hour" if step == HOUR else f"{step // HOUR} hours" if step < timedelta(days=2) else f"{step.days} days"
    title = f"Accuracy by {words}, {filters.zone}"
    rows = _chart_table(parts, readings, step, filters)
    return draw_timeline(Timeline(title, readings, events, filters.clock, step=step, table=rows))


def _within(at: datetime, chosen: Chosen) -> bool:
    """Tell whether an hour has a part in the chosen time."""
    return (chosen.since is None or at + HOUR > chosen.since) and (chosen.until is None or at < chosen.until)


def _step(hours: Sequence[WatchedHour], since: datetime | None, until: datetime) -> timedelta:
    if not hours:
        return HOUR
    length = (until - (since or hours[0].at)) / HOUR
    return timedelta(hours=next((step for step in STEPS if length / step <= MOST_READINGS), STEPS[-1]))


def _parts(hours: Sequence[WatchedHour], step: timedelta) -> list[tuple[datetime, Level]]:
    """Return the levels of whole steps; they begin at multiples of the step since midnight of some day, UTC."""
    found: dict[int, Level] = {}
    seconds = round(step.total_seconds())
    for one in hours:
        number = int(one.at.timestamp()) // seconds
        found[number] = found.get(number, Level()) + one.level
    zone = hours[0].at.tzinfo if hours else None
    return [(datetime.fromtimestamp(number * seconds, zone), level) for number, level in sorted(found.items())]


def _usual(hours: Sequence[WatchedHour], start: datetime) -> float | None:
    """Return what was usual by the baseline of that time."""
    return next((one.usual for one in hours if one.at >= start), None)


def _reading(start: datetime, step: timedelta, level: Level, usual: float | None) -> Reading:
    assert level.accuracy is not None, "empty hours are left out"
    assert level.interval is not None, "empty hours are left out"
    limit = lower_limit(usual, level.n) if usual is not None and 0 < usual < 1 else None
    return Reading(start + step / 2, level.accuracy, *level.interval, level.n, limit)


def _chart_table(
    parts: Sequence[tuple[datetime, Level]], readings: Sequence[Reading], step: timedelta, filters: Filters
) -> Table:
    rows: list[Row] = [
        [
            Cell(moment(start, filters.clock), filters.within(start, start + step).link("/observations")),
            figures.share(one.value),
            figures.interval_of_shares((one.low, one.high)),
            f"{level.n:,}",
            "" if one.limit is None else figures.share(one.limit),
            "below the limit" if one.limit is not None and one.value < one.limit else "",
        ]
        for (start, level), one in zip(reversed(parts), reversed(readings), strict=True)
    ]
    head = ["from !", "accuracy #", "95 % interval #", "n #", "control limit #", "note"]
    return table("accuracy over time, the newest first", head, rows)


def _moved(moved: Sequence[MovedSlice], filters: Filters) -> Table | None:
    rows: list[Row] = [
        [
            Cell(
                one.value,
                filters.link("/observations", **{one.field: one.value}),
                f"{FIELDS[one.field]}, n = {one.after.n:,}",
            ),
            Cell(figures.share(one.after.accuracy), note=f"was {figures.share(one.before.accuracy)}"),
            _change(one.change, one.interval),
        ]
        for one in moved[:MOST_ROWS]
    ]
    return table("slices that moved most", ["slice", "accuracy #", "points #"], rows) if rows else None


def _grown(grown: Sequence[Growth], filters: Filters) -> Table | None:
    """Return the classes that there are more of than before; where there is no before, the most frequent."""
    has_before = any(one.change is not None for one in grown)
    rows: list[Row] = [
        [
            Cell(in_words(one.error_class), filters.link("/observations", passed="no", error_class=one.error_class)),
            f"{one.count:,}",
            figures.share(one.share),
            *([] if one.change is None or one.interval is None else [_change(one.change, one.interval)]),
        ]
        for one in [one for one in grown if one.count and (one.change is None or one.change > 0)][:MOST_ROWS]
    ]
    head = ["error", "now #", "of all #", "points #"]
    name = "errors that grew most" if has_before else "errors, the most frequent first"
    return table(name, head if has_before else head[:3], rows) if rows else None


def _change(change: float, interval: tuple[float, float]) -> Cell:
    return Cell(figures.points(change), note=figures.interval_of_points(interval))


def _costs(price: Price, before: Price | None) -> Table | None:
    found: list[Row] = []
    for name, attribute in (
        ("cost per task", "cost_per_task"),
        ("cost per solved task", "cost_per_solved"),
        ("latency p50, about", "seconds_p50"),
        ("latency p95, about", "seconds_p95"),
    ):
        one, earlier = getattr(price, attribute), getattr(before, attribute, None)
        if one.value is None:
            continue
        written = figures.dollars_like(one.value) if attribute.startswith("cost") else figures.about_seconds
        then = "" if earlier is None or earlier.value is None else written(earlier.value)
        found.append([name, Cell(written(one.value), note=figures.between(one.interval, written)), then])
    return table("what it costs", ["what", "now #", "before #"], found) if found else None
