"""Many attempts against a server: memory stays flat, and after `kill -9` no answer is paid for twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from assay.store.sql import SqlStore
from tests.models.fake_server import FakeServer, Received, Reply

ROOT = Path(__file__).parents[2]
CLIENT = """
    import resource, sys
    import assay
    from assay.records import Case, Cases, Problem
    url, place, count, attempts, at_once = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])
    problems = [
        Problem(f"p{number}", Cases("double", (Case((2,), 4), Case((5,), 10))), prompt=f"Problem {number}.")
        for number in range(count)
    ]
    report = assay.solve(
        problems, "fake", f"repeat({attempts})", base_url=url, concurrency=at_once, workers=1, store=place, price="1,2"
    )
    print(report.run.id, report.run.trials, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
ANSWERS = (
    "```python\ndef double(x):\n    return 2 * x\n```",
    "```python\ndef double(x):\n    return x\n```",
    "```python\ndef double(x):\n    return x + x\n```",
)


@dataclass(frozen=True)
class Finished:
    """What the client says at its end."""

    run_id: str
    trials: int
    peak_mib: int
    """The most memory that its own process had."""


def client(server: FakeServer, place: Path, problems: int, attempts: int, at_once: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", textwrap.dedent(CLIENT), server.base_url, place, problems, attempts, at_once]
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    environment = {**os.environ, "PYTHONPATH": path, "OPENAI_API_KEY": "not-a-key"}
    return subprocess.Popen(
        list(map(str, command)), env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finished(process: subprocess.Popen[str], seconds: float = 120) -> Finished:
    output, errors = process.communicate(timeout=seconds)
    assert process.returncode == 0, errors
    run_id, trials, peak_mib = output.split()
    return Finished(run_id, int(trials), int(peak_mib))


@contextmanager
def served(seconds: float = 0.0) -> Iterator[FakeServer]:
    """A server whose answers depend on the request alone."""

    def script(received: Received) -> Reply:
        return Reply(ANSWERS[sum(received.key.encode()) % len(ANSWERS)], seconds=seconds)

    with FakeServer(script) as server:
        yield server


def kill_in_the_middle(process: subprocess.Popen[str], server: FakeServer, after: int) -> None:
    """End the client without a warning when the server has made so many answers."""
    while len(server.paid) < after:
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)


def check_load(tmp_path: Path, problems: int, attempts: int, *, at_once: int, kills: int, seconds: float) -> None:
    """Solve all, killed so many times on the way: everything is judged once, and paid for once."""
    place, total = tmp_path / "assay.db", problems * attempts
    with served(seconds=0.1) as server:
        for kill in range(kills):
            kill_in_the_middle(client(server, place, problems, attempts, at_once), server, total * (kill + 1) // 4)
        before = server.stats()
        with opened(place) as store:
            arrived = store.size().responses
        done = finished(client(server, place, problems, attempts, at_once), seconds)
        stats = server.stats()

    assert done.trials == total
    assert arrived > 0
    # An answer that had arrived is never asked for again; one that was on its way is, under the key that it had.
    assert stats["requests"] - before["requests"] == total - arrived
    assert stats["charged"] == stats["answers"] == total
    assert stats["charged_twice"] == 0
    assert at_once // 2 < stats["most_at_once"] <= at_once
    with opened(place) as store:
        assert len(store.judged(done.run_id)) == total
        solutions = list(store.solutions(done.run_id, steps=False))
        assert len(solutions) == problems
        assert sum(solution.cost.calls for solution in solutions) == total
        assert len(store.runs()) == 1


@contextmanager
def opened(place: Path) -> Iterator[SqlStore]:
    store = SqlStore(place)
    try:
        yield store
    finally:
        store.close()


def test_a_run_that_was_killed_goes_on_and_pays_for_nothing_twice(tmp_path: Path) -> None:
    check_load(tmp_path, 50, 4, at_once=8, kills=1, seconds=120)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_twenty_thousand_attempts_killed_twice_are_paid_for_once(tmp_path: Path) -> None:
    check_load(tmp_path, 1000, 20, at_once=32, kills=2, seconds=1200)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_memory_does_not_grow_with_the_attempts(tmp_path: Path) -> None:
    with served() as server:
        small = finished(client(server, tmp_path / "small.db", 100, 20, 16), 600)
        large = finished(client(server, tmp_path / "large.db", 500, 20, 16), 600)

    assert (small.trials, large.trials) == (2_000, 10_000)
    assert large.peak_mib - small.peak_mib < 20
