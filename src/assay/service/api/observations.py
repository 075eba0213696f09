"""Observations over HTTP: sent one by one or in batches, and read back in pages."""

from __future__ import annotations

import functools
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from assay.observations import LONGEST_NAME, Observation, Repeats, observation_of
from assay.service.answers import JSONAnswer, Refused
from assay.service.api.asking import AskedObservations
from assay.service.api.shapes import OBSERVATION, AddedShape, ObservationPage, ObservationShape, body_of_rows
from assay.service.context import Role, context_of, require
from assay.service.ingesting import MOST_AT_ONCE, Sent
from assay.service.paging import AskedPage, cut
from assay.service.reading import body_of, rows_of
from assay.service.telemetry import telemetry_of
from assay.service.watching import noticed

router = APIRouter(prefix="/v1", tags=["observations"])
_EXAMPLE = {
    "task_id": "fix-login",
    "passed": False,
    "at": "2026-03-14T09:00:00Z",
    "model_version": "2.3",
    "task_type": "bug",
    "error_class": "timeout",
    "cost_usd": 0.012,
    "latency_seconds": 4.2,
}


@router.post(
    "/observations",
    dependencies=[Depends(require(Role.WRITE))],
    response_model=AddedShape,
    openapi_extra=body_of_rows(OBSERVATION, _EXAMPLE),
)
def add_observations(
    request: Request,
    body: Annotated[bytes, Depends(body_of)],
    partial: Annotated[bool, Query(description="Keep the good ones of a batch, and list the others.")] = False,
) -> JSONAnswer:
    """Keep observations: one object, an array, or one on each line (NDJSON).

    When this answers 200, they are kept, whatever happens to the service. One whose id is known changes nothing, so a
    request can be sent again. Of a batch with a mistake nothing is kept, unless `partial` is set.
    """
    context = context_of(request)
    sent = Sent(rows_of(request, body, most=MOST_AT_ONCE, partial=partial), context.now(), partial)
    added, answer = sent.kept(functools.partial(observation_of, repeats=Repeats()), context.store.add_observations)
    telemetry_of(context).ingested.inc(added.accepted)
    noticed(context)
    return JSONAnswer(answer)


@router.get("/observations", response_model=ObservationPage)
def list_observations(
    request: Request,
    chosen: AskedObservations,
    page: AskedPage,
    passed: Annotated[bool | None, Query(description="Only those that passed, or only those that did not.")] = None,
    task_id: Annotated[str | None, Query(max_length=LONGEST_NAME, description="Only those of this task.")] = None,
    error_class: Annotated[str | None, Query(max_length=LONGEST_NAME, description="Only this kind of failure.")] = None,
) -> JSONAnswer:
    """List observations, the newest first."""
    found = context_of(request).store.observations(
        chosen, passed=passed, task_id=task_id, error_class=error_class, after=page.after, limit=page.enough
    )
    return JSONAnswer(cut(found, page, lambda one: one.id).to_dict(Observation.to_dict))


@router.get("/observations/{observation_id:path}", response_model=ObservationShape)
def one_observation(request: Request, observation_id: str) -> JSONAnswer:
    """Give the observation of exactly this id."""
    found = context_of(request).store.observation(observation_id)
    if found is None:
        raise Refused(404, f"no observation has the id {observation_id!r:.100}", field="id")
    return JSONAnswer(found.to_dict())
