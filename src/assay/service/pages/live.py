"""Whether there is anything new: one small answer that pages ask for now and then."""

from __future__ import annotations

from datetime import timedelta

from fastapi import APIRouter, Depends, Request, Response

from assay.hashing import content_digest
from assay.observations import Chosen
from assay.service.context import Context, Role, context_of, require

router = APIRouter()
RECENT = timedelta(hours=24)


@router.get("/live", include_in_schema=False, dependencies=[Depends(require(Role.READ))])
def live(request: Request) -> Response:
    """Return a tag that changes whenever figures of a page may have; nothing else is in the answer."""
    tag = f'"{_state(context_of(request))}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(status_code=204, headers=headers)


def _state(context: Context) -> str:
    """Return a digest of what is newest in the store: observations, feedback, runs and what happened to alerts."""
    store, now = context.store, context.now()
    newest = [one.id for one in store.observations(Chosen(), limit=1)]
    recent = [f"{one.tally}" for one in store.tallies(Chosen(since=now - RECENT))]
    said = [one.id for one in store.feedback(limit=1)]
    happened = [str(one.number) for one in store.alert_events(limit=1)]
    runs = [f"{one.id} {one.state} {one.trials}" for one in store.runs(limit=3)]
    hour = f"{now:%Y-%m-%d %H}"
    parts = (hour, *newest, "recent", *recent, "said", *said, "alerts", *happened, "runs", *runs)
    return content_digest(*parts).hex()[:24]
