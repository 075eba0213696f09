"""How the agent fails: classes by version, what grew, which tasks, and groups of like messages with examples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from assay.errors import InvalidValue
from assay.monitoring.failures import (
    NEWEST,
    NEWEST_COUNTED,
    Growth,
    Heat,
    clusters,
    growth,
    heat,
    newest_failures,
)
from assay.observations import FailingTask
from assay.reports import figures
from assay.service.comparing import periods_of, watched_of
from assay.service.context import Role, context_of, require
from assay.service.drawing.canvas import cut
from assay.service.filters import FIELDS, FilterField, Filters, filter_form, filters_of
from assay.service.links import observation_address
from assay.service.remembering import remembered
from assay.service.rendering import render
from assay.service.shown import Cell, Row, Table, in_words, table
from assay.service.times import moment

router = APIRouter()
BY = ("agent_version", "model_version", "model", "task_type", "arm", "fingerprint")
"""What the columns of the heat map may be."""
NAMES = ("stream", "model", "agent_version", "task_type")
"""The fields that the form offers."""
MOST_LISTED = 20
"""Tasks, and groups of like failures."""
STEPS = (0.01, 0.03, 0.07, 0.15, 0.3)
"""Shares from which on a cell is darker."""


@dataclass(frozen=True, slots=True)
class HeatCell:
    """One cell of the heat map."""

    cell: Cell
    step: int
    """How dark it is, from 0 to 5."""


@router.get("/errors", response_class=HTMLResponse, include_in_schema=False, dependencies=[Depends(require(Role.READ))])
def errors(request: Request) -> HTMLResponse:
    """Return the page."""
    context = context_of(request)
    store, now, filters = context.store, context.now(), filters_of(request)
    by = request.query_params.get("by", BY[0])
    if by not in BY:
        raise InvalidValue(f"by: must be one of {', '.join(BY)}, got {by!r:.80}")
    chosen = filters.chosen(now)
    periods = periods_of(watched_of(context, filters, now), chosen, now=now)
    grown = growth(store, periods.now, periods.before)
    read = newest_failures(store, chosen)
    asked = ("failing tasks", filters.link("/errors"))
    failing = remembered(context, asked, lambda: store.failing_tasks(chosen, newest=NEWEST_COUNTED, most=MOST_LISTED))
    columns = FilterField("by", "columns", by, options=tuple((name, FIELDS[name]) for name in BY))
    shown = heat(store, chosen, by=by)
    return render(
        request,
        "errors.html",
        form=filter_form(
            filters, store, "/errors", names=("stream", "model", "agent_version", "task_type"), more=[columns]
        ),
        headline=_headline(grown, "" if periods.since is None else f" since {moment(periods.since, filters.clock)}"),
        dropped=periods.since,
        grown=_growth_table(grown, filters),
        has_before=bool(grown) and grown[0].change is not None,
        heat=shown,
        column=FIELDS[by],
        heat_rows=list(_heat_rows(shown, filters)),
        read=len(read),
        read_all=len(read) < NEWEST,
        clusters=clusters(read)[:MOST_LISTED],
        counted_failures=failing.looked_at,
        counted_all=failing.looked_at < NEWEST_COUNTED,
        tasks=_task_table(failing.tasks, filters),
        clock=filters.clock,
        failures=filters.link("/observations", passed="no"),
    )


def _headline(grown: Sequence[Growth], since: str) -> str:
    """Say which errors there are more of than before; where that cannot be told, how many there are."""
    if not grown:
        return "No observations here"
    failed, n = sum(one.count for one in grown), grown[0].n
    total = f"{figures.share(failed / n)} of {figures.counted(n, 'observation')}{since} failed"
    more = [one for one in grown if one.is_clear and one.change is not None and one.change > 0]
    if more:
        first = more[0]
        rest = f", {len(more) - 1} more grew too" if len(more) > 1 else ""
        by = figures.points(first.change or 0.0).removeprefix("+")
        return f"{total}; {in_words(first.error_class)} grew by {by} points{rest}"
    if grown[0].change is None:
        return total
    return f"{total}; no class of errors grew beyond chance"


def _growth_table(grown: Sequence[Growth], filters: Filters) -> Table | None:
    """Return the classes with their change; only how many there are where there is nothing to hold them against."""
    head = ["class", "failures #", "of all #", "before #", "change, points #", "p #", "beyond chance"]
    rows: list[Row] = [
        [
            Cell(in_words(one.error_class), filters.link("/observations", passed="no", error_class=one.error_class)),
            f"{one.count:,}",
            figures.share(one.share),
            *_change(one),
        ]
        for one in grown
    ]
    return table("classes of errors", head if grown[0].change is not None else head[:3], rows) if rows else None


def _change(one: Growth) -> Row:
    if one.change is None or one.interval is None or one.p is None:
        return []
    clear = ("grew" if one.change > 0 else "shrank") if one.is_clear else ""
    points = Cell(figures.points(one.change), note=figures.interval_of_points(one.interval))
    p = figures.probability(one.p).removeprefix("= ")
    return [figures.share(one.count_before / one.n_before), points, p, clear]


def _heat_rows(shown: Heat, filters: Filters) -> Iterator[tuple[str, list[HeatCell]]]:
    for name, counts in shown.rows:
        cells = []
        for version, size, count in zip(shown.versions, shown.sizes, counts, strict=True):
            share = count / size if size else 0.0
            chosen = {shown.field: version} if version else {}
            href = filters.link("/observations", passed="no", error_class=name, **chosen) if count else ""
            cell = Cell(figures.share(share) if count else "0", href)
            cells.append(HeatCell(cell, sum(share >= step for step in STEPS)))
        yield in_words(name), cells


def _task_table(tasks: Sequence[FailingTask], filters: Filters) -> Table | None:
    rows: list[Row] = [
        [
            Cell(cut(one.task_id, 80), filters.link("/observations", passed="no", task_id=one.task_id)),
            f"{one.failures:,}",
            cut(", ".join(map(in_words, one.classes)), 80),
            Cell(moment(one.last, filters.clock), observation_address(one.example)),
        ]
        for one in tasks
    ]
    return table("tasks that fail most", ["task", "failures #", "classes", "last !"], rows) if rows else None
