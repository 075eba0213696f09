"""Code judged over HTTP: one candidate with its verdict as the answer, or many with verdicts as they come.

This is what training loops call. Each candidate has its own limits, so an endless loop holds up nobody.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from assay.front.pooling import Batch, Full, JudgingPool
from assay.records import Trial
from assay.service.answers import Refused
from assay.service.context import Context, Role, context_of, require
from assay.service.judging import MOST_CANDIDATES, Asked, asked_of, desk_of, verdict_data
from assay.service.judging import judging as running
from assay.service.reading import NDJSON_TYPES, body_of, json_of, media_type, rows_of
from assay.service.telemetry import telemetry_of

__all__ = ["router", "running"]

router = APIRouter(prefix="/v1", tags=["judging"])

NDJSON = NDJSON_TYPES[0]
LEFT = 499
"""The status for whoever left before the answer was there: it is seen in our own figures alone."""
LIMITS_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "Bounds of one candidate, at most those of the service; left out: those of the benchmark.",
    "properties": {"seconds": {"type": "number"}, "memory_bytes": {"type": "integer"}},
    "additionalProperties": False,
}
CANDIDATE_SCHEMA: dict[str, Any] = {
    "benchmark": {"type": "string", "description": "The name of a benchmark.", "examples": ["humaneval"]},
    "problem_id": {"type": "string", "description": "One of its problems.", "examples": ["HumanEval/0"]},
    "problem": {
        "type": "object",
        "description": "In the place of a benchmark's: `entry_point` with `tests` (assertions) or `cases`"
        " (`call`, `returns`); `test_list`; `test_cases` or `inputs` and `outputs` of a program.",
        "examples": [{"entry_point": "double", "tests": "assert double(2) == 4"}],
    },
    "code": {"type": "string", "description": "A whole program. Give one of code, completion, response."},
    "completion": {"type": "string", "description": "What comes behind the prompt."},
    "response": {"type": "string", "description": "An answer in words, with code in it."},
    "limits": LIMITS_SCHEMA,
    "isolation": {"type": "string", "description": "Not weaker than the service's.", "examples": ["full"]},
    "cache": {"type": "boolean", "description": "Whether verdicts of before may be used.", "default": True},
    "details": {"type": "boolean", "description": "Add how each case ended.", "default": False},
}
REQUEST_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        **CANDIDATE_SCHEMA,
        "candidates": {
            "type": "array",
            "maxItems": MOST_CANDIDATES,
            "description": "Several: what stands beside this list holds for all that do not say it themselves.",
            "items": {"type": "object", "properties": CANDIDATE_SCHEMA, "additionalProperties": False},
        },
    },
    "additionalProperties": False,
}
VERDICT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "index": {"type": "integer", "description": "The place of the candidate, where there are several."},
        "problem_id": {"type": "string"},
        "verdict": {
            "type": ["string", "null"],
            "description": "passed, failed, crashed, timed_out, out_of_memory or invalid; null: unjudged, see fault.",
        },
        "passed": {"type": ["boolean", "null"], "description": "null: unjudged."},
        "cases": {"type": "integer"},
        "cases_passed": {"type": "integer"},
        "partial": {"type": ["number", "null"], "description": "Credit for what is right, from 0 to 1."},
        "detail": {"type": "string", "description": "Why the verdict is what it is."},
        "fault": {"type": ["string", "null"], "description": "Why there is no verdict: not the candidate's failure."},
        "suspicions": {"type": "array", "items": {"type": "string"}},
        "isolation": {"type": "string"},
        "outcomes": {"type": "array", "items": {"type": "object"}, "description": "With details: each case."},
    },
}
EXAMPLE = {"problem": {"entry_point": "double", "tests": "assert double(2) == 4"}, "code": "def double(x): return 2*x"}


@router.post(
    "/judge",
    dependencies=[Depends(require(Role.WRITE))],
    response_class=Response,
    responses={
        200: {
            "description": "The verdict; of several candidates, one on each line as they are judged, in any order.",
            "content": {"application/json": {"schema": VERDICT_SCHEMA}, NDJSON: {"schema": VERDICT_SCHEMA}},
        }
    },
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": REQUEST_SCHEMA, "example": EXAMPLE},
                NDJSON: {"schema": {"type": "string", "description": "A candidate on each line."}},
            },
        }
    },
)
async def judge(request: Request, body: Annotated[bytes, Depends(body_of)]) -> Response:
    """Judge one candidate, or several.

    One is answered with its verdict. Several, sent as `candidates` or on lines of their own (NDJSON), are answered with
    a line for each as soon as it is judged, with its `index`. Whoever leaves gives up what is not judged yet. A
    candidate that our side could not judge has `verdict: null` and a `fault`, and is not to be counted as failed. Where
    too many candidates wait, the answer is 429, and `Retry-After` says when to try again.
    """
    context = context_of(request)
    asked, is_one = await run_in_threadpool(_asked, context, request, body)
    answers: asyncio.Queue[tuple[int, Trial]] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def deliver(place: int, trial: Trial) -> None:
        loop.call_soon_threadsafe(answers.put_nowait, (place, trial))

    batches = await run_in_threadpool(_submitted, desk_of(context).pool, asked, deliver)
    lines = _lines(context, asked, answers, batches, is_one=is_one)
    if is_one:
        return await _answer_of_one(request, lines)
    return StreamingResponse(lines, media_type=NDJSON)


async def _answer_of_one(request: Request, lines: AsyncIterator[bytes]) -> Response:
    """Return the only line; whoever leaves before it is there gives up the candidate."""

    async def whole() -> bytes:
        return b"".join([line async for line in lines])

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    judged, left = asyncio.ensure_future(whole()), asyncio.ensure_future(gone())
    try:
        await asyncio.wait((judged, left), return_when=asyncio.FIRST_COMPLETED)
        if judged.done():
            return Response(judged.result(), media_type="application/json")
        return Response(status_code=LEFT)
    finally:
        judged.cancel()
        left.cancel()
        await asyncio.gather(judged, left, return_exceptions=True)


def _asked(context: Context, request: Request, body: bytes) -> tuple[Asked, bool]:
    """Return what a request asks for, and whether that is one candidate."""
    desk = desk_of(context)
    if media_type(request) in NDJSON_TYPES:
        return asked_of(desk, rows_of(request, body, most=MOST_CANDIDATES)), False
    given = json_of(request, body)
    if not isinstance(given, dict):
        raise Refused(400, "send an object with a candidate, or with candidates")
    if "candidates" not in given:
        return asked_of(desk, [given]), True
    usual = dict(given)
    rows = usual.pop("candidates")
    if not isinstance(rows, list) or not rows:
        raise Refused(400, "candidates: must be a list of objects, and not empty", field="candidates")
    if len(rows) > MOST_CANDIDATES:
        raise Refused(413, f"candidates: at most {MOST_CANDIDATES:,} at once, got {len(rows):,}", field="candidates")
    return asked_of(desk, rows, usual=usual), False


def _submitted(pool: JudgingPool, asked: Asked, deliver: Any) -> list[Batch]:  # Any: see `Deliver`
    """Hand over all candidates, or none."""
    batches: list[Batch] = []
    try:
        for (judging, is_own, cached), items in asked.groups.items():
            places = [place for place, _ in items]

            def placed(place: int, trial: Trial, places: list[int] = places) -> None:
                deliver(places[place], trial)

            batches.append(pool.submit(judging, [item for _, item in items], placed, cached=cached, apart=is_own))
    except BaseException as error:
        for batch in batches:
            batch.cancel()
        if isinstance(error, Full):
            raise Refused(429, str(error), headers={"Retry-After": str(error.retry_seconds)}) from None
        raise
    return batches


async def _lines(
    context: Context, asked: Asked, answers: asyncio.Queue[tuple[int, Trial]], batches: list[Batch], *, is_one: bool
) -> AsyncIterator[bytes]:
    """Give a line for each candidate as it is judged; when nobody takes them any more, the rest is given up."""
    figures = telemetry_of(context)
    try:
        for _ in range(asked.count):
            place, trial = await answers.get()
            figures.judged.labels(trial.verdict.value if trial.verdict is not None else "unjudged").inc()
            head = {} if is_one else {"index": place}
            # With thousands of cases this takes a while, which others must not wait for.
            yield await run_in_threadpool(_line, head, trial, True) if asked.details else _line(head, trial, False)
    finally:
        for batch in batches:
            batch.cancel()


def _line(head: Mapping[str, Any], trial: Trial, details: bool) -> bytes:  # Any: JSON
    return json.dumps({**head, **verdict_data(trial, details=details)}).encode() + b"\n"
