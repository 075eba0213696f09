"""Whether there is anything new: one small answer that pages ask for now and then."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request, Response

from assay.service.context import Role, context_of, require
from assay.service.remembering import state_of

router = APIRouter()


@router.get("/live", include_in_schema=False, dependencies=[Depends(require(Role.READ))])
def live(request: Request) -> Response:
    """Return a tag that changes whenever figures of a page may have; nothing else is in the answer."""
    tag = f'"{state_of(context_of(request))}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(status_code=204, headers=headers)
