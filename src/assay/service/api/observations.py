"""Observations over HTTP: sent one by one or in batches, and read back in pages."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse

from assay.errors import InvalidValue
from assay.observations import Observation, observation_of
from assay.service.answers import Refused, bad
from assay.service.context import Role, context_of, require
from assay.service.reading import body_of, rows_of
from assay.service.telemetry import telemetry_of
from assay.service.watching import noticed

router = APIRouter(prefix="/v1", tags=["observations"])

MOST_AT_ONCE = 10_000
SHOWN_REFUSALS = 100


@router.post("/observations", dependencies=[Depends(require(Role.WRITE))])
def add_observations(
    request: Request,
    body: Annotated[bytes, Depends(body_of)],
    partial: Annotated[bool, Query(description="Keep the good ones of a batch, and list the others.")] = False,
) -> JSONResponse:
    """Keep observations: one object, an array, or one on each line (NDJSON).

    When this answers 200, they are kept, whatever happens to the service. One whose id is known changes nothing, so a
    request can be sent again. Of a batch with a mistake nothing is kept, unless `partial` is set.
    """
    context = context_of(request)
    now = context.now()
    good: list[Observation] = []
    refused: list[Refused] = []
    for index, row in enumerate(rows_of(request, body, most=MOST_AT_ONCE)):
        try:
            good.append(observation_of(row, now=now))
        except InvalidValue as error:
            found = bad(error, index=index)
            if not partial:
                raise found from None
            refused.append(found)
    added = context.store.add_observations(good)
    telemetry_of(context).ingested.inc(added.accepted)
    noticed(context)
    answer: dict[str, Any] = {  # Any: JSON
        "accepted": added.accepted,
        "duplicates": added.duplicates,
        "ids": [one.id for one in good],
    }
    if partial:
        answer["refused"] = [_refusal(one) for one in refused[:SHOWN_REFUSALS]]
        answer["refused_count"] = len(refused)
    return JSONResponse(answer)


def _refusal(found: Refused) -> dict[str, Any]:  # Any: JSON
    return {"index": found.index, "field": found.field, "error": found.detail}
