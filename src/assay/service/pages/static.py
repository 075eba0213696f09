"""The files that pages refer to, by fixed names."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request, Response

from assay.service.assets import NAMES, asset

router = APIRouter()
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


@router.get("/static/{name}", include_in_schema=False)
def static(request: Request, name: str, v: str = "") -> Response:
    """Return a style sheet, a script or a picture; under the address that pages use, browsers keep it."""
    if name not in NAMES:
        raise HTTPException(404, "there is no such file")
    found = asset(name)
    headers = {
        "ETag": f'"{found.digest}"',
        "Cache-Control": FOREVER if v == found.digest else ASK_AGAIN,
        "X-Content-Type-Options": "nosniff",
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(found.content, media_type=found.kind, headers=headers)
