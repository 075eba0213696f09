"""Live comparisons: two arms, an interval that holds however often one looks, and whether to stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from assay.errors import InvalidValue
from assay.monitoring.experiments import ARMED, ArmDifference, Experiment, compare_arms, difference_of
from assay.monitoring.windows import Level
from assay.observations import HOUR, PRODUCTION, Chosen
from assay.reports import figures
from assay.service.context import Role, context_of, require
from assay.service.drawing.canvas import Drawing
from assay.service.drawing.timeline import Reading, Timeline, draw_timeline
from assay.service.filters import FIELDS, MOST_OPTIONS, FilterField, Filters, filter_form, filters_of
from assay.service.pages.observations import asked_text
from assay.service.rendering import render
from assay.service.shown import Cell, Row, Table, table
from assay.service.times import moment
from assay.store.base import Observations

router = APIRouter()
MOST_READINGS = 120
FIRST_COMMANDS = (
    ("assay log task-1 --passed --arm control", "Say with each outcome which arm it belongs to"),
    ("assay ab control variant", "Compare two arms on the command line"),
)


@router.get("/ab", response_class=HTMLResponse, include_in_schema=False, dependencies=[Depends(require(Role.READ))])
def experiments(request: Request) -> HTMLResponse:
    """Return the page."""
    context = context_of(request)
    store, filters = context.store, filters_of(request)
    by = request.query_params.get("by", ARMED[0])
    if by not in ARMED:
        raise InvalidValue(f"by: must be one of {', '.join(ARMED)}, got {by!r:.80}")
    chosen = filters.chosen(context.now())
    arms = _arms(store, chosen, by)
    first, second = _asked(request, arms)
    found = None
    if first and second and first != second and {first, second} <= set(arms):
        found = compare_arms(store, first, second, by=by, since=chosen.since, until=chosen.until, slices=chosen.slices)
    return render(
        request,
        "experiments.html",
        form=filter_form(filters, store, "/ab", names=(), more=_fields(by, arms, first, second)),
        found=found,
        arms=arms,
        is_same=bool(first) and first == second,
        unknown=[name for name in (first, second) if name and name not in arms],
        by=FIELDS[by],
        sides=None if found is None else _sides(found, filters),
        differences=None if found is None else _differences(found),
        chart=None if found is None else _chart(store, found, chosen, filters),
        commands=FIRST_COMMANDS,
    )


def _arms(store: Observations, chosen: Chosen, by: str) -> list[str]:
    """Return the arms of production in this time, the most frequent first."""
    known = store.values(by, Chosen(chosen.since, chosen.until, {"stream": PRODUCTION}))
    ordered = sorted((one for one in known if one[0]), key=lambda one: (-one[3], one[0]))
    return [one[0] for one in ordered[:MOST_OPTIONS]]


def _asked(request: Request, arms: Sequence[str]) -> tuple[str, str]:
    """Return the two arms that the address names; without, the two most frequent, the one that sorts first as first."""
    usual = sorted(arms[:2])
    first = asked_text(request, "a") or (usual[0] if usual else "")
    second = asked_text(request, "b") or next((one for one in (*reversed(usual), *arms) if one != first), "")
    return first, second


def _fields(by: str, arms: Sequence[str], first: str, second: str) -> list[FilterField]:
    fields = [FilterField("by", "arms told apart by", by, options=tuple((name, FIELDS[name]) for name in ARMED))]
    for name, label, value in (("a", "first arm", first), ("b", "second arm", second)):
        options = sorted({*arms, value} - {""})
        if options:
            fields.append(FilterField(name, label, value, options=tuple((one, one) for one in options)))
    return fields


def _sides(found: Experiment, filters: Filters) -> Table:
    rows: list[Row] = [
        [
            Cell(name, filters.link("/observations", **{found.by: name})),
            figures.share(level.accuracy),
            figures.interval_of_shares(level.interval),
            f"{level.passed:,}",
            f"{level.n:,}",
        ]
        for name, level in zip((found.first, found.second), found.levels, strict=True)
    ]
    return table("the two arms", ["arm", "accuracy #", "95 % interval #", "passed #", "n #"], rows)


def _differences(found: Experiment) -> Table | None:
    rows: list[Row] = [
        [name, figures.points(one.value), figures.interval_of_points(one.interval), figures.evidence(one.e_value)]
        for name, one in (("as observed", found.difference), ("at the same mix of types and days", found.stratified))
        if one is not None
    ]
    head = ["second less first", "points #", "95 % interval at all times #", "e-value #"]
    return table("the difference", head, rows) if rows else None


def _chart(store: Observations, found: Experiment, chosen: Chosen, filters: Filters) -> Drawing | None:
    """Return the difference of all observations so far, as it went over time."""
    points = list(_course(store, found, chosen))
    step = max(1, len(points) // MOST_READINGS)
    kept = [*points[::-step][::-1]] if points else []
    readings = [Reading(at, one.value, *one.interval, n) for at, one, n in kept]
    if len(readings) < 2:
        return None
    rows: list[Row] = [
        [
            moment(one.at, filters.clock),
            figures.points(one.value),
            figures.interval_of_points((one.low, one.high)),
            f"{one.n:,}",
        ]
        for one in reversed(readings)
    ]
    head = ["until !", "points #", "95 % interval at all times #", "n #"]
    reach = 3 * max(map(abs, (readings[-1].low, readings[-1].high)))  # the first hours would flatten all others
    title = "The difference of all observations so far, in points; its interval holds at all times together"
    shown = Timeline(
        title, readings, zone=filters.clock, figure=figures.points, least=-reach, most=reach,
        line="second less first", zero=0.0,
        table=table("the difference over time, the newest first", head, rows),
    )  # fmt: skip
    return draw_timeline(shown)


def _course(store: Observations, found: Experiment, chosen: Chosen) -> Iterator[tuple[datetime, ArmDifference, int]]:
    asked = Chosen(chosen.since, chosen.until, {"stream": PRODUCTION})
    sums = [Level(), Level()]
    hours: dict[datetime, list[Level]] = {}
    for one in store.tallies(asked, by=(found.by,), hourly=True):
        if one.hour is not None and one.slices[found.by] in (found.first, found.second):
            sides = hours.setdefault(one.hour, [Level(), Level()])
            sides[one.slices[found.by] == found.second] += Level(one.tally.n, one.tally.passed)
    for hour, sides in sorted(hours.items()):
        sums = [sums[0] + sides[0], sums[1] + sides[1]]
        difference = difference_of(*sums)
        if difference is not None:
            yield hour + HOUR, difference, sums[0].n + sums[1].n
