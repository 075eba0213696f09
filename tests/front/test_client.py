"""The client against a real service, and against servers that are busy, broken, slow or gone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from assay.errors import InvalidValue
from assay.front.client import TRIES, Client, ServiceUnavailable
from assay.observations import Added, Chosen, Observation
from assay.service.context import Context, ServiceSettings
from assay.store.memory import MemoryStore
from tests.monitoring.receiving import Handler, hang, receiving, status
from tests.service.local import on_loopback

NOW = datetime.now(UTC)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def url(store: MemoryStore) -> Iterator[str]:
    with on_loopback(Context(store, ServiceSettings())) as address:
        yield address


def made(count: int, **fields: object) -> list[Observation]:
    return [Observation(f"t{number}", number % 2 == 0, NOW, **fields) for number in range(count)]  # type: ignore[arg-type]


def test_one_observation_reaches_the_store(url: str, store: MemoryStore) -> None:
    with Client(url) as client:
        name = client.log("t1", False, at="2026-03-14T09:00:00Z", error_class="timeout", model="m", team="a")

    found = store.observation(name)
    assert found is not None
    assert (found.task_id, found.passed, found.error_class, found.model) == ("t1", False, "timeout", "m")
    assert found.labels == {"team": "a"}


def test_what_is_sent_twice_is_kept_once(url: str, store: MemoryStore) -> None:
    many = made(2500, message="x" * 3000)  # in more than one request by number, and by size
    with Client(url) as client:
        assert client.log_many(iter(many)) == Added(2500, 0)
        assert client.log_many([one.to_dict() for one in many[:10]]) == Added(0, 10)

    assert store.tallies(Chosen())[0].tally.n == 2500


def test_a_mistake_is_the_callers_and_says_which_field(url: str) -> None:
    with Client(url) as client:
        with pytest.raises(InvalidValue, match="passed: must be true or false, got 'yes'"):
            client.log("t", "yes")  # type: ignore[arg-type]  # as somebody may write it
        with pytest.raises(InvalidValue, match="stars: must be a whole number"):
            client.feedback("a", stars=6)


@pytest.mark.parametrize("address", ["", "localhost:1", "ftp://x/", "http://", "http://u:p@h/"])
def test_an_address_that_is_none_is_refused_at_once(address: str) -> None:
    with pytest.raises(InvalidValue, match="url: must"):
        Client(address)


def test_a_busy_service_is_asked_again_when_it_says_so() -> None:
    pauses: list[float] = []
    refusals: list[tuple[int, dict[str, str], bytes]] = [
        (429, {"Retry-After": "7"}, b""),
        (503, {}, b'{"error": "no room"}'),
        (500, {"Retry-After": "x"}, b""),
    ]
    answers = iter(refusals)

    def answer(handler: Handler) -> None:
        code, headers, body = next(answers, (200, {}, b'{"accepted": 1, "duplicates": 0}'))
        status(code, body=body, headers=headers)(handler)

    with receiving(answer) as server, Client(server.url, "tok", pause=pauses.append) as client:
        assert client.log_many(made(1)) == Added(1)

    assert pauses == [7.0, 1.0, 2.0]
    assert len({body for _, body in server.received}) == 1  # the same ids each time
    assert {headers["Authorization"] for headers, _ in server.received} == {"Bearer tok"}


def test_a_service_that_is_gone_is_a_fault_after_some_attempts() -> None:
    with receiving(status(200)) as server:
        gone = server.url
    pauses: list[float] = []
    with Client(gone, pause=pauses.append) as client, pytest.raises(ServiceUnavailable, match=f"{TRIES} times in vain"):
        client.log("t", True)

    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0]


@pytest.mark.parametrize(
    ("code", "body", "error", "said"),
    [
        (401, b"{}", InvalidValue, "wants a token"),
        (403, b"", InvalidValue, "wants a token"),
        (400, b'{"error": "must be text", "field": "arm"}', InvalidValue, "arm: must be text"),
        (413, b"<html>", InvalidValue, "HTTP 413.*<html>"),
        (307, b"", InvalidValue, "HTTP 307"),
        (200, b"hello", ServiceUnavailable, "does not answer with JSON"),
        (200, b"[1]", ServiceUnavailable, "does not answer as a service of Assay does"),
        (200, b'{"accepted": null}', ServiceUnavailable, "does not answer as a service"),
        (200, b"[" * 100_000, ServiceUnavailable, "does not answer with JSON"),
    ],
)
def test_answers_that_are_none(code: int, body: bytes, error: type[Exception], said: str) -> None:
    with receiving(status(code, body=body)) as server, Client(server.url) as client, pytest.raises(error, match=said):
        client.log("t", True)


def test_in_the_background_everything_arrives_and_nothing_blocks(url: str, store: MemoryStore) -> None:
    with Client(url).start() as client:
        names = [client.log(f"t{number}", True) for number in range(3000)]
        client.log("bad", 1)  # type: ignore[arg-type]  # as somebody may write it
        assert client.flush()
        assert (client.dropped, client.refused) == (0, 1)

    assert all(store.observation(name) is not None for name in names)


def test_the_background_drops_what_it_has_no_room_for_and_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    with receiving(hang) as server:
        client = Client(server.url, max_waiting=5, closing_seconds=0.01).start()
        for number in range(200):
            client.log(f"t{number}", True)
        assert client.dropped > 100
        server.released.set()
        client.close()

    assert sum("was dropped" in record.getMessage() for record in caplog.records) == 1


def test_the_background_survives_a_service_that_is_gone() -> None:
    with receiving(status(200)) as server:
        gone = server.url
    client = Client(gone, pause=lambda seconds: None).start()
    client.log("t", True)

    assert client.flush()
    assert client.dropped == 1
    client.close()


def test_one_wrong_observation_does_not_take_the_others_with_it(url: str, store: MemoryStore) -> None:
    far = datetime(1999, 1, 1, tzinfo=UTC)
    client = Client(url)
    client._send_quietly([*made(3), Observation("old", True, far)])
    client.close()

    assert client.refused == 1
    assert store.tallies(Chosen())[0].tally.n == 3


def test_feedback_reaches_the_service() -> None:
    with receiving(status(200, body=b"{}")) as server, Client(server.url) as client:
        name = client.feedback("o1", thumb=True, text="fine")

    sent = json.loads(server.received[0][1])
    assert (sent["id"], sent["observation"], sent["thumb"], sent["text"]) == (name, "o1", True, "fine")


def test_a_judge_request_is_passed_on_as_it_is() -> None:
    with receiving(status(200, body=b'{"verdict": "passed"}')) as server, Client(server.url) as client:
        assert client.judge({"problem": "p"}, source="x = 1") == {"verdict": "passed"}

    assert json.loads(server.received[0][1]) == {"problem": "p", "source": "x = 1"}


def test_a_program_that_just_ends_has_sent_what_it_logged(url: str, store: MemoryStore) -> None:
    code = "import sys, assay; c = assay.Client(sys.argv[1], closing_seconds=100).start(); "
    code += "[c.log(f't{n}', True) for n in range(50)]"
    subprocess.run([sys.executable, "-c", code, url], env=dict(os.environ), check=True, timeout=110)

    assert store.tallies(Chosen())[0].tally.n == 50


def test_clients_in_many_threads_lose_nothing(url: str, store: MemoryStore) -> None:
    with Client(url) as client:
        threads = [threading.Thread(target=client.log_many, args=(made(300),)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert store.tallies(Chosen())[0].tally.n == 1200
