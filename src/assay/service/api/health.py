"""Whether the service lives, whether it can work, and its figures."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST

from assay.errors import AssayError
from assay.service import telemetry
from assay.service.answers import JSONAnswer
from assay.service.context import Role, context_of, require

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """Say that the process lives and answers."""
    return {"status": "ok"}


@router.get("/readyz", responses={503: {"description": "It cannot work now."}})
def readyz(request: Request) -> JSONAnswer:
    """Say whether the store answers and can be written, and everything that works behind it is up."""
    context = context_of(request)
    if context.stopping.is_set():
        return JSONAnswer({"status": "stopping"}, 503)
    try:
        context.store.runs(limit=1)
    except AssayError:
        return JSONAnswer({"status": "the store does not answer"}, 503)
    try:
        context.store.check_writable()
    except AssayError:
        return JSONAnswer({"status": "the store cannot be written"}, 503)
    for ask in context.readiness:
        why = ask()
        if why is not None:
            return JSONAnswer({"status": why}, 503)
    return JSONAnswer({"status": "ok"})


@router.get("/metrics", dependencies=[Depends(require(Role.READ))], response_class=Response)
def metrics(request: Request) -> Response:
    """Give the figures of the service to Prometheus."""
    return Response(telemetry.refresh(context_of(request)).text(), media_type=CONTENT_TYPE_LATEST)


@router.get("/openapi.json", dependencies=[Depends(require(Role.READ))], include_in_schema=False)
def openapi(request: Request) -> JSONAnswer:
    """Describe the API."""
    return JSONAnswer(request.app.openapi())
