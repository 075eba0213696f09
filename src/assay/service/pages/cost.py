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
FEWEST = 30
"""Observations with a cost, or a latency, below which the headline says nothing of it."""


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
        cheapest=_cheapest(found.rows),
        worse=[one for one in found.rows if one.on_front is False],
    )


def _headline(whole: Price) -> str:
    if not whole.tally.n:
        return "No observations here"
    return "; ".join(filter(None, (_cost_words(whole), _latency_words(whole)))) or (
        "No costs or latencies were sent with these observations"
    )


def _cost_words(whole: Price) -> str:
    """Say what a solved task costs, and of how many observations that is known; empty where nothing is."""
    found, known = whole.cost_per_solved, whole.tally.costs
    if not known:
        return ""
    sent = figures.counted(known, "observation")
    if known < FEWEST:
        return f"Costs of {sent}: too few to say what a solved task costs"
    if found.value is None:
        return f"Nothing is solved at the cost of {sent}"
    between = figures.between(found.interval, figures.dollars_like(found.value))
    price = figures.dollars_like(found.value)(found.value)
    return f"A solved task costs {price}{between and f' ({between})'}, by the costs of {sent}"


def _latency_words(whole: Price) -> str:
    half, most = whole.seconds_p50, whole.seconds_p95
    if half.value is None or most.value is None:
        return ""
    if half.n < FEWEST:
        return f"latencies of {figures.counted(half.n, 'observation')}: too few to say"
    shown = [figures.about_seconds(one) for one in (half.value, most.value)]
    return f"half of all tasks take less than about {shown[0]}, 95 % less than about {shown[1]}"


def _rows(found: Prices, whole: Price, filters: Filters) -> Table | None:
    def link(one: Price) -> str:
        return filters.link("/observations", **({found.field: one.name} if one.name else {}))

    rows = [_row(one, Cell(one.name or "(none)", link(one))) for one in found.rows]
    if len(rows) > 1:
        rows.append(_row(whole, Cell("all together", filters.link("/observations"))))
    name = FIELDS[found.field]
    head = [name, "n #", "accuracy #", "per task #", "per solved task #", "about p50 #", "about p95 #", "on the front"]
    return table(f"accuracy, cost and latency by {name}, each with its 95 % interval", head, rows) if rows else None


def _row(one: Price, name: Cell) -> Row:
    return [
        name,
        f"{one.tally.n:,}",
        _measured(one.accuracy, figures.share),
        _measured(one.cost_per_task, figures.dollars_like(one.cost_per_task.value or 0.0)),
        _measured(one.cost_per_solved, figures.dollars_like(one.cost_per_solved.value or 0.0)),
        _measured(one.seconds_p50, figures.about_seconds),
        _measured(one.seconds_p95, figures.about_seconds),
        "✓" if one.on_front else "",
    ]


def _measured(found: Measured, figure: Figure) -> Cell:
    if found.value is None:
        return Cell(figures.UNKNOWN)
    return Cell(figure(found.value), note=figures.between(found.interval, figure))


def _cheapest(rows: Sequence[Price]) -> str:
    """Return which one costs least for each solved task; empty where there is no choice."""
    priced = [(one.cost_per_solved.value, one.name) for one in rows if one.cost_per_solved.value is not None]
    return min(priced)[1] or "(none)" if len(priced) > 1 else ""


def _charts(found: Prices) -> list[Drawing]:
    """Return accuracy against cost and against latency, where more than one value has both."""
    return [
        draw_scatter(f"Accuracy against {across}", spots, across=across, figure=figure)
        for across, name, figure in (
            ("cost per task", "cost_per_task", figures.dollars),
            ("latency p50", "seconds_p50", figures.about_seconds),
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
