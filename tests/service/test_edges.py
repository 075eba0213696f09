"""Edges of the service: bodies that no schema allows, writes that fail, clocks that go back, cells that calculate."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from assay.access import new_token
from assay.alerts import Delivery, DeliveryState
from assay.monitoring.alerting.courier import Courier
from assay.monitoring.alerting.rules import Webhook
from assay.records import Candidate, Trial, Verdict
from assay.service.context import Context, ServiceSettings
from assay.spec import RunState
from assay.store.base import StoreFault
from assay.store.leases import EXPIRES_SECONDS, Holder, Lease, as_it_stands
from assay.store.memory import MemoryStore
from assay.store.sql import SqlStore
from tests.monitoring.receiving import Handler, receiving
from tests.reports.test_formats import document, written
from tests.service.local import in_process
from tests.store.builders import a_run

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
DAY = timedelta(days=1)

# ---- bodies ---------------------------------------------------------------------------------------------------------

ATOMS: tuple[object, ...] = (
    None, True, 0, -1, 1e308, 10**30, "", "x", "\0", "\ud800", [], {}, [None], [[None, None]], [[]], {"": None},
    [[None] * 3] * 3, {"a": {"b": [None]}}, "A" * 10_000, [{"a": 1}, None],
)  # fmt: skip
GOOD_ROW = {"task_id": "starter/0", "solution": "x"}
FIELDS = (
    "task_id", "problem", "solution", "completion", "attempt", "model", "model_version", "files", "response", "doc",
    "resps", "name", "completions", "results", "instance_id", "model_patch", "generation", "code_list", "output",
)  # fmt: skip
OPTIONS = ("name", "label", "k", "problems", "limit", "attempts", "form", "extract", "time", "memory", "quality")
PATHS = (
    "/v1/observations",
    "/v1/feedback",
    "/v1/alerts/acknowledge",
    "/v1/alerts/mute",
    "/v1/runs",
    "/v1/judge",
    "/v1/runs/r1/cancel",
    "/v1/runs/r1/resume",
)
BROKEN = (
    b"", b"{", b"[", b"nul", b"\xff", b"\xef\xbb\xbf{}", b"[" * 5000, b'{"a":1,"a":2}', b"NaN", b"1e999", b'"\\ud800"',
    b"{}\n{}", b"-", b"\0", b"9" * 5000, b'{"benchmark": "starter", "candidates": [' + b"[" * 3000,
)  # fmt: skip


@pytest.fixture(scope="module")
def served() -> Iterator[httpx.Client]:
    with in_process(Context(MemoryStore(), ServiceSettings())) as client:
        yield client


def post(client: httpx.Client, path: str, body: bytes, kind: str = "application/json") -> int:
    return client.post(path, content=body, headers={"Content-Type": kind}).status_code


def test_every_address_that_takes_a_body_is_tried(served: httpx.Client) -> None:
    paths = served.get("/openapi.json").json()["paths"]
    taking = {re.sub(r"\{\w+\}", "r1", path) for path, methods in paths.items() if "post" in methods}

    assert taking == set(PATHS)


@pytest.mark.parametrize("kind", ["application/json", "application/x-ndjson", "multipart/form-data; boundary=x", "a/b"])
@pytest.mark.parametrize("path", PATHS)
def test_no_body_is_a_mistake_of_ours(served: httpx.Client, path: str, kind: str) -> None:
    bodies = [*BROKEN, *(json.dumps(atom).encode() for atom in ATOMS)]

    assert {status for body in bodies if (status := post(served, path, body, kind)) >= 500} == set()


@pytest.mark.parametrize("place", ["candidates", "row", "benchmark", "options", *FIELDS, *OPTIONS])
def test_a_run_of_anything_is_refused(served: httpx.Client, place: str) -> None:
    def body(atom: object) -> dict[str, Any]:  # Any: JSON
        made: dict[str, Any] = {"benchmark": "starter", "candidates": [GOOD_ROW]}
        if place in OPTIONS:
            made["options"] = {place: atom}
        elif place in FIELDS:
            made["candidates"] = [{**GOOD_ROW, place: atom}, {place: atom, "doc_id": atom}]
        elif place == "row":
            made["candidates"] = [atom]
        else:
            made[place] = atom
        return made

    statuses = {post(served, "/v1/runs", json.dumps(body(atom)).encode()) for atom in ATOMS}

    assert {status for status in statuses if not 400 <= status < 500} <= ({202} if place == "options" else set())


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ([[None, None]], "application/json"),
        ({"benchmark": "starter", "candidates": [[None, None]]}, "application/json"),
        ({"benchmark": "starter", "candidates": [None]}, "application/json"),
        ({"benchmark": "starter", "candidates": ["def f(): ..."]}, "application/json"),
        ([[None, None]], "application/x-ndjson"),
        ([None], "application/x-ndjson"),
        ([[]], "application/x-ndjson"),
        ([["", None]], "application/x-ndjson"),
        (None, "application/x-ndjson"),
        ("x", "application/x-ndjson"),
        (3, "application/x-ndjson"),
    ],
)
def test_rows_that_are_none_are_refused(served: httpx.Client, body: object, kind: str) -> None:
    answer = served.post(
        "/v1/runs?benchmark=starter", content=json.dumps(body).encode(), headers={"Content-Type": kind}
    )

    assert 400 <= answer.status_code < 500
    assert served.get("/v1/runs").json()["items"] == []


# ---- writes that fail -----------------------------------------------------------------------------------------------


class FailingStore(MemoryStore):
    """A store whose writes fail as long as a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.is_full = self.has_failed = False

    def add_observations(self, observations: Any) -> Any:  # Any: as the store has it
        if self.is_full:
            self.has_failed = True
            raise StoreFault("the disk is full")
        self.has_failed = False
        return super().add_observations(observations)

    def check_writable(self) -> None:
        if self.has_failed and self.is_full:
            raise StoreFault("the disk is full")
        self.has_failed = False


def test_readiness_follows_the_last_write() -> None:
    store = FailingStore()
    row = {"task_id": "t", "passed": True}
    with in_process(Context(store, ServiceSettings())) as client:
        assert client.get("/readyz").status_code == 200
        store.is_full = True
        assert client.post("/v1/observations", json=row).status_code == 503
        assert client.get("/readyz").json() == {"status": "the store cannot be written"}
        assert client.get("/readyz").status_code == 503
        assert client.get("/healthz").status_code == 200
        store.is_full = False
        assert client.get("/readyz").status_code == 200


def test_a_store_knows_whether_its_last_write_failed(tmp_path: Any) -> None:  # Any: a path
    store = SqlStore(tmp_path / "a.db", busy_seconds=0.05)
    other = SqlStore(tmp_path / "a.db")
    store.check_writable()
    with other._writing():
        with pytest.raises(StoreFault, match="another process has held the store"):
            store.add_run(a_run())
        with pytest.raises(StoreFault):
            store.check_writable()
    store.check_writable()
    store.add_run(a_run())

    assert [run.id for run in store.runs()] == ["r1"]


# ---- secrets of webhooks --------------------------------------------------------------------------------------------

SECRET = "Bearer s3cr3t-of-the-hook"


def echo(handler: Handler) -> None:
    """Answer as a server for debugging does: with all that was sent."""
    said = json.dumps({"headers": dict(handler.headers), "path": handler.path}).encode()
    handler.send_response(500)
    handler.send_header("Content-Length", str(len(said)))
    handler.end_headers()
    handler.wfile.write(said)


def delivered(environment: dict[str, str], **fields: Any) -> Delivery:  # Any: fields of a webhook
    store = MemoryStore()
    store.change_alerts([], deliveries=[Delivery("ops", "{}", NOON, NOON)])
    hook = replace(Webhook("ops", timeout_seconds=2.0), **fields)
    (sent,) = Courier(store, {"ops": hook}, now=lambda: NOON, environment=environment, seed=1).deliver()
    assert store.deliveries()[0].error == sent.error
    return sent


ENDS = ["\n", "\r\n", "\r", "\0", "\t", " ", "\x7f", "\u2028", "é", "\udcff", "\nX-More: 1", "\r\n\r\nGET / HTTP/1.1"]


@pytest.mark.parametrize("end", ENDS, ids=ascii)
@pytest.mark.parametrize("where", ["header_env", "url_env", "secret_env"])
def test_a_secret_that_cannot_be_sent_is_named_by_its_variable(where: str, end: str) -> None:
    value = {"url_env": "http://127.0.0.1:9/" + SECRET.replace(" ", "")}.get(where, SECRET) + end
    fields: dict[str, Any] = {where: {"Authorization": "AUTH"} if where == "header_env" else "AUTH"}  # Any: likewise
    if where != "url_env":
        fields["url"] = "http://127.0.0.1:9/hook"

    sent = delivered({"AUTH": value}, **fields)

    assert "AUTH" in sent.error
    assert "s3cr3t" not in sent.error
    assert sent.state is DeliveryState.WAITING


@pytest.mark.parametrize("where", ["header_env", "url_env"])
def test_what_a_receiver_repeats_is_not_kept(where: str) -> None:
    with receiving(echo) as server:
        if where == "url_env":
            sent = delivered({"AUTH": f"{server.url}/s3cr3t?key=s3cr3t"}, url_env="AUTH")
        else:
            sent = delivered({"AUTH": SECRET}, url=server.url, header_env={"Authorization": "AUTH"})

    assert sent.error == "HTTP 500"


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/s3cr3t", "http://s3cr3t.invalid/", "https://127.0.0.1:9/s3cr3t"])
def test_an_address_that_is_a_secret_is_in_no_error(url: str) -> None:
    assert "s3cr3t" not in delivered({"AUTH": url}, url_env="AUTH").error


@pytest.mark.parametrize(
    "url", ["s3cr3t", "ftp://s3cr3t/", "http://user:s3cr3t@host/", "http://s3cr3t:99999/", "http://"]
)
def test_an_address_that_is_none_is_in_no_error(url: str) -> None:
    assert "s3cr3t" not in delivered({"AUTH": url}, url_env="AUTH").error


def test_a_receiver_without_secrets_may_say_why() -> None:
    with receiving(echo) as server:
        assert "HTTP 500: {" in delivered({}, url=server.url).error


# ---- clocks that go back --------------------------------------------------------------------------------------------


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


def test_a_lease_of_a_living_process_survives_a_clock_that_goes_back() -> None:
    run = a_run(state=RunState.RUNNING)
    lease = Lease(Holder.here(), seen=NOON.timestamp())

    for moved in (0.0, -EXPIRES_SECONDS * 100, EXPIRES_SECONDS * 100):
        assert as_it_stands(run, lease, NOON.timestamp() + moved).state is RunState.RUNNING


def test_a_lease_of_another_machine_is_believed_where_the_clock_goes_back() -> None:
    holder = replace(Holder.here(), host="elsewhere")

    assert Lease(holder, NOON.timestamp()).is_in_force(NOON.timestamp() - 3600)
    assert not Lease(holder, NOON.timestamp()).is_in_force(NOON.timestamp() + EXPIRES_SECONDS + 1)


def test_a_token_is_not_longer_valid_than_it_says_and_use_is_noted_in_the_past() -> None:
    clock, store = Clock(), MemoryStore()
    made = new_token("mine", "read", now=clock.now, days=1)
    store.add_token(made.token)
    context = Context(store, replace(ServiceSettings(), tokens_required=True), now=clock)
    with in_process(context, headers={"Authorization": f"Bearer {made.secret}"}) as client:
        assert client.get("/v1/runs").status_code == 200
        clock.now = NOON - DAY
        assert client.get("/v1/runs").status_code == 200
        clock.now = NOON + 2 * DAY
        assert client.get("/v1/runs").status_code == 401
        clock.now = NOON
        store.revoke_token(made.token.id)
        assert client.get("/v1/runs").status_code == 401


def taken(handler: Handler) -> None:
    handler.send_response(204)
    handler.end_headers()


def test_a_message_is_sent_once_however_the_clock_goes() -> None:
    clock, store = Clock(), MemoryStore()
    store.change_alerts([], deliveries=[Delivery("ops", "{}", NOON, NOON)])
    with receiving(taken) as server:
        courier = Courier(store, {"ops": Webhook("ops", server.url)}, now=clock, environment={}, seed=1)
        clock.now = NOON - DAY
        assert [one.state for one in courier.deliver()] == [DeliveryState.SENT]
        for moved in (0 * DAY, DAY, -DAY, 30 * DAY):
            clock.now = NOON + moved
            assert courier.deliver() == []

    assert len(server.received) == 1


def test_a_retry_is_not_postponed_for_longer_than_the_clock_went_back() -> None:
    clock, store = Clock(), MemoryStore()
    store.change_alerts([], deliveries=[Delivery("ops", "{}", NOON, NOON)])
    courier = Courier(store, {"ops": Webhook("ops", "http://127.0.0.1:9/")}, now=clock, environment={}, seed=1)
    (first,) = courier.deliver()
    clock.now = NOON - timedelta(hours=1)
    assert courier.deliver() == []
    clock.now = first.due
    (second,) = courier.deliver()

    assert (first.tries, second.tries) == (1, 2)


def test_pages_of_a_service_whose_clock_went_back_are_served() -> None:
    clock, store = Clock(), MemoryStore()
    context = Context(store, ServiceSettings(), now=clock)
    with in_process(context) as client:
        assert client.post("/v1/observations", json={"task_id": "t", "passed": True}).status_code == 200
        clock.now = NOON - 400 * DAY
        assert client.post("/v1/observations", json={"task_id": "t", "passed": False}).status_code == 200
        for path in ("/", "/v1/runs", "/v1/observations", "/readyz"):
            assert client.get(path).status_code == 200


# ---- cells that calculate -------------------------------------------------------------------------------------------

SIGNS = ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"]
BEFORE = ["", " ", "\t", "\r", "\n", "\u00a0", "\u3000", "\ufeff", "\u200b", "\x0b", "\x1c", '"', "'", "\x00"]
FORMULA = 'HYPERLINK("http://127.0.0.1/?"&A1,"x")'


@pytest.mark.parametrize("before", BEFORE, ids=ascii)
@pytest.mark.parametrize("sign", SIGNS, ids=ascii)
def test_no_cell_of_a_table_begins_a_formula(sign: str, before: str) -> None:
    text = f"{before}{sign}{FORMULA}"
    made = document([Trial(text, Candidate(text), Verdict.FAILED, detail=text)])
    (row,) = csv.DictReader(io.StringIO(written("csv", made).decode(), newline=""))

    for cell in (row["problem"], row["detail"], row["source"]):
        shown = "".join(letter for letter in cell if letter.isprintable() and not letter.isspace())
        assert shown[:1] not in SIGNS
