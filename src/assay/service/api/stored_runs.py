"""Runs over HTTP: what was judged, with every attempt, and two runs beside each other."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from assay.evaluation.comparing import compare_runs
from assay.reports.trials import TrialLine
from assay.service.answers import Refused, json_answer
from assay.service.api.shapes import RunPage, RunShape, TrialPageShape
from assay.service.context import context_of
from assay.service.paging import AskedPage, cut, page_of
from assay.service.runs import benchmark_of, lines_for, report_for
from assay.spec import Run
from assay.store.base import LONGEST_ID, UnknownRun

router = APIRouter(prefix="/v1", tags=["runs"])


@router.get("/runs", response_model=RunPage)
def list_runs(
    request: Request,
    page: AskedPage,
    benchmark: Annotated[str | None, Query(max_length=LONGEST_ID, description="Only runs of this benchmark.")] = None,
) -> Response:
    """List runs, the newest first."""
    try:
        found = context_of(request).store.runs(limit=page.enough, benchmark=benchmark, after=page.after)
    except UnknownRun:
        raise Refused(400, "after: must be `next` of another page of this list", field="after") from None
    return json_answer(cut(found, page, lambda run: run.id).to_dict(_run))


@router.get("/runs/{run_id}", response_model=RunShape)
def one_run(request: Request, run_id: str) -> Response:
    """Give a run with its scores and its whole report."""
    context = context_of(request)
    run = context.store.get_run(run_id)
    return json_answer(_run(run) | {"report": report_for(context, run).to_dict()})


@router.get("/runs/{run_id}/trials", response_model=TrialPageShape)
def list_trials(
    request: Request,
    run_id: str,
    page: AskedPage,
    verdict: Annotated[str | None, Query(max_length=40, description="Only attempts with this verdict.")] = None,
) -> Response:
    """List the attempts of a run in their order, a line each."""
    context = context_of(request)
    lines = lines_for(context, context.store.get_run(run_id))
    chosen = [line for line in lines if verdict is None or line.verdict == verdict]
    return json_answer(page_of(chosen, page, _cursor).to_dict(asdict))


@router.get("/compare")
def compare(
    request: Request,
    a: Annotated[str, Query(max_length=LONGEST_ID, description="The baseline: the id of a run.")],
    b: Annotated[str, Query(max_length=LONGEST_ID, description="The run that is held against it.")],
    margin: Annotated[float, Query(ge=0, lt=1, description="How much of a difference does not matter.")] = 0.03,
    allow_different: Annotated[bool, Query(description="Also on other problems or under other limits.")] = False,
) -> Response:
    """Say whether one run is better than another, how sure that is, and which problems changed sides."""
    context = context_of(request)
    first, second = context.store.get_run(a), context.store.get_run(b)
    found = compare_runs(
        first, second, context.store, benchmark_of(context, first), margin=margin, allow_different=allow_different
    )
    return json_answer(found.to_dict())


def _cursor(line: TrialLine) -> str:
    return f"{line.attempt} {line.problem}"


def _run(run: Run) -> dict[str, Any]:  # Any: JSON
    scores = [asdict(score) for score in run.scores]
    names = ("id", "name", "benchmark", "benchmark_version", "created", "model", "model_version", "trials", "problems")
    return {name: getattr(run, name) for name in names} | {
        "state": run.state.value,
        "seconds": run.seconds,
        "labels": dict(run.labels),
        "scores": scores,
    }
