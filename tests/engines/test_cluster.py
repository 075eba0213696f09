"""A Ray cluster judges as one machine does: nodes come and go, and every trial is there once."""

from __future__ import annotations

import contextlib
import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from assay import __version__
from assay.choices import Resources
from assay.engines.base import Task
from assay.engines.cluster import BATCH, Line, RayEngine
from assay.engines.cluster_worker import ClusterWorker, packed, unpacked
from assay.engines.inline import InlineEngine
from assay.engines.local import PROGRAM
from assay.engines.opening import open_engine
from assay.engines.worker import Refusal
from assay.errors import InvalidOption
from assay.front.evaluating import evaluate
from assay.records import Candidate, Limits, Trial
from assay.spec import Judging
from tests.engines.conftest import RayCluster
from tests.engines.processes import left_of
from tests.engines.test_contract import judged
from tests.evaluation.support import DOUBLE, attempts, tasks

PROBLEM = """
entry_point = "double"
reference = "def double(x): return 2 * x"
[[cases]]
call = "double(2)"
returns = "4"
"""


def assay(*arguments: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "assay", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def end_of(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What the command printed on both streams; it is not left running."""
    try:
        return process.communicate(timeout=200)
    finally:
        process.kill()
        process.communicate()


def answer(process: subprocess.Popen[str]) -> dict[str, Any]:  # Any: JSON
    out, errors = end_of(process)
    assert process.returncode == 0, errors
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.fixture
def run(tmp_path: Path) -> list[str]:
    """A command that judges candidates, half of them wrong, and keeps no verdict from before."""
    (tmp_path / "mine" / "problems").mkdir(parents=True)
    (tmp_path / "mine" / "benchmark.toml").write_text('name = "mine"\nversion = "7"\n')
    (tmp_path / "mine" / "problems" / "double.toml").write_text(PROBLEM)
    rows = [
        {"task_id": "double", "solution": f"def double(x): return {factor} * x  # {number}"}
        for number in range(200)
        for factor in (2, 3)
    ]
    (tmp_path / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return ["run", "mine", "-c", "c.jsonl", "-q", "--json", "--no-cache"]


@pytest.mark.ray
@pytest.mark.timeout(300)
def test_a_node_that_is_lost_costs_no_trial_and_moves_no_verdict(ray_connection: RayCluster) -> None:
    work = tasks(attempts(400))
    with closing(InlineEngine()) as inline:
        inline.start(Judging())
        expected = {number: trial.verdict for number, trial in judged(inline, work).items()}
    node = ray_connection.add_node()
    found: dict[int, Trial] = {}
    with closing(RayEngine()) as engine:
        engine.start(Judging())
        for given in engine.trials(wait_for_workers(ray_connection, node, work)):
            if given is not None:
                assert given[0].sequence not in found
                found[given[0].sequence] = given[1]
            if len(found) == 100:
                ray_connection.kill_node()

    assert {number: trial.verdict for number, trial in found.items()} == expected
    assert not left_of(lambda: ray_connection.workers(node), set())


def wait_for_workers(cluster: RayCluster, node: int, work: list[Task]) -> Iterator[Task]:
    """The tasks, most of them only when the node takes part."""
    yield from work[:50]
    for _ in range(600):
        if cluster.workers(node):
            break
        time.sleep(0.1)
    yield from work[50:]


@pytest.mark.ray
@pytest.mark.timeout(300)
def test_the_command_gives_the_same_on_a_cluster_and_on_one_machine(
    ray_cluster: RayCluster, run: list[str], tmp_path: Path
) -> None:
    here = answer(assay(*run, folder=tmp_path))
    there = answer(assay(*run, "--fresh", "--engine", "ray", "--address", ray_cluster.address, folder=tmp_path))

    assert there["verdicts"] == here["verdicts"] == {"passed": 200, "failed": 200}
    assert there["scores"] == here["scores"]


@pytest.mark.ray
@pytest.mark.timeout(300)
def test_a_python_call_names_the_engine(ray_connection: RayCluster) -> None:
    report = evaluate([Candidate("def double(x): return 2 * x")], DOUBLE, store="memory:", engine="ray", workers=1)

    assert report.passed


def test_an_engine_that_nobody_knows_is_the_caller_s_mistake() -> None:
    with pytest.raises(InvalidOption, match=r"engine: must be one of local, ray, got 'rey'"):
        evaluate([Candidate("def double(x): return 2 * x")], DOUBLE, store="memory:", engine="rey")


@pytest.mark.ray
@pytest.mark.timeout(300)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_command_that_is_stopped_leaves_no_actor_and_goes_on_the_next_time(
    ray_cluster: RayCluster, run: list[str], tmp_path: Path, number: signal.Signals
) -> None:
    command = [*run, "--engine", "ray", "--address", ray_cluster.address]
    before = ray_cluster.workers()
    process = assay(*command, folder=tmp_path)
    wait_for_trials(tmp_path)
    process.send_signal(number)
    _, errors = end_of(process)
    left = left_of(ray_cluster.workers, before)
    report = answer(assay(*command, folder=tmp_path))

    assert process.returncode == (130 if number == signal.SIGINT else -number), errors
    assert ("The same command again goes on from there" in errors) == (number == signal.SIGINT)
    assert not left
    assert report["verdicts"] == {"passed": 200, "failed": 200}


def wait_for_trials(folder: Path) -> None:
    """Until the first trials are in the store; bounded."""
    for _ in range(900):
        with contextlib.suppress(sqlite3.Error), sqlite3.connect(folder / ".assay" / "assay.db") as store:
            if store.execute("SELECT count(*) FROM trials").fetchone()[0]:
                return
        time.sleep(0.1)


@pytest.mark.ray
@pytest.mark.timeout(300)
def test_the_doctor_looks_at_every_node_and_prints_a_line_for_each(ray_cluster: RayCluster, tmp_path: Path) -> None:
    command = ["doctor", "--isolation", "process", "--engine", "ray", "--address", ray_cluster.address]
    ray_cluster.add_node()
    try:
        found = answer(assay(*command, "--json", folder=tmp_path))
        shown = end_of(assay(*command, folder=tmp_path))[0].splitlines()
    finally:
        ray_cluster.kill_node()

    assert sorted(node["cpus"] for node in found["nodes"]) == [1, 2]
    assert found["granted"]
    assert [node["complaint"] for node in found["nodes"]] == [None, None]
    assert [line[:4] for line in shown] == ["ok  ", "ok  "]


@pytest.mark.ray
@pytest.mark.timeout(300)
def test_an_address_without_a_cluster_is_the_caller_s_mistake(ray_cluster: RayCluster, tmp_path: Path) -> None:
    process = assay("doctor", "--engine", "ray", "--address", "127.0.0.1:1", folder=tmp_path)
    _, errors = end_of(process)

    assert process.returncode == 2, errors
    assert "assay: --address: no Ray cluster answers at '127.0.0.1:1'" in errors


@pytest.mark.ray
@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_cluster_of_its_own_ends_with_the_command(ray_cluster: RayCluster, run: list[str], tmp_path: Path) -> None:
    report = answer(assay(*run, "--engine", "ray", "--address", "local", folder=tmp_path))

    assert report["verdicts"] == {"passed": 200, "failed": 200}


def test_without_ray_the_message_says_how_to_get_it() -> None:
    script = (
        "import sys\n"
        "sys.modules['ray'] = None\n"
        "from assay.engines.cluster import RayEngine\n"
        "from assay.errors import MissingExtra\n"
        "try:\n"
        "    RayEngine()\n"
        "except MissingExtra as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout == "The engine 'ray' needs Ray: pip install 'assay[ray]'\n"


def test_only_a_cluster_has_an_address() -> None:
    with pytest.raises(InvalidOption, match=r"address: only the engine 'ray' has one, got 'here:1'"):
        open_engine(Resources(address="here:1"))


def test_tasks_are_handed_out_in_batches_and_pulled_as_they_are_needed() -> None:
    source = iter(tasks(attempts(BATCH + 3)))
    line = Line(source, "separate")

    assert [task.sequence for task in line.batch()] == list(range(BATCH))
    assert next(source).sequence == BATCH
    assert [task.sequence for task in line.batch()] == [BATCH + 1, BATCH + 2]
    assert line.batch() == []


def test_tasks_that_come_slowly_are_not_waited_for() -> None:
    def slow() -> Iterator[Task]:
        for task in tasks(attempts(BATCH)):
            yield task
            time.sleep(0.1)

    assert 1 <= len(Line(slow(), "separate").batch()) < BATCH


def test_what_a_node_took_along_is_done_again_alone_and_once() -> None:
    line = Line(tasks(attempts(4)), "separate")
    batch = line.batch()

    assert list(line.again(batch)) == []
    alone = [line.batch() for _ in range(4)]
    assert [[task.sequence for task in one] for one in alone] == [[0], [1], [2], [3]]
    (found,) = line.again(alone[2])
    assert (found[0].sequence, found[1].verdict, found[1].fault) == (2, None, "its node was lost twice")
    assert line.batch() == []


def test_what_was_not_begun_is_handed_out_again() -> None:
    line = Line(tasks(attempts(BATCH)), "separate")
    batch = line.batch()
    line.put_back(batch[3:])

    assert line.batch() == batch[3:]


def test_a_worker_of_another_version_is_refused() -> None:
    worker = ClusterWorker(PROGRAM)
    try:
        found = worker.begin("0.0.0", Judging())
    finally:
        worker.stop()

    assert isinstance(found, Refusal)
    assert found.usage
    assert "and the run is of 0.0.0" in found.message


def test_a_worker_leaves_the_rest_of_a_long_batch_to_others() -> None:
    candidate = Candidate("import time\ndef double(x):\n    time.sleep(0.5)\n    return 2 * x")
    batch = [Task(number, DOUBLE, candidate) for number in range(BATCH)]
    worker = ClusterWorker(PROGRAM)
    try:
        worker.begin(__version__, Judging(limits=Limits(seconds=20)))
        message = worker.judge(packed(batch), DOUBLE)
    finally:
        worker.stop()

    assert isinstance(message, bytes)
    found = dict(unpacked(message))
    assert 1 <= len(found) < BATCH
    assert sorted(found) == list(range(len(found)))
    assert all(trial.verdict == "passed" for trial in found.values())
