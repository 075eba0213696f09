"""The observations behind every figure: a list with filters in the address, and one of them with all that it says."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse

from assay.errors import InvalidValue
from assay.observations import LONGEST_NAME, SLICED, Observation
from assay.reports import figures
from assay.service.context import Role, context_of, require
from assay.service.drawing.canvas import cut
from assay.service.filters import FIELDS, FilterField, Filters, filter_form, filters_of
from assay.service.links import observation_address, run_address
from assay.service.pages.missing import missing
from assay.service.rendering import render
from assay.service.shown import Cell, Pager, Row, Table, table
from assay.service.times import moment

router = APIRouter()
PER_PAGE = 50
MOST_FEEDBACK = 50
OUTCOMES = {"": None, "yes": True, "no": False}
_OWN = ("task_id", "error_class", "after")
"""What this page takes beside the filters of all pages."""


@router.get(
    "/observations", response_class=HTMLResponse, include_in_schema=False, dependencies=[Depends(require(Role.READ))]
)
def observations(request: Request) -> HTMLResponse:
    """Return one page of the list."""
    context = context_of(request)
    store, now, filters = context.store, context.now(), filters_of(request)
    chosen = filters.chosen(now)
    own = {name: asked_text(request, name) for name in _OWN}
    passed = _outcome(request)
    found = store.observations(
        chosen,
        passed=OUTCOMES[passed],
        task_id=own["task_id"] or None,
        error_class=own["error_class"] or None,
        after=own["after"] or None,
        limit=PER_PAGE + 1,
    )
    kept = {"passed": passed, "task_id": own["task_id"], "error_class": own["error_class"]}
    return render(
        request,
        "observations.html",
        form=filter_form(filters, store, "/observations", more=_fields(kept)),
        rows=_rows(found[:PER_PAGE], filters),
        count=len(found[:PER_PAGE]),
        is_first=not own["after"],
        pager=_pager(found, filters, kept, is_first=not own["after"]),
    )


@router.get(
    "/observation", response_class=HTMLResponse, include_in_schema=False, dependencies=[Depends(require(Role.READ))]
)
def observation(request: Request) -> Response:
    """Return one observation, with what people said of it; its id may hold any text, so that it stands in the query."""
    store, filters = context_of(request).store, filters_of(request)
    found = store.observation(asked_text(request, "id"))
    if found is None:
        return missing(request, "There is no such observation.", back="/observations")
    everywhere = Filters(window="all", slices={"stream": found.stream}, zone=filters.zone)
    return render(
        request,
        "observation.html",
        found=found,
        facts=_facts(found, everywhere),
        feedback=store.feedback(observation_id=found.id, limit=MOST_FEEDBACK),
        clock=filters.clock,
        same_task=everywhere.link("/observations", task_id=found.task_id),
    )


def _outcome(request: Request) -> str:
    given = request.query_params.get("passed", "")
    if given not in OUTCOMES:
        raise InvalidValue(f"passed: must be yes, no or empty, got {given!r:.80}")
    return given


def asked_text(request: Request, name: str) -> str:
    given = request.query_params.get(name, "")
    if len(given) > LONGEST_NAME or "\0" in given:
        raise InvalidValue(f"{name}: must be a text of at most {LONGEST_NAME} characters, got {given!r:.80}")
    return given


def _fields(kept: dict[str, str]) -> list[FilterField]:
    outcomes = (("", "all"), ("yes", "passed"), ("no", "failed"))
    return [
        FilterField("passed", "outcome", kept["passed"], options=outcomes),
        FilterField("task_id", "task", kept["task_id"], "text"),
        FilterField("error_class", "error class", kept["error_class"], "text"),
    ]


def _rows(found: Sequence[Observation], filters: Filters) -> Table:
    rows: list[Row] = [
        [
            Cell(moment(one.at, filters.clock), observation_address(one.id)),
            Cell(cut(one.task_id, 60), note=cut(one.task_type, 30)),
            "✓ passed" if one.passed else f"✗ {cut(one.error_class, 20)}",
            cut(" ".join(filter(None, (one.model, one.agent_version or one.model_version))), 40),
            figures.UNKNOWN if one.cost_usd is None else figures.dollars(one.cost_usd),
            figures.UNKNOWN if one.latency_seconds is None else figures.seconds(one.latency_seconds),
            cut(one.message, 60),
        ]
        for one in found
    ]
    head = ["when !", "task", "outcome !", "model and version", "cost #", "latency #", "message"]
    return table("observations, the newest first", head, rows)


def _pager(found: Sequence[Observation], filters: Filters, kept: dict[str, str], *, is_first: bool) -> Pager:
    older = filters.link("/observations", **kept, after=found[PER_PAGE - 1].id) if len(found) > PER_PAGE else ""
    newer = "" if is_first else filters.link("/observations", **kept)
    return Pager("Pages of observations", newer, older, newer_words="newest")


def _facts(found: Observation, everywhere: Filters) -> list[tuple[str, Cell]]:
    """Return the fields of an observation that are not empty; each slice leads to all that share it."""
    facts = [("task", Cell(found.task_id, everywhere.link("/observations", task_id=found.task_id)))]
    for name in SLICED:
        value = getattr(found, name)
        if value:
            facts.append((FIELDS[name], Cell(value, everywhere.link("/observations", **{name: value}))))
    if found.error_class:
        alike = everywhere.link("/observations", error_class=found.error_class)
        facts.append(("error class", Cell(found.error_class, alike)))
    if found.cost_usd is not None:
        facts.append(("cost", Cell(figures.dollars(found.cost_usd))))
    if found.latency_seconds is not None:
        facts.append(("latency", Cell(figures.seconds(found.latency_seconds))))
    if found.run:
        facts.append(("run", Cell(found.run, run_address(found.run))))
    facts += [(f"label {name}", Cell(value)) for name, value in sorted(found.labels.items())]
    return [*facts, ("id", Cell(found.id))]
