"""The guard: names, origins, sizes, times and rates, in this process and on real connections."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from dataclasses import replace

import httpx
import pytest
from starlette.types import Message

from assay.service.app import create_app
from assay.service.context import Context, ServiceBounds, ServiceSettings
from assay.service.guard import SECURITY_HEADERS, Guard
from assay.service.origins import Origins
from assay.store.memory import MemoryStore
from tests.service.local import in_process, on_loopback

ONE = {"task_id": "a", "passed": True, "id": "x"}
JSON = {"Content-Type": "application/json"}


def context_with(**bounds: float | None) -> Context:
    settings = ServiceSettings(bounds=replace(ServiceBounds(), **bounds))  # type: ignore[arg-type]  # by field
    return Context(MemoryStore(), settings)


@pytest.mark.parametrize(
    ("bound", "host", "known"),
    [
        ("127.0.0.1", "127.0.0.1:8642", True),
        ("127.0.0.1", "localhost:8642", True),
        ("127.0.0.1", "LOCALHOST", True),
        ("127.0.0.1", "[::1]:8642", True),
        ("127.0.0.1", "evil.example", False),
        ("127.0.0.1", "127.0.0.1.evil.example", False),
        ("127.0.0.1", "evil.example:8642@127.0.0.1", False),
        ("127.0.0.1", "127.0.0.1/evil", False),
        ("127.0.0.1", "127.0.0.1:99999999", False),
        ("127.0.0.1", "192.0.2.7", False),
        ("127.0.0.1", "", False),
        ("127.0.0.1", "[::1", False),
        ("127.0.0.1", "ｌocalhost", False),
        ("0.0.0.0", "192.0.2.7:8642", True),
        ("0.0.0.0", "evil.example", False),
        ("192.0.2.7", "192.0.2.7:8642", True),
        ("192.0.2.7", "assay.example", True),
    ],
)
def test_the_service_answers_to_its_own_names_only(bound: str, host: str, known: bool) -> None:
    allowed = ("assay.example",) if bound == "192.0.2.7" else ()

    assert Origins(ServiceSettings(host=bound, allowed_hosts=allowed)).knows(host) is known


def test_a_page_that_points_its_own_name_at_this_machine_gets_nothing(shared_client: httpx.Client) -> None:
    answer = shared_client.get("/v1/observations", headers={"Host": "evil.example"})

    assert (answer.status_code, answer.json()["field"]) == (421, "host")


@pytest.mark.parametrize(
    ("method", "path", "headers", "allowed"),
    [
        pytest.param("POST", "/v1/observations", {}, True, id="a-program"),
        pytest.param("POST", "/v1/observations", {"Origin": "http://127.0.0.1:8642"}, True, id="own-page"),
        pytest.param("POST", "/v1/observations", {"Origin": "http://localhost:8642"}, False, id="another-name"),
        pytest.param("POST", "/v1/observations", {"Origin": "http://127.0.0.1:9999"}, False, id="another-port"),
        pytest.param("POST", "/v1/observations", {"Origin": "http://evil.example"}, False, id="another-site"),
        pytest.param("POST", "/v1/observations", {"Origin": "null"}, False, id="a-frame-without-origin"),
        pytest.param("POST", "/v1/observations", {"Origin": "file://127.0.0.1:8642"}, False, id="a-file"),
        pytest.param("POST", "/v1/observations", {"Origin": "http://[::1"}, False, id="nonsense"),
        pytest.param("POST", "/v1/observations", {"Sec-Fetch-Site": "cross-site"}, False, id="cross-site"),
        pytest.param("POST", "/v1/observations", {"Sec-Fetch-Site": "same-site"}, False, id="same-site"),
        pytest.param("POST", "/v1/observations", {"Sec-Fetch-Site": "same-origin"}, True, id="same-origin"),
        pytest.param("GET", "/v1/observations", {"Sec-Fetch-Site": "cross-site"}, False, id="read-across-sites"),
        pytest.param("GET", "/healthz", {"Sec-Fetch-Site": "cross-site"}, True, id="a-link-to-a-page"),
    ],
)
def test_no_other_site_can_send_requests(
    shared_client: httpx.Client, method: str, path: str, headers: dict[str, str], allowed: bool
) -> None:
    answer = shared_client.request(method, path, headers=headers, json=ONE if method == "POST" else None)

    assert answer.status_code == (200 if allowed else 403)
    assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_no_answer_lets_another_site_in(shared_client: httpx.Client) -> None:
    asked = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    answer = shared_client.options("/v1/observations", headers=asked)

    assert not [name for name in answer.headers if name.startswith("access-control-")]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param([("Host", "127.0.0.1"), ("Host", "evil.example")], 400, id="two-hosts"),
        pytest.param([("Host", "127.0.0.1"), ("X-Long", "a" * 40_000)], 431, id="long-header"),
        pytest.param([("Host", "127.0.0.1"), *((f"X-{n}", "a" * 100) for n in range(400))], 431, id="many-headers"),
    ],
)
def test_headers_that_make_no_sense_are_refused(
    shared_client: httpx.Client, headers: list[tuple[str, str]], status: int
) -> None:
    assert shared_client.get("/healthz", headers=headers).status_code == status


@pytest.mark.parametrize(("path", "status"), [("/" + "a" * 9000, 414), ("/v1/runs?a=%00", 400), ("/v1/runs/%00", 400)])
def test_addresses_that_make_no_sense_are_refused(shared_client: httpx.Client, path: str, status: int) -> None:
    assert shared_client.get(path).status_code == status


def test_a_body_is_counted_as_it_comes_whatever_its_headers_claim() -> None:
    with in_process(context_with(body_bytes=1000)) as client:
        claimed = client.post("/v1/observations", content=b" " * 1001, headers=JSON)
        silent = client.post("/v1/observations", content=iter([b" " * 600, b" " * 600]), headers=JSON)
        fitting = client.post("/v1/observations", content=json.dumps(ONE).encode().ljust(1000), headers=JSON)

    assert (claimed.status_code, silent.status_code, fitting.status_code) == (413, 413, 200)


def asked(context: Context, receive: Callable[[], object], path: str = "/v1/observations") -> list[Message]:
    """What the application sends when a request comes by a channel of the test's own."""
    scope = {
        "type": "http", "method": "POST", "path": path, "query_string": b"", "client": ("127.0.0.1", 1),
        "headers": [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")], "http_version": "1.1",
        "scheme": "http", "server": ("127.0.0.1", 80), "root_path": "", "raw_path": path.encode(),
    }  # fmt: skip
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(create_app(context)(scope, receive, send))  # type: ignore[arg-type]
    return sent


def test_a_body_that_never_ends_is_given_up() -> None:
    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError("nobody sets it")

    sent = asked(context_with(body_seconds=0.02), receive)

    assert sent[0]["status"] == 408


def test_an_answer_that_nobody_reads_is_given_up() -> None:
    async def unread(message: Message) -> None:
        await asyncio.Event().wait()

    async def app(scope: object, receive: object, send: Callable[[Message], object]) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})  # type: ignore[misc]

    scope = {"type": "http", "method": "GET", "path": "/healthz", "headers": [(b"host", b"127.0.0.1")]}
    guard = Guard(app, context_with(stalled_seconds=0.02))

    asyncio.run(guard(scope, unread, unread))  # type: ignore[arg-type]


def test_whoever_asks_too_often_is_told_when_to_try_again() -> None:
    with in_process(context_with(requests_per_second=1e-6)) as client:
        answers = [client.get("/v1/runs") for _ in range(2)]
        health = client.get("/healthz")

    assert [answer.status_code for answer in answers] == [200, 429]
    assert int(answers[1].headers["retry-after"]) > 9_000
    assert health.status_code == 200


def test_a_mistake_of_ours_tells_nothing_of_our_insides(context: Context, client: httpx.Client) -> None:
    def broken(*given: object, **named: object) -> None:
        raise ZeroDivisionError("/secret/path")

    context.store.observations = broken  # type: ignore[method-assign,assignment]
    answer = client.get("/v1/observations")

    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


# Real connections


def spoken(address: str, data: bytes, *, close: bool = False) -> bytes:
    """What the service answers to bytes until it closes the connection, or says all that the last request asked."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(data)
        if close:
            connection.shutdown(socket.SHUT_WR)
        found = b""
        while piece := connection.recv(65536):
            found += piece
        return found


GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /v1/observations HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nConnection: close\r\n"
BODY = json.dumps(ONE).encode()


@pytest.mark.parametrize(
    ("data", "statuses"),
    [
        pytest.param(GET + b"Connection: close\r\n\r\n", [200], id="plain"),
        pytest.param(b"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n", [200], id="http-1.0"),
        pytest.param(b"GET /healthz HTTP/1.0\r\n\r\n", [421], id="no-host"),
        pytest.param(b"nonsense\r\n\r\n", [400], id="no-http"),
        pytest.param(b"GET /\xff\xfe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", [400], id="bytes-in-the-path"),
        pytest.param(GET + b"\r\n" + GET + b"Connection: close\r\n\r\n", [200, 200], id="pipelined"),
        pytest.param(GET + b"X: a\x00b\r\n\r\n", [400], id="nul-in-a-header"),
        pytest.param(GET + b"X : a\r\n\r\n", [400], id="space-in-a-name"),
        pytest.param(GET + b"X: " + b"a" * 40_000, [431], id="a-header-without-end"),
        pytest.param(GET + b"".join(b"X-%d: a\r\n" % n for n in range(5000)), [431], id="headers-without-end"),
        pytest.param(
            POST + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", [400], id="both-lengths"
        ),
        pytest.param(POST + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc", [400], id="two-lengths"),
        pytest.param(POST + b"Content-Length: -1\r\n\r\n", [400], id="negative-length"),
        pytest.param(POST + b"Content-Length: 99999999999999999999999\r\n\r\n", [400], id="endless-length"),
        pytest.param(POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", [400], id="bad-chunk"),
        pytest.param(POST + b"Transfer-Encoding: gzip\r\n\r\n", [400], id="gzip"),
        pytest.param(
            POST + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY), [200], id="chunked"
        ),
        pytest.param(POST + b"Content-Length: %d\r\n\r\n%s" % (len(BODY), BODY), [200], id="posted"),
        pytest.param(GET + b"Upgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n", [200], id="websocket"),
        pytest.param(b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", [404], id="star"),
        pytest.param(b"CONNECT evil.example:80 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", [400], id="connect"),
    ],
)
def test_on_a_real_connection_nonsense_is_refused_and_the_rest_answered(
    address: str, data: bytes, statuses: list[int]
) -> None:
    answers = spoken(address, data).split(b"HTTP/1.1 ")[1:]

    assert [int(answer[:3]) for answer in answers] == statuses
    assert all(name in answer.lower() for answer in answers for name, _ in SECURITY_HEADERS)


@pytest.fixture(scope="module")
def address() -> object:
    with on_loopback(Context(MemoryStore(), ServiceSettings())) as made:
        yield made


def test_ten_megabytes_are_refused_after_they_were_read(address: str) -> None:
    answer = httpx.post(f"{address}/v1/observations", content=b" " * 10_000_000, headers=JSON, timeout=60)

    assert (answer.status_code, answer.json()["error"]) == (413, "at most 8,388,608 bytes can be sent in one request")


def test_a_head_that_comes_too_slowly_is_given_up() -> None:
    with on_loopback(context_with(header_seconds=0.05)) as address:
        assert spoken(address, b"GET /healthz HTT") == b""
        assert spoken(address, b"") == b""
