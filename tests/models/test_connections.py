"""Connections to a model's server: how many, how long, through what, and what happens when they break."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.models import HttpModel, Message, ModelUnavailable, Patience
from assay.models.reading import MOST_BYTES
from tests.models.fake_server import FakeServer, Received, Reply, faulty
from tests.models.pauses import CountedPauses

ASK = [Message("user", "hi")]


def model_of(server: FakeServer, *, concurrency: int = 8) -> HttpModel:
    """A model at this server, which loses no time between tries."""
    return HttpModel("m", base_url=server.base_url, concurrency=concurrency, pauses=CountedPauses())


def test_the_time_to_the_first_token_is_that_of_the_first_text() -> None:
    slow = Reply("abc", seconds_between=0.02)
    with FakeServer(usual=slow) as server, HttpModel("m", base_url=server.base_url) as model:
        found = model.complete(ASK)

    assert found.first_token_seconds is not None
    assert 0 < found.first_token_seconds < found.seconds


def test_nobody_there_is_a_clear_error() -> None:
    with FakeServer() as server:
        gone = server.base_url
    failing = pytest.raises(ModelUnavailable, match=r"ConnectError: .*refused.* \(tried 6 times\)")
    with HttpModel("m", base_url=gone, pauses=CountedPauses()) as model, failing:
        model.complete(ASK)


def test_an_answer_that_takes_too_long_is_given_up() -> None:
    patience = Patience(timeout_seconds=0.1, tries=1)
    slow = [Reply(seconds=0.4), Reply(seconds_between=0.06)]
    with FakeServer(slow) as server, HttpModel("m", base_url=server.base_url, patience=patience) as model:
        with pytest.raises(ModelUnavailable, match="no answer in time"):
            model.complete(ASK)
        with pytest.raises(ModelUnavailable, match=r"took more than 0\.1 seconds|no answer in time"):
            model.complete(ASK)


@pytest.mark.parametrize(
    "beginning",
    [
        pytest.param(b"HTTP/1.1 200 OK\r\nX-Slow: ", id="a-header-without-end"),
        pytest.param(b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n", id="a-body-without-end"),
        pytest.param(b"", id="no-beginning"),
    ],
)
def test_a_server_that_sends_a_byte_now_and_then_is_given_up(beginning: bytes) -> None:
    stop = threading.Event()

    def drip() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(beginning)
            while not stop.wait(0.05):
                try:
                    connection.sendall(b"H")
                except OSError:
                    return

    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as pool:
        dripping = pool.submit(drip)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        patience = Patience(timeout_seconds=0.3, tries=1)
        with HttpModel("m", base_url=address, patience=patience) as model, pytest.raises(ModelUnavailable):
            model.complete(ASK)
        stop.set()
        dripping.result()


def test_a_proxy_of_the_environment_is_used_but_not_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeServer(usual=Reply("through the proxy")) as proxy, FakeServer(usual=Reply("straight")) as server:
        monkeypatch.setenv("http_proxy", proxy.base_url.removesuffix("/v1"))
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        found = []
        for address in (server.base_url, "http://models.invalid/v1"):
            with HttpModel("m", base_url=address, pauses=CountedPauses()) as model:
                found.append(model.complete(ASK).text)

    assert found == ["straight", "through the proxy"]


def test_a_huge_answer_is_given_up() -> None:
    huge = Reply(body=b" " * (MOST_BYTES + 1))
    with FakeServer([huge]) as server, model_of(server) as model:
        assert model.complete(ASK).tries == 2


def test_never_more_requests_at_once_than_told() -> None:
    slow = Reply(seconds=0.02)
    with FakeServer(usual=slow) as server, model_of(server, concurrency=5) as model, ThreadPoolExecutor(20) as pool:
        list(pool.map(lambda number: model.complete(ASK, number=number), range(40)))

    assert server.requests == 40
    assert 1 < server.most_at_once <= 5


@pytest.mark.parametrize("requests", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_at_a_bad_server_no_request_is_lost_or_paid_twice(requests: int) -> None:
    def script(received: Received) -> Reply:
        return bad(received) if received.times <= 3 else Reply(received.prompt)

    bad = faulty(0.6, seed=7)
    with FakeServer(script) as server, model_of(server, concurrency=6) as model, ThreadPoolExecutor(12) as pool:
        asks = [[Message("user", f"question {number}")] for number in range(requests)]
        found = list(pool.map(lambda ask: model.complete(ask), asks))

    assert len(found) == len(server.paid) == requests
    assert set(server.paid.values()) == {1}
    assert sum(one.tries for one in found) == server.requests > requests
    assert server.most_at_once <= 6


def test_closing_wakes_up_who_waits() -> None:
    entered = threading.Event()

    def script(_: Received) -> Reply:
        entered.set()
        return Reply(status=429, headers={"Retry-After": "60"})

    with FakeServer(script) as server, ThreadPoolExecutor(1) as pool:
        model = HttpModel("m", base_url=server.base_url)
        waiting = pool.submit(model.complete, ASK)
        entered.wait()
        model.close()
        with pytest.raises(ModelUnavailable):
            waiting.result()
        with pytest.raises(ModelUnavailable, match="nothing more is sent"):
            model.complete(ASK)


def test_concurrency_has_a_bound() -> None:
    with pytest.raises(InvalidValue, match="concurrency must be at least 1, got 0"):
        HttpModel("m", base_url="http://127.0.0.1:1", concurrency=0)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl to make a certificate")
def test_a_secure_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = tmp_path / "both.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    files = "-addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem"
    subprocess.run([*command.split(), *files.split()], cwd=tmp_path, check=True, capture_output=True)
    certificate.write_text((tmp_path / "key.pem").read_text() + (tmp_path / "cert.pem").read_text())
    with FakeServer(certificate=certificate) as server:
        address = server.base_url.replace("http://127.0.0.1", "https://localhost")
        failing = pytest.raises(ModelUnavailable, match="CERTIFICATE_VERIFY_FAILED")
        with HttpModel("m", base_url=address, patience=Patience(tries=1)) as model, failing:
            model.complete(ASK)
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
        with HttpModel("m", base_url=address) as model:
            assert model.complete(ASK).text == "an answer"
