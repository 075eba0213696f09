"""Runs that the service makes: uploaded, watched, stopped, gone on with after the service was gone."""

from __future__ import annotations

import gc
import json
import threading
import warnings
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import Request

from assay import evaluate
from assay.benchmarks.starter import candidate_files
from assay.engines.base import Task
from assay.engines.inline import InlineEngine
from assay.front.columns import ColumnReader
from assay.front.pooling import JudgingPool
from assay.front.run_queue import RunQueue, Stage
from assay.records import Trial
from assay.service.answers import Refused
from assay.service.api.runs import PART
from assay.service.context import Context, ServiceSettings
from assay.service.judging import PART as DESK
from assay.service.judging import JudgingDesk
from assay.service.reading import form_of
from assay.service.shelf import Shelf
from assay.spec import Judging, RunState
from assay.store.base import Store
from assay.store.memory import MemoryStore
from assay.store.opening import open_store
from tests.service.local import in_process

WEAK = next(path for path in candidate_files() if path.stem == "weak")
ROWS = [json.loads(line) for line in WEAK.read_text("utf-8").splitlines()][:4]
SETTINGS = ServiceSettings(workers=1)


class Slow(InlineEngine):
    """An engine that makes one trial whenever it is let."""

    def __init__(self, allowed: threading.Semaphore) -> None:
        super().__init__()
        self._allowed = allowed

    def attempt(self, task: Task) -> Trial | None:
        self._allowed.acquire()
        return super().attempt(task)


def slowed(context: Context, **options: int) -> threading.Semaphore:
    """Let the runs of a service make as many trials as are let."""
    allowed = threading.Semaphore(0)
    context.parts[PART] = RunQueue(context.store, lambda: Slow(allowed), **options)
    return allowed


SHELF = Shelf((), Judging())
"""One for all tests: what a benchmark is made of is loaded once."""


def served(store: Store) -> Context:
    """The context of a service on a store."""
    context = Context(store, SETTINGS)
    context.parts[DESK] = JudgingDesk(SETTINGS, SHELF, JudgingPool(InlineEngine), ColumnReader())
    return context


@pytest.fixture
def context() -> Context:
    return served(MemoryStore())


@pytest.fixture
def client(context: Context) -> Iterator[httpx.Client]:
    with in_process(context, timeout=120) as made:
        yield made


def events(client: httpx.Client, run_id: str) -> list[tuple[str, dict[str, Any]]]:
    """All events of a run until it is over."""
    answer = client.get(f"/v1/runs/{run_id}/progress")
    assert answer.headers["content-type"].startswith("text/event-stream")
    blocks = [block for block in answer.text.split("\n\n") if block.startswith("event: ")]
    return [
        (head.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
        for head, data in (block.split("\n") for block in blocks)
    ]


def begun(client: httpx.Client, rows: list[dict[str, Any]] = ROWS, **options: object) -> str:
    answer = client.post("/v1/runs", json={"benchmark": "starter", "candidates": rows, "options": options})
    assert answer.status_code == 202, answer.text
    found: str = answer.json()["id"]
    return found


def verdicts(store: Store, run_id: str) -> list[tuple[str, object]]:
    return [(trial.problem_id, trial.verdict) for trial in store.trials(run_id)]


def test_a_run_is_accepted_watched_and_finished(context: Context, client: httpx.Client) -> None:
    run_id = begun(client, name="mine", model="small")

    last, standing = events(client, run_id)[-1]

    assert (last, standing["stage"], standing["done"], standing["total"]) == ("done", "finished", 4, 4)
    run = context.store.get_run(run_id)
    assert (run.state, run.name, run.model, run.trials) == (RunState.FINISHED, "mine", "small", 4)
    store = MemoryStore()
    with closing(InlineEngine()) as engine:
        report = evaluate(ROWS, SHELF.get("starter"), store=store, engine=engine)
    assert verdicts(context.store, run_id) == verdicts(store, report.run.id)
    assert [score.value for score in run.scores] == [score.value for score in report.run.scores]


@pytest.mark.parametrize("kind", ["lines", "form"])
def test_candidates_come_as_a_file(context: Context, client: httpx.Client, kind: str) -> None:
    allowed = slowed(context)
    content = "\n".join(map(json.dumps, ROWS)).encode()
    if kind == "lines":
        answer = client.post(
            "/v1/runs?benchmark=starter&model=small",
            content=content,
            headers={"Content-Type": "application/x-ndjson"},
        )
    else:
        answer = client.post(
            "/v1/runs",
            data={"benchmark": "starter", "model": "small"},
            files={"candidates": ("samples.jsonl", content)},
        )
    allowed.release(4)

    assert answer.status_code == 202, answer.text
    run_id = answer.json()["id"]
    assert context.store.get_run(run_id).model == "small"
    assert events(client, run_id)[-1][1]["done"] == 4


def test_what_was_accepted_is_kept_before_it_is_judged_and_goes_on_in_another_service(tmp_path: Path) -> None:
    place = str(tmp_path / "assay.db")
    store = open_store(place)
    context = served(store)
    allowed = slowed(context)
    with in_process(context, timeout=60) as client:
        first, second = begun(client), begun(client, ROWS[:2])
        allowed.release(2)
        queue = context.parts[PART]
        while queue.standing(store.get_run(first)).done < 2:
            events_of_waiting = client.get("/healthz")
            assert events_of_waiting.status_code == 200
        closer = threading.Timer(0.2, allowed.release, [1])  # the trial in work ends, so that the stop can
        closer.start()
    store.close()

    again = open_store(place)
    judged = again.judged(first)
    assert (again.get_run(first).state, again.get_run(second).state) == (RunState.INTERRUPTED,) * 2
    assert 2 <= len(judged) <= 3
    assert len(verdicts(again, second)) == 2
    context = served(again)
    allowed = slowed(context)
    with in_process(context, timeout=60) as client:
        assert events(client, first)[-1][0] == "interrupted"
        for run_id in (first, second):
            assert client.post(f"/v1/runs/{run_id}/resume").status_code == 202
        allowed.release(4 - len(judged) + 2)  # nothing is judged twice
        assert events(client, first)[-1][0] == "done"
        assert events(client, second)[-1][0] == "done"
        finished = client.post(f"/v1/runs/{first}/resume")
    assert (finished.status_code, finished.json()["field"]) == (409, "run_id")
    assert len(again.judged(first)) == 4
    again.close()


def test_a_run_that_is_cancelled_is_interrupted_and_can_go_on(context: Context, client: httpx.Client) -> None:
    allowed = slowed(context)
    first, second = begun(client), begun(client)
    waiting = client.post(f"/v1/runs/{second}/cancel").json()
    allowed.release(1)
    client.post(f"/v1/runs/{first}/cancel")
    allowed.release(1)

    assert waiting["stage"] == "interrupted"
    assert events(client, first)[-1][0] == "interrupted"
    assert context.store.get_run(first).state is RunState.INTERRUPTED
    allowed.release(10)
    client.post(f"/v1/runs/{first}/resume")
    assert events(client, first)[-1][0] == "done"


def test_only_so_many_runs_wait(context: Context, client: httpx.Client) -> None:
    allowed = slowed(context, room=1)
    first = begun(client)
    queue = context.parts[PART]
    while queue.standing(context.store.get_run(first)).stage is Stage.QUEUED:
        client.get("/healthz")
    begun(client)
    kept = len(context.store.runs())

    answer = client.post("/v1/runs", json={"benchmark": "starter", "candidates": ROWS})
    allowed.release(100)

    assert (answer.status_code, int(answer.headers["retry-after"]) >= 1) == (429, True)
    assert len(context.store.runs()) == kept


@pytest.mark.parametrize(
    ("asked", "status", "field"),
    [
        ({"candidates": ROWS}, 400, "benchmark"),
        ({"benchmark": "starter"}, 400, "candidates"),
        ({"benchmark": "starter", "candidates": []}, 413, "candidates"),
        ({"benchmark": "starter", "candidates": ["def f(): ..."] * 10_001}, 413, "candidates"),
        ({"benchmark": "/etc/passwd", "candidates": ROWS}, 404, "benchmark"),
        ({"benchmark": "starter", "candidates": ROWS, "store": "/tmp/x"}, 400, "store"),
        ({"benchmark": "starter", "candidates": ROWS, "options": {"isolation": "process"}}, 400, "isolation"),
        ({"benchmark": "starter", "candidates": ROWS, "options": {"python": "/bin/sh"}}, 400, "python"),
        ({"benchmark": "starter", "candidates": ROWS, "options": {"problem_file": "/etc/passwd"}}, 400, "problem_file"),
        ({"benchmark": "starter", "candidates": ROWS, "options": {"time": "1h"}}, 400, "time"),
        ({"benchmark": "starter", "candidates": ROWS, "options": {"time": "soon"}}, 400, "time"),
        ({"benchmark": "starter", "candidates": ROWS, "options": {"memory": "1TiB"}}, 400, "memory"),
        ({"benchmark": "starter", "candidates": ROWS, "options": []}, 400, "options"),
        ({"benchmark": "starter", "candidates": ROWS, "options": {"name": "\ud800"}}, 400, "name"),
        ({"benchmark": "starter", "candidates": ROWS, "options": {"model": "a\0"}}, 400, "model"),
        ({"benchmark": "starter", "candidates": ROWS, "options": {"label": ["a=\ud800"]}}, 400, "label"),
        ({"benchmark": "starter", "candidates": ROWS, "options": {"model": "m" * 201}}, 400, "model"),
        ({"benchmark": "starter", "candidates": ROWS, "\ud800": 1}, 400, "\ud800"),
        ({"benchmark": "starter", "candidates": [{"text": 1}]}, 400, None),
        ({"benchmark": "starter", "candidates": [{"task_id": "nothing", "solution": ""}]}, 400, "candidates"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_kept(
    context: Context, client: httpx.Client, asked: object, status: int, field: str | None
) -> None:
    answer = client.post("/v1/runs", content=json.dumps(asked), headers={"Content-Type": "application/json"})

    assert (answer.status_code, answer.json().get("field")) == (status, field), answer.text
    assert context.store.runs() == []


@pytest.mark.parametrize("what", ["progress", "cancel", "resume"])
def test_a_run_that_is_not_there(client: httpx.Client, what: str) -> None:
    method = client.get if what == "progress" else client.post

    assert method(f"/v1/runs/nothing/{what}").status_code == 404


@pytest.mark.parametrize("kind", ["lines", "form"])
def test_too_many_rows_are_counted_before_they_are_read(client: httpx.Client, kind: str) -> None:
    content = b"1\n" * 1_000_000 + b"{"  # which is no JSON, as whoever reads it all finds out
    if kind == "lines":
        headers = {"Content-Type": "application/x-ndjson"}
        answer = client.post("/v1/runs?benchmark=starter", content=content, headers=headers)
    else:
        answer = client.post("/v1/runs", data={"benchmark": "starter"}, files={"candidates": ("a.jsonl", content)})

    assert (answer.status_code, answer.json()["error"]) == (413, "at most 10,000 can be sent at once, got more")


def test_a_form_that_cannot_be_read_is_refused(client: httpx.Client) -> None:
    headers = {"Content-Type": "multipart/form-data; boundary=x; charset=unicode_escape"}

    assert client.post("/v1/runs", content=b"nonsense", headers=headers).status_code == 400


@pytest.mark.parametrize("boundary", ['"x; charset=latin-1"', '"x\\""', '"%s"' % ("x" * 71), '"x "', "\u00e9"])
def test_a_boundary_has_the_signs_that_a_boundary_has(client: httpx.Client, boundary: str) -> None:
    headers = [(b"Content-Type", f"multipart/form-data; boundary={boundary}".encode())]
    answer = client.post("/v1/runs", content=b"--x--", headers=headers)

    assert (answer.status_code, answer.json()["field"]) == (400, "content-type")


def test_the_file_of_a_form_that_is_refused_is_closed() -> None:
    parts = [("benchmark", b"a", ""), ("candidates", b"{}", '; filename="c.jsonl"'), ("candidates", b"{}", "")]
    body = b"".join(
        b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n' % (name.encode(), more.encode(), content)
        for name, content, more in parts
    )
    request = Request({"type": "http", "headers": [(b"content-type", b"multipart/form-data; boundary=x")]})

    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        with pytest.raises(Refused, match="candidates: stands twice"):
            form_of(request, body + b"--x--\r\n", file="candidates")
        gc.collect()
    assert warned == []


def test_a_run_whose_name_is_no_text_breaks_no_list(context: Context, client: httpx.Client) -> None:
    run_id = begun(client, ROWS[:1])
    events(client, run_id)
    context.store.add_run(replace(context.store.get_run(run_id), id="odd", name="\ud800"))

    answer = client.get("/v1/runs")

    assert "\ud800" in [run["name"] for run in answer.json()["items"]]
    assert client.get("/runs").status_code == 200
