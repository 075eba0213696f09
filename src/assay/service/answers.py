"""Answers that say what was wrong: one shape for every refusal, and nothing of our insides in any of them."""

from __future__ import annotations

import json
import logging
import math
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from assay.errors import Fault, InvalidOption, UnknownNameError, UsageError
from assay.text import one_line

LONGEST_ERROR = 500
"""Characters of a message; what was sent may be repeated in it, but not at any length."""

_FIELD = re.compile(r"(?:observation \d+: |feedback \d+: |line \d+: )?([a-z_]{1,40}): ")
_LOG = logging.getLogger("assay.service")


class JSONAnswer(JSONResponse):
    """JSON of any text: what UTF-8 has no bytes for, half of a surrogate pair, is written as its escape."""

    def render(self, content: Any) -> bytes:  # Any: JSON
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8", "backslashreplace")  # which writes \ud800, as JSON does


class ErrorShape(BaseModel):
    """Why a request was refused."""

    error: str = Field(description="What was wrong, in a sentence.", examples=["passed: must be true or false, got 1"])
    field: str | None = Field(default=None, description="Which part of the request, where it is one.")
    index: int | None = Field(default=None, description="Which of several things that were sent, from 0 on.")


_SHAPE = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorShape.__name__}"}}}
ERRORS: dict[int | str, dict[str, object]] = {
    # FastAPI builds a validator for each model of each route, so one status brings the model and the others name it.
    status: {"description": text} | ({"model": ErrorShape} if status == 422 else {"content": _SHAPE})
    for status, text in (
        (400, "What was sent makes no sense."),
        (401, "No token was sent, or it is not valid."),
        (403, "The token's role does not reach, or another site sent the request."),
        (404, "There is no such thing."),
        (408, "The request came too slowly."),
        (413, "Too much was sent."),
        (414, "Path and query are too long."),
        (415, "What was sent is of another kind."),
        (421, "The service is not known by the name in `Host`."),
        (422, "A parameter is missing or out of range."),
        (429, "Too many requests; `Retry-After` says when to try again."),
        (431, "The headers are too long."),
        (503, "The service cannot work now."),
    )
}
"""What every route may answer, for the OpenAPI document."""


class Refused(HTTPException):
    """A request that is not served, with what the sender is told."""

    def __init__(
        self,
        status: int,
        error: str,
        *,
        field: str | None = None,
        index: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, error, dict(headers or {}))
        self.field = field
        self.index = index


def bad(error: UsageError, *, index: int | None = None) -> Refused:
    """Return the refusal that a mistake of the sender leads to; the field is read off the message."""
    text = str(error)
    if isinstance(error, InvalidOption):
        return Refused(400, text, field=error.option, index=index)
    found = _FIELD.match(text)
    return Refused(400, text, field=found[1] if found else None, index=index)


def error_answer(
    status: int,
    error: str,
    *,
    field: str | None = None,
    index: int | None = None,
    headers: Mapping[str, str] | None = None,
) -> JSONAnswer:
    """Return a refusal as every client of the API reads it."""
    text = one_line(error)
    content: dict[str, object] = {"error": text if len(text) <= LONGEST_ERROR else f"{text[:LONGEST_ERROR]}…"}
    if field is not None:
        content["field"] = field
    if index is not None:
        content["index"] = index
    return JSONAnswer(content, status, dict(headers or {}))


def json_answer(data: object) -> JSONAnswer:
    """Return data as JSON in which numbers that are none stand as null."""
    return JSONAnswer(_plain(data))


def add_handlers(app: FastAPI) -> None:
    """Make the application answer every error in the same shape."""
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(UsageError, _misused)
    app.add_exception_handler(Fault, _failed)


def wants_page(request: Request) -> bool:
    """Tell whether a person in a browser waits for the answer, and not a program."""
    return not request.url.path.startswith("/v1/") and "text/html" in request.headers.get("accept", "")


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if wants_page(request):
        return _page(request, error)
    field, index = (error.field, error.index) if isinstance(error, Refused) else (None, None)
    return error_answer(error.status_code, _sentence(request, error), field=field, index=index, headers=error.headers)


def _page(request: Request, error: HTTPException) -> Response:
    """Return a refusal as a page; whoever has to sign in first is led to the form for that."""
    from assay.service.rendering import render

    if error.status_code == 401:
        return RedirectResponse(f"/login?{urlencode({'next': _wanted(request)})}", 303)
    shown = one_line(_sentence(request, error))[:LONGEST_ERROR]
    page = render(request, "error.html", status=error.status_code, error=shown)
    page.headers.update(error.headers or {})
    return page


def _sentence(request: Request, error: HTTPException) -> str:
    """Return what was wrong; where the framework says it in two words, which address and method it was."""
    path = f"{request.url.path!r:.100}"
    plain = {
        "Not Found": f"there is nothing at {path}; /openapi.json lists the addresses of the API",
        "Method Not Allowed": f"{path} does not take {request.method:.20}",
    }
    return plain.get(str(error.detail), str(error.detail))


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    name = str(first["loc"][-1])
    return _refused(request, Refused(422, f"{name}: {first['msg']}", field=name))


def _misused(request: Request, error: Exception) -> Response:
    assert isinstance(error, UsageError)
    return _refused(request, Refused(404, str(error)) if isinstance(error, UnknownNameError) else bad(error))


def _failed(request: Request, error: Exception) -> Response:
    """Say that our side broke; what broke, with its paths, is for the log."""
    _LOG.error("%s", one_line(str(error)))
    sentence = "the service could not do this now; nothing was kept of it, and its log says why"
    return _refused(request, Refused(503, sentence, headers={"Retry-After": "5"}))


def _plain(value: Any) -> Any:  # Any: JSON
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value if value is None or isinstance(value, str | int) else str(value)


def _wanted(request: Request) -> str:
    """Return the page that a request asked for, to go there after signing in."""
    return f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path
