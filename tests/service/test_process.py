"""The service as a process: killed at any point, stopped under load, twice on one file; nothing accepted is lost."""

from __future__ import annotations

import random
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import httpx
import pytest

from assay.cli.serve import Serving
from assay.cli.serve import run as serve_command
from assay.errors import InvalidOption
from assay.observations import Chosen
from assay.service.running import listening
from assay.store.base import Store
from assay.store.sql import SqlStore
from tests.service.process import service

HOURS = 5
BATCH = 20


class Sending(threading.Thread):
    """A client that sends batches until the service is gone, and notes what was acknowledged."""

    def __init__(self, address: str, name: str, *, batches: int | None = None) -> None:
        super().__init__(daemon=True)
        self._address = address
        self._label = name
        self._batches = batches
        self.acknowledged: list[str] = []
        self.unknown: list[str] = []
        """What was under way when the service went: it may be there or not."""
        self.refused: list[str] = []
        self.first_answer = threading.Event()

    def run(self) -> None:
        with httpx.Client(base_url=self._address, timeout=60) as client:
            for number in count() if self._batches is None else range(self._batches):
                ids = [f"{self._label}-{number}-{place}" for place in range(BATCH)]
                try:
                    answer = client.post("/v1/observations", json=[_row(one) for one in ids])
                except httpx.HTTPError:
                    self.unknown += ids
                    return
                if answer.status_code != 200:
                    self.refused.append(answer.text)
                    return
                self.acknowledged += ids
                self.first_answer.set()


def _row(identity: str) -> dict[str, object]:
    place = sum(map(ord, identity))
    return {
        "id": identity,
        "task_id": "t",
        "passed": place % 3 > 0,
        "at": f"2026-03-14T{place % HOURS:02}:30:00Z",
        "model_version": f"v{place % 2}",
    }


def kept(store: Store) -> Iterator[str]:
    """The ids of all observations, page by page."""
    after = None
    while page := store.observations(Chosen(), after=after, limit=1000):
        yield from (one.id for one in page)
        after = page[-1].id


def check_counts(store: Store, ids: set[str]) -> None:
    """The hourly counts are those of the observations that are there."""
    counted = store.tallies(Chosen(), by=("model_version",), hourly=True)
    wanted = Counter((row["model_version"], str(row["at"])[11:13], row["passed"]) for row in map(_row, ids))
    found: Counter[tuple[object, str, object]] = Counter()
    for one in counted:
        assert one.hour
        key = (one.slices["model_version"], f"{one.hour:%H}")
        found[(*key, True)] += one.tally.passed
        found[(*key, False)] += one.tally.failed

    assert +found == +wanted


def killed_once(place: Path, seed: int, clients: int) -> None:
    chance = random.Random(seed)
    with service(place) as (process, address):
        senders = [Sending(address, f"{seed}.{number}") for number in range(clients)]
        for sender in senders:
            sender.start()
        for sender in senders:
            assert sender.first_answer.wait(60)
        threading.Event().wait(chance.random() * 0.5)  # a point in the middle of the work, whichever
        process.send_signal(signal.SIGKILL)
        for sender in senders:
            sender.join()
    assert [sender.refused for sender in senders] == [[]] * clients
    store = SqlStore(place)
    try:
        found = list(kept(store))
        mine = {one for one in found if one.startswith(f"{seed}.")}
        acknowledged = {one for sender in senders for one in sender.acknowledged}
        assert len(found) == len(set(found))
        assert acknowledged <= mine <= acknowledged | {one for sender in senders for one in sender.unknown}
        check_counts(store, set(found))
    finally:
        store.close()


def test_what_a_killed_service_has_acknowledged_is_there_once(tmp_path: Path) -> None:
    killed_once(tmp_path / "assay.db", seed=1, clients=2)


@pytest.mark.slow
def test_a_service_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    for seed in range(2, 10):
        killed_once(tmp_path / "assay.db", seed=seed, clients=2)


@pytest.mark.slow
def test_two_services_and_four_clients_on_one_file(tmp_path: Path) -> None:
    place = tmp_path / "assay.db"
    with service(place) as (_, first), service(place) as (_, second):
        senders = [Sending((first, second)[number % 2], str(number), batches=50) for number in range(4)]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join()
    sent = {one for sender in senders for one in sender.acknowledged}
    store = SqlStore(place)
    try:
        assert ([sender.refused for sender in senders], len(sent)) == ([[]] * 4, 4 * 50 * BATCH)
        assert sorted(kept(store)) == sorted(sent)
        check_counts(store, sent)
    finally:
        store.close()


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_service_that_is_told_to_stop_finishes_what_it_accepted(tmp_path: Path, sign: signal.Signals) -> None:
    place = tmp_path / "assay.db"
    with service(place) as (process, address):
        senders = [Sending(address, str(number)) for number in range(2)]
        for sender in senders:
            sender.start()
        for sender in senders:
            assert sender.first_answer.wait(60)
        process.send_signal(sign)
        _, errors = process.communicate(timeout=60)
        for sender in senders:
            sender.join()
    store = SqlStore(place)
    try:
        found = set(kept(store))
        assert (process.returncode, errors) == (0, "")
        assert {one for sender in senders for one in sender.acknowledged} <= found
        check_counts(store, found)
    finally:
        store.close()


def test_a_request_that_is_half_sent_when_the_stop_comes_is_answered(tmp_path: Path) -> None:
    body = b'{"task_id":"a","passed":true,"id":"half"}'
    head = b"POST /v1/observations HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    place = tmp_path / "assay.db"
    with service(place) as (process, address):
        host, port = address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=60) as connection:
            connection.sendall(head + b"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n" % len(body))
            assert connection.recv(100).startswith(b"HTTP/1.1 100")  # so the request is in work
            process.send_signal(signal.SIGTERM)
            connection.sendall(body)
            answer = b""
            while piece := connection.recv(65536):
                answer += piece
        process.communicate(timeout=60)
    store = SqlStore(place)
    try:
        assert answer.startswith(b"HTTP/1.1 200")
        assert list(kept(store)) == ["half"]
    finally:
        store.close()


def command(*arguments: str, store: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "assay", *arguments, "--store", str(store)],
        capture_output=True, text=True, timeout=60, check=False, cwd=store.parent,
    )  # fmt: skip


def serving(**more: object) -> Serving:
    usual = Serving("127.0.0.1", 0, None, "full", None, (), token_required=False, demo=False)
    return replace(usual, **more)  # type: ignore[arg-type]  # by field


def test_a_port_that_is_taken_is_a_clear_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InvalidOption, match=f"port: cannot listen on 127.0.0.1:{port}: Address already in use; "):
            serve_command(serving(port=port), store=str(tmp_path / "assay.db"))


@pytest.mark.parametrize("host", ["nowhere.invalid", "300.1.1.1", "a b"])
def test_a_host_that_is_none_is_a_clear_error(tmp_path: Path, host: str) -> None:
    with pytest.raises(InvalidOption, match="host: must be an address or a name of this machine, got "):
        listening(host, 0)


@pytest.mark.parametrize(
    "asked", [{"host": "0.0.0.0"}, {"host": "::"}, {"host": "assay.example"}, {"token_required": True}]
)
def test_where_a_token_is_required_one_has_to_be_made_first(tmp_path: Path, asked: dict[str, object]) -> None:
    with pytest.raises(InvalidOption, match="make one first: assay token create --role admin --name NAME"):
        serve_command(serving(**asked), store=str(tmp_path / "assay.db"))


@pytest.mark.slow
def test_a_token_of_the_command_opens_the_service(tmp_path: Path) -> None:
    place = tmp_path / "assay.db"
    secret = command("token", "create", "--name", "ci", "--role", "read", store=place).stdout.strip()
    with service(place, "--token-required") as (_, address):
        ask = {"Authorization": f"Bearer {secret}"}
        before = [httpx.get(f"{address}/v1/runs", headers=headers).status_code for headers in ({}, ask)]
        listed = command("token", "list", store=place).stdout
        gone = command("token", "revoke", listed.split()[0], store=place).stdout
        after = httpx.get(f"{address}/v1/runs", headers=ask).status_code

    assert (before, after) == ([401, 200], 401)
    assert secret not in listed + gone
    assert "read   ci" in listed
