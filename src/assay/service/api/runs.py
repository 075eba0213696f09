"""Runs that the service makes: begun with an upload, watched as they go, stopped, and gone on with."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from assay.choices import Choices, Resources
from assay.engines.opening import open_engine
from assay.errors import InvalidOption, InvalidValue, UnknownNameError
from assay.evaluation.planning import read, spec_of
from assay.front.pooling import Full
from assay.front.run_queue import RunQueue, Stage, Standing
from assay.hashing import content_digest
from assay.service.admission import begin_stream
from assay.service.answers import JSONAnswer, Refused, bad
from assay.service.context import Context, Role, context_of, require
from assay.service.following import Following
from assay.service.judging import MOST_CANDIDATES, desk_of
from assay.service.reading import (
    MULTIPART,
    NDJSON_TYPES,
    check_signs,
    form_of,
    json_of,
    lines_of,
    media_type,
    once,
    parsed,
    text_of,
)
from assay.spec import CandidatesRef, Run
from assay.store.base import UnknownRun
from assay.text import one_line

router = APIRouter(prefix="/v1", tags=["runs"])

PART = "runs"
_LOOKS = "looks at runs"
OPTIONS = (
    "name", "model", "model_version", "label", "k", "problems", "limit", "attempts", "form", "extract", "time",
    "memory", "first_failure", "quality", "codebleu",
)  # fmt: skip
"""The options of `assay run` that a request may choose; none of them reaches a file or weakens the isolation."""
FILE = "candidates"
POLL_SECONDS = 0.2
ALIVE_SECONDS = 15.0
"""After how long without news a line says that the stream is alive."""
_MAKING = threading.Lock()
RUN_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "benchmark": {"type": "string", "description": "The name of a benchmark.", "examples": ["humaneval"]},
        FILE: {
            "type": "array",
            "items": {"type": "object"},
            "description": 'Rows as `assay run` reads them, such as {"task_id": …, "completion": …}.',
        },
        "options": {"type": "object", "description": f"Of `assay run`, by name: {', '.join(OPTIONS)}."},
    },
    "required": ["benchmark", FILE],
    "additionalProperties": False,
}
EXAMPLE = {"benchmark": "starter", FILE: [{"task_id": "starter/0", "solution": "…"}], "options": {"model": "mine"}}


def queue_of(context: Context) -> RunQueue:
    """Return the queue of the runs that a service makes."""
    with _MAKING:
        if PART not in context.parts:
            settings = context.settings
            resources = Resources(workers=settings.workers, engine=settings.engine, address=settings.address)
            context.parts[PART] = RunQueue(context.store, lambda: open_engine(resources))
        found: RunQueue = context.parts[PART]
        return found


@contextmanager
def running(context: Context) -> Iterator[None]:
    """Make runs as long as the service runs; the one in work is interrupted at its end, and nothing judged is lost."""
    yield
    if PART in context.parts:
        queue_of(context).close()


@router.post(
    "/runs",
    status_code=202,
    dependencies=[Depends(require(Role.WRITE))],
    responses={202: {"description": "The run is kept, and made as soon as it is its turn."}},
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": RUN_SCHEMA, "example": EXAMPLE},
                NDJSON_TYPES[0]: {"schema": {"type": "string", "description": "A row on each line."}},
                MULTIPART: {"schema": {"type": "object", "properties": {FILE: {"type": "string", "format": "binary"}}}},
            },
        }
    },
)
async def begin_run(request: Request) -> JSONAnswer:
    """Keep candidates as a run on a benchmark, and judge them in the background.

    Candidates are `candidates` of a JSON object, the lines of the body (NDJSON; benchmark and options are then in the
    query), or a file in a form (`candidates`; the rest is in its other fields). The answer has the run's id: see
    `/v1/runs/{run_id}/progress`. Where too many runs wait it is 429, and `Retry-After` says when to try again.
    """
    return await run_in_threadpool(_answer, context_of(request), request, await request.body())


def _answer(context: Context, request: Request, body: bytes) -> JSONAnswer:
    """Read what was sent, and begin the run; this takes its time, and is not for the thread of the event loop."""
    given, rows = _sent(request, body)
    run = _begun(context, given, rows)
    standing = queue_of(context).standing(run)
    headers = {"Location": f"/v1/runs/{run.id}"}
    return JSONAnswer({"id": run.id, **_data(standing)}, 202, headers)


@router.get(
    "/runs/{run_id}/progress",
    response_class=StreamingResponse,
    responses={
        200: {
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
            "description": "Events `progress`, and one of `done`, `interrupted` and `error` at the end.",
        }
    },
)
async def run_progress(request: Request, run_id: str) -> StreamingResponse:
    """Tell how far a run is, as server-sent events, until it is over."""
    context = context_of(request)
    run = await run_in_threadpool(_run, context, run_id)
    begin_stream(request)
    return StreamingResponse(
        _events(context, run.id), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


@router.post("/runs/{run_id}/cancel", dependencies=[Depends(require(Role.WRITE))])
def cancel_run(request: Request, run_id: str) -> JSONAnswer:
    """Stop a run that waits or is in work: what is judged is kept, and it can be gone on with."""
    context = context_of(request)
    return JSONAnswer(_data(queue_of(context).cancel(_run(context, run_id))))


@router.post("/runs/{run_id}/resume", status_code=202, dependencies=[Depends(require(Role.WRITE))])
def resume_run(request: Request, run_id: str) -> JSONAnswer:
    """Go on with a run that was interrupted, also by the end of the service: nothing is judged twice."""
    context = context_of(request)
    run = _run(context, run_id)
    if run.spec is None or not run.can_be_retried or run.spec.solving is not None:
        raise Refused(409, f"run {run.id} was not made by this service, and cannot go on here", field="run_id")
    try:
        benchmark = desk_of(context).shelf.again(run.spec.benchmark)
        standing = queue_of(context).resume(run, benchmark)
    except InvalidValue as error:
        raise Refused(409, str(error), field="run_id") from None
    except Full as full:
        raise _full(full) from None
    return JSONAnswer(_data(standing), 202)


def _sent(request: Request, body: bytes) -> tuple[dict[str, Any], list[Any]]:  # Any: JSON
    """Return the benchmark and the options that a request names, and its candidates."""
    kind = media_type(request)
    if kind == MULTIPART:
        fields, content = form_of(request, body, file=FILE)
        return _flat(fields), _rows(text_of(content))
    if kind in NDJSON_TYPES:
        return _flat(once(request.query_params.multi_items())), _rows(text_of(body))
    given = json_of(request, body)
    if not isinstance(given, dict):
        raise Refused(400, "send an object with a benchmark and candidates")
    rows = given.pop(FILE, None)
    if not isinstance(rows, list):
        raise Refused(400, f"{FILE}: must be a list of rows, got {rows!r:.40}", field=FILE)
    return given, _objects(rows)


def _flat(fields: Mapping[str, str]) -> dict[str, Any]:  # Any: JSON
    """Return fields that stand beside each other as a JSON request has them."""
    options = {name: value for name, value in fields.items() if name != "benchmark"}
    return {"benchmark": fields.get("benchmark"), "options": options}


def _rows(text: str) -> list[Any]:  # Any: JSON
    """Return the rows of JSON lines, or of one JSON list."""
    if text.lstrip().startswith("["):
        found = parsed(text)
        return found if isinstance(found, list) else [found]
    return _objects(lines_of(text, most=MOST_CANDIDATES))


def _objects(rows: list[Any]) -> list[Any]:  # Any: JSON
    """Return rows as they are; raise `Refused` for one that is no object."""
    for place, row in enumerate(rows if len(rows) <= MOST_CANDIDATES else ()):  # too many are refused elsewhere
        if not isinstance(row, dict):
            raise Refused(400, f"{FILE}[{place}]: must be an object, got {row!r:.40}", field=FILE, index=place)
    return rows


def _begun(context: Context, given: Mapping[str, Any], rows: list[Any]) -> Run:  # Any: JSON
    name, options = given.get("benchmark"), given.get("options", {})
    unknown = next((key for key in given if key not in ("benchmark", "options")), None)
    if unknown is not None:
        raise Refused(400, f"{unknown[:40]}: no field has that name; options stand in `options`", field=unknown[:40])
    if not isinstance(name, str) or not name:
        raise Refused(400, f"benchmark: must be the name of one, got {name!r:.40}", field="benchmark")
    if not rows or len(rows) > MOST_CANDIDATES:
        raise Refused(413, f"{FILE}: must be from 1 to {MOST_CANDIDATES:,}, got {len(rows):,}", field=FILE)
    desk = desk_of(context)
    try:
        benchmark = desk.shelf.get(name)
        choices = replace(_choices(context, options), benchmark=desk.shelf.ref(name))
    except UnknownNameError as error:
        raise Refused(404, str(error), field="benchmark") from None
    try:
        ref = CandidatesRef("upload", content_digest(json.dumps(rows)).hex())
        spec = spec_of(choices, benchmark, ref)
        reading = read(spec, benchmark, rows)
        attempts = list(reading)
        if not any(isinstance(row, dict) for row in rows) and not any(one.candidate.source for one in attempts):
            raise Refused(400, f"{FILE}: none of the programs is there, all are null or empty", field=FILE)
        return queue_of(context).add(spec, benchmark, attempts, reading.notes)
    except InvalidValue as error:
        raise bad(error) from None
    except Full as full:
        raise _full(full) from None


def _choices(context: Context, options: Any) -> Choices:  # Any: JSON
    """Return what a request chooses, within what the service allows."""
    settings = context.settings
    if not isinstance(options, dict):
        raise Refused(400, f"options: must be an object, got {options!r:.40}", field="options")
    for name in options:
        if name not in OPTIONS:
            raise Refused(400, f"{name[:40]}: no option of a request. Known: {', '.join(OPTIONS)}", field=name[:40])
        check_signs(name, options[name])
    try:
        chosen = Choices().changed(**options, isolation=settings.isolation)
    except InvalidOption as error:
        raise bad(error) from None
    bounds = chosen.bounds
    if bounds.seconds is not None and bounds.seconds > settings.most_seconds:
        raise Refused(400, f"time: must be at most {settings.most_seconds:g} s here", field="time")
    if bounds.memory_bytes is not None and bounds.memory_bytes > settings.most_memory_bytes:
        raise Refused(400, f"memory: must be at most {settings.most_memory_bytes:,} bytes here", field="memory")
    return chosen


def _run(context: Context, run_id: str) -> Run:
    try:
        return context.store.get_run(run_id)
    except UnknownRun:
        raise Refused(404, f"there is no run {run_id[:80]!r}", field="run_id") from None


def _full(full: Full) -> Refused:
    return Refused(429, str(full), headers={"Retry-After": str(full.retry_seconds)})


def _data(standing: Standing) -> dict[str, Any]:  # Any: JSON
    data = {**asdict(standing), "stage": standing.stage.value, "error": one_line(standing.error)[:500]}
    return {"id": data.pop("run_id"), **data}


async def _events(context: Context, run_id: str) -> AsyncIterator[bytes]:
    """Give an event whenever the run has moved, and a last one when it is over."""
    looks = _looks_of(context)
    last: Standing | None = None
    silent = 0.0
    while not context.stopping.is_set():
        standing = await looks.look(run_id, anew=last is None)
        if standing.stage.is_over:
            yield _event(_ENDS[standing.stage], standing)
            return
        if standing != last:
            last, silent = standing, 0.0
            yield _event("progress", standing)
        elif silent >= ALIVE_SECONDS:
            silent = 0.0
            yield b": alive\n\n"
        await asyncio.sleep(POLL_SECONDS)
        silent += POLL_SECONDS


def _looks_of(context: Context) -> Following[Standing]:
    """Return how the runs of a service stand, for all streams together."""

    def standing(run_id: str) -> Standing:
        return queue_of(context).standing(context.store.get_run(run_id))

    found: Following[Standing] = context.parts.setdefault(_LOOKS, Following(standing, seconds=POLL_SECONDS))
    return found


_ENDS = {Stage.FINISHED: "done", Stage.INTERRUPTED: "interrupted", Stage.FAILED: "error"}


def _event(name: str, standing: Standing) -> bytes:
    return f"event: {name}\ndata: {json.dumps(_data(standing))}\n\n".encode()
