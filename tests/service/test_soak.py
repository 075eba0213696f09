"""A soak: a service at work for half an hour keeps its memory, descriptors and threads, and loses nothing.

`ASSAY_SOAK_SECONDS` sets how long; what was seen is written to `ASSAY_SOAK_FIGURES`, where that names a file.
"""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

import httpx
import pytest

from assay.observations import PRODUCTION, Chosen
from assay.store.sql import SqlStore
from tests.service.process import service

SECONDS = float(os.environ.get("ASSAY_SOAK_SECONDS", "1800"))
FIGURES = os.environ.get("ASSAY_SOAK_FIGURES", "")
SAMPLES = 60
MOST_GROWTH_BYTES = 48 << 20
"""Between the second and the last quarter: caches may fill, nothing may grow by the request."""
MOST_MORE = 12
"""Descriptors and threads, likewise."""
RIGHT = "def mask_digits(text: str, keep: int = 4) -> str:\n    n = sum(c.isdigit() for c in text) - keep\n" + (
    "    out = []\n    for c in text:\n        out.append('*' if c.isdigit() and n > 0 else c)\n"
    "        n -= c.isdigit()\n    return ''.join(out)\n"
)
WRONG = "def mask_digits(text, keep=4):\n    return text\n"
ENDLESS = "def mask_digits(text, keep=4):\n    while True: pass\n"
PAGES = ("/", "/observations", "/errors", "/cost", "/ab", "/alerts", "/runs", "/feedback", "/settings", "/v1/accuracy",
         "/v1/trend", "/v1/drift", "/v1/observations?limit=100", "/v1/runs", "/metrics", "/readyz", "/healthz",
         "/openapi.json", "/runs/none", "/nothing", "/observations?stream=%00&after=x")  # fmt: skip
RAW = (
    b"GET / HTTP/1.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n",
    b"POST /v1/judge HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /v1/feedback HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"",
)
BODIES = (b"", b"{", b"[[null, null]]", b"[" * 5000, b"\xff", b'{"a":1,"a":2}', b'{"task_id": "\\ud800"}', b"9" * 5000)


@dataclass(slots=True)
class Sample:
    """What the service takes at one moment."""

    seconds: float
    resident_bytes: int
    descriptors: int
    threads: int
    children: int


@dataclass(slots=True)
class Seen:
    """What the clients were told."""

    answers: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    acknowledged: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, what: str, status: int, fine: Callable[[int], bool]) -> None:
        """Count an answer, and keep one that should not have been given."""
        with self.lock:
            self.answers[f"{what} {status}"] += 1
            if not fine(status) and len(self.wrong) < 20:
                self.wrong.append(f"{what}: {status}")


def sample(pid: int, began: float) -> Sample:
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    numbers = {line.split()[0]: line.split()[1] for line in status.splitlines() if len(line.split()) > 1}
    tasks = os.listdir(f"/proc/{pid}/task")
    children = [one for task in tasks for one in Path(f"/proc/{pid}/task/{task}/children").read_text("utf-8").split()]
    return Sample(
        round(time.monotonic() - began, 1),
        int(numbers["VmRSS:"]) * 1024,
        len(os.listdir(f"/proc/{pid}/fd")),
        int(numbers["Threads:"]),
        len(children),
    )


def sending(client: httpx.Client, seen: Seen, chance: random.Random) -> None:
    names = [f"{chance.getrandbits(64):x}" for _ in range(20)]
    rows = [
        {"id": name, "task_id": f"t{chance.randrange(500)}", "passed": chance.random() < 0.8, "message": "m" * 200,
         "model": f"m{chance.randrange(5)}", "cost_usd": 0.01, "labels": {"a": name}} for name in names
    ]  # fmt: skip
    answer = client.post("/v1/observations", json=rows)
    seen.note("observations", answer.status_code, lambda status: status == 200)
    with seen.lock:
        seen.acknowledged += answer.json()["accepted"] if answer.status_code == 200 else 0
    feedback = client.post("/v1/feedback", json={"observation": names[0], "stars": 3})
    seen.note("feedback", feedback.status_code, lambda status: status == 200)


def looking(client: httpx.Client, seen: Seen, chance: random.Random) -> None:
    answer = client.get(chance.choice(PAGES))
    seen.note("page", answer.status_code, lambda status: status < 500)


def judging(client: httpx.Client, seen: Seen, chance: random.Random) -> None:
    code, verdict = chance.choice([(RIGHT, "passed"), (WRONG, "failed"), (RIGHT, "passed"), (ENDLESS, "timed_out")])
    row = {"benchmark": "starter", "problem_id": "mask_digits", "code": f"{code}# {chance.random()}\n",
           "limits": {"seconds": 1}}  # fmt: skip
    answer = client.post("/v1/judge", json=row)
    seen.note("judge", answer.status_code, lambda status: status == 200)
    found = answer.json()
    if answer.status_code == 200 and found["verdict"] != verdict:
        seen.wrong.append(f"judged {found['verdict']} for {verdict}: {found['detail'] or found['fault']}")
    time.sleep(1)


def running(client: httpx.Client, seen: Seen, chance: random.Random) -> None:
    rows = [{"task_id": "mask_digits", "solution": f"{WRONG}# {chance.random()}\n"} for _ in range(5)]
    answer = client.post("/v1/runs", json={"benchmark": "starter", "candidates": rows})
    seen.note("run", answer.status_code, lambda status: status in (202, 429))
    if answer.status_code != 202:
        return
    name = answer.json()["id"]
    with client.stream("GET", f"/v1/runs/{name}/progress") as stream:
        for line in stream.iter_lines():
            if chance.random() < 0.2 or line.startswith(("event: done", "event: error")):
                break  # some listeners leave early
    for path in (f"/runs/{name}", f"/v1/runs/{name}/trials", f"/v1/runs/{name}"):
        answer = client.get(path)
        seen.note("run's page", answer.status_code, lambda status: status == 200)
    time.sleep(5)


def disturbing(client: httpx.Client, seen: Seen, chance: random.Random) -> None:
    for path in ("/v1/observations", "/v1/runs", "/v1/judge", "/v1/feedback"):
        answer = client.post(path, content=chance.choice(BODIES), headers={"Content-Type": "application/json"})
        seen.note("broken", answer.status_code, lambda status: status < 500)
    host, port = client.base_url.host, client.base_url.port
    assert port is not None
    with socket.create_connection((host, port), timeout=30) as connection:
        connection.sendall(chance.choice(RAW))
        if chance.random() < 0.5:
            connection.settimeout(1)
            try:
                connection.recv(1000)
            except OSError:
                seen.answers["raw: left alone"] += 1


CLIENTS: tuple[Callable[[httpx.Client, Seen, random.Random], None], ...] = (
    sending, looking, looking, judging, running, disturbing,
)  # fmt: skip


def client_of(
    act: Callable[[httpx.Client, Seen, random.Random], None], address: str, seen: Seen, over: threading.Event, seed: int
) -> threading.Thread:
    def work() -> None:
        chance = random.Random(seed)
        while not over.is_set():
            with httpx.Client(base_url=address, timeout=60) as client:  # connections come and go
                for _ in range(20):
                    try:
                        act(client, seen, chance)
                    except httpx.HTTPError as error:
                        seen.wrong.append(f"{act.__name__}: {type(error).__name__}: {error}")
                    if over.wait(0.2):
                        return

    return threading.Thread(target=work, daemon=True)


def middle(samples: list[Sample], quarter: int, what: Callable[[Sample], int]) -> float:
    size = len(samples) // 4
    return statistics.median(what(one) for one in samples[quarter * size : (quarter + 1) * size])


@pytest.mark.slow
@pytest.mark.timeout(SECONDS + 600)
def test_a_service_at_work_for_long_stays_as_it_is(tmp_path: Path) -> None:
    seen, over, samples = Seen(), threading.Event(), []
    with service(tmp_path / "assay.db") as (process, address):
        began = time.monotonic()
        threads = [client_of(act, address, seen, over, seed) for seed, act in enumerate(CLIENTS)]
        for thread in threads:
            thread.start()
        for _ in range(SAMPLES):
            time.sleep(SECONDS / SAMPLES)
            samples.append(sample(process.pid, began))
        over.set()
        for thread in threads:
            thread.join(90)
        process.send_signal(signal.SIGTERM)
        errors = process.communicate(timeout=90)[1]
        status = process.returncode
    if FIGURES:
        told = {"samples": [asdict(one) for one in samples], "answers": dict(seen.answers), "wrong": seen.wrong,
                "acknowledged": seen.acknowledged, "errors": errors[-5000:], "status": status}  # fmt: skip
        Path(FIGURES).write_text(json.dumps(told, indent=1), "utf-8")
    store = SqlStore(tmp_path / "assay.db")
    kept = sum(one.tally.n for one in store.tallies(Chosen(slices={"stream": PRODUCTION})))
    store.close()

    assert (seen.wrong, status, kept) == ([], 0, seen.acknowledged)
    assert "Traceback" not in errors
    assert middle(samples, 3, lambda one: one.resident_bytes) - middle(samples, 1, lambda one: one.resident_bytes) < (
        MOST_GROWTH_BYTES
    )
    for what in (lambda one: one.descriptors, lambda one: one.threads, lambda one: one.children):
        assert middle(samples, 3, what) - middle(samples, 1, what) <= MOST_MORE
