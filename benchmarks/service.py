"""The service over real connections on loopback: observations sent in batches, and questions asked again and again.

One process serves, another one loads it over a few connections that stay open. What counts is the CPU time of the
service, since the loader and others share the machine; the rate by the clock stands beside it.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.bench import Options, Outcome, table
from benchmarks.measure import BenchError

WANTED = 5_000.0
"""Observations per second of CPU time, in batches."""
CONNECTIONS = 2
BATCHES = (1, 100, 500, 1000)
QUESTIONS = {
    "is it alive": "/healthz",
    "accuracy of the last day": "/v1/accuracy?window=24h",
    "trend of a week": "/v1/trend?by=hour&since={week}",
    "page of observations": "/v1/observations?limit=50",
    "overview": "/",
}

Request = tuple[str, str, bytes]
"""Method, path and body."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a load has shown."""

    requests: int
    wall_seconds: float
    cpu_seconds: float
    p50: float
    p95: float


def run(options: Options) -> Outcome:
    rows = 2_000 if options.quick else 40_000
    asked = 50 if options.quick else 300
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as folder, _service(Path(folder)) as (process, port):
        ingest = {}
        for size in BATCHES:
            count = max(rows // size if size > 1 else rows // 50, 2 * CONNECTIONS)
            ingest[size] = _load(process, port, count, lambda number, size=size: _batch(number, size))  # type: ignore[misc]
        week = (datetime.now(UTC) - timedelta(days=7)).strftime("%Y-%m-%dT%H:00:00Z")
        paths = {name: path.format(week=week) for name, path in QUESTIONS.items()}
        reads = {name: _load(process, port, asked, lambda _, p=path: ("GET", p, b"")) for name, path in paths.items()}  # type: ignore[misc]
    return _outcome(ingest, reads)


def _batch(number: int, size: int) -> Request:
    now = time.time()
    rows = [
        {
            "id": f"{size}-{number}-{place}",
            "task_id": f"task-{place % 50}",
            "passed": (number + place) % 5 > 0,
            "at": now - (number * 7 + place) % 500_000,
            "model": "m",
            "model_version": f"2.{place % 3}",
            "task_type": ("bug", "feature", "test")[place % 3],
            "cost_usd": 0.01,
            "latency_seconds": 1.5 + place % 7,
        }
        for place in range(size)
    ]
    return "POST", "/v1/observations", json.dumps(rows).encode()


def _load(process: int, port: int, count: int, make: Callable[[int], Request]) -> Loaded:
    """Send requests over a few connections, each as fast as it is answered."""
    requests = [make(number) for number in range(count)]
    seconds: list[float] = []
    failures: list[str] = []

    def send(part: list[Request]) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for method, path, body in part:
            began = time.perf_counter()
            connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
            answer = connection.getresponse()
            text = answer.read()
            seconds.append(time.perf_counter() - began)
            if answer.status != 200:
                failures.append(f"{method} {path}: {answer.status} {text[:200]!r}")
                return

    threads = [threading.Thread(target=send, args=(requests[place::CONNECTIONS],)) for place in range(CONNECTIONS)]
    cpu, wall = _cpu_seconds(process), time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wall, cpu = time.perf_counter() - wall, _cpu_seconds(process) - cpu
    if failures:
        raise BenchError(failures[0])
    cuts = statistics.quantiles(seconds, n=20)
    return Loaded(count, wall, max(cpu, 0.01), cuts[9], cuts[18])


def _cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _service(folder: Path) -> Iterator[tuple[int, int]]:
    command = [sys.executable, "-m", "assay", "serve", "--port", "0", "--store", str(folder / "assay.db")]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        found = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
        if found is None:
            raise BenchError("the service did not start")
        yield process.pid, int(found[1])
    finally:
        process.terminate()
        process.communicate()


def _outcome(ingest: dict[int, Loaded], reads: dict[str, Loaded]) -> Outcome:
    rates = {size: size * one.requests / one.cpu_seconds for size, one in ingest.items()}
    sent = table(
        ("observations in a request", "kept a CPU second", "kept a second", "p50", "p95"),
        (
            (f"{size:,}", f"{rates[size]:,.0f}", f"{size * one.requests / one.wall_seconds:,.0f}", *_times(one))
            for size, one in ingest.items()
        ),
    )
    asked = table(
        ("question", "a CPU second", "a second", "p50", "p95"),
        (
            (name, f"{one.requests / one.cpu_seconds:,.0f}", f"{one.requests / one.wall_seconds:,.0f}", *_times(one))
            for name, one in reads.items()
        ),
    )
    least = min(rates[500], rates[1000])
    said = f"In batches of 500 and more, at least {least:,.0f} observations a CPU second; wanted are {WANTED:,.0f}."
    figures = {"ingest": rates, "asked": {name: one.requests / one.cpu_seconds for name, one in reads.items()}}
    title = "The service over HTTP: observations kept and questions answered"
    return Outcome(title, f"{said}\n\n{sent}\n\n{asked}", figures)


def _times(one: Loaded) -> tuple[str, str]:
    return f"{1000 * one.p50:.1f} ms", f"{1000 * one.p95:.1f} ms"
