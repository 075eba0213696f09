"""What the agent costs and how long it takes beside how often it succeeds, and which versions are worth their price."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from assay.errors import InvalidValue
from assay.monitoring.costs import Price, Prices, price_of_all, prices
from assay.reports import figures
from assay.reports.effort import Measured
from assay.reports.figures import Figure
from assay.service.context import Role, context_of, require
from assay.service.drawing.canvas import Drawing
from assay.service.drawing.scatter import Spot, draw_scatter
from assay.service.filters import FIELDS, FilterField, Filters, filter_form, filters_of
from assay.service.rendering import render
from assay.service.shown import Cell, Row, Table, table

router = APIRouter()
BY = ("agent_version", "model", "model_version", "task_type", "arm", "stream")
"""What may be told apart."""


@router.get("/cost", response_class=HTMLResponse, include_in_schema=False, dependencies=[Depends(require(Role.READ))])
def cost(request: Request) -> HTMLResponse:
    """Return the page."""
    context = context_of(request)
    store, filters = context.store, filters_of(request)
    by = request.query_params.get("by", BY[0])
    if by not in BY:
        raise InvalidValue(f"by: must be one of {', '.join(BY)}, got {by!r:.80}")
    chosen = filters.chosen(context.now())
    columns = FilterField("by", "told apart by", by, options=tuple((name, FIELDS[name]) for name in BY))
    found, whole = prices(store, chosen, by=by), price_of_all(store, chosen)
    names = ("stream", "model", "agent_version", "task_type")
    return render(
        request,
        "cost.html",
        form=filter_form(filters, store, "/cost", names=names, more=[columns]),
        headline=_headline(whole),
        found=found,
        by=FIELDS[by],
        rows=_rows(found, whole, filters),
        charts=_charts(found),
        worse=[one for one in found.rows if one.on_front is False],
    )


def _headline(whole: Price) -> str:
    if not whole.tally.n:
        return "No observations here"
    parts = []
    if whole.cost_per_solved.value is not None:
        between = figures.between(whole.cost_per_solved.interval, figures.dollars)
        parts.append(f"A solved task costs {figures.dollars(whole.cost_per_solved.value)}{between and f' ({between})'}")
    if whole.seconds_p50.value is not None and whole.seconds_p95.value is not None:
        half, most = figures.seconds(whole.seconds_p50.value), figures.seconds(whole.seconds_p95.value)
        parts.append(f"half of all tasks take less than {half}, 95 % less than {most}")
    return "; ".join(parts) or "No costs or latencies were sent with these observations"


def _rows(found: Prices, whole: Price, filters: Filters) -> Table | None:
    def link(one: Price) -> str:
        return filters.link("/observations", **({found.field: one.name} if one.name else {}))

    rows = [_row(one, Cell(one.name or "(none)", link(one))) for one in found.rows]
    if len(rows) > 1:
        rows.append(_row(whole, Cell("all together", filters.link("/observations"))))
    name = FIELDS[found.field]
    head = [name, "n #", "accuracy #", "per task #", "per solved task #", "latency p50 #", "latency p95 #", "best"]
    return table(f"accuracy, cost and latency by {name}, each with its 95 % interval", head, rows) if rows else None


def _row(one: Price, name: Cell) -> Row:
    return [
        name,
        f"{one.tally.n:,}",
        _measured(one.accuracy, figures.share),
        _measured(one.cost_per_task, figures.dollars),
        _measured(one.cost_per_solved, figures.dollars),
        _measured(one.seconds_p50, figures.seconds),
        _measured(one.seconds_p95, figures.seconds),
        "✓" if one.on_front else "",
    ]


def _measured(found: Measured, figure: Figure) -> Cell:
    if found.value is None:
        return Cell(figures.UNKNOWN)
    return Cell(figure(found.value), note=figures.between(found.interval, figure))


def _charts(found: Prices) -> list[Drawing]:
    """Return accuracy against cost and against latency, where more than one value has both."""
    return [
        draw_scatter(f"Accuracy against {across}", spots, across=across, figure=figure)
        for across, name, figure in (
            ("cost per task", "cost_per_task", figures.dollars),
            ("latency p50", "seconds_p50", figures.seconds),
        )
        if len(spots := _spots(found.rows, name)) > 1
    ]


def _spots(rows: Sequence[Price], name: str) -> list[Spot]:
    return [
        Spot(one.name or "(none)", price, one.accuracy.value, *one.accuracy.interval, on_front=bool(one.on_front))
        for one in rows
        if (price := getattr(one, name).value) is not None
        and one.accuracy.value is not None
        and one.accuracy.interval is not None
    ]
