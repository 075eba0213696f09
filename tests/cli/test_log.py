"""`assay log`: one observation by flags, or many as JSON lines."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from assay.observations import Chosen
from assay.service.context import Context, ServiceSettings
from assay.store.memory import MemoryStore
from assay.store.sql import SqlStore
from tests.cli.typed import typed
from tests.service.local import on_loopback

GOOD = '{"task_id": "t%d", "passed": true, "at": "2026-03-14T09:00:00Z", "id": "o%d"}'


def logged(folder: Path, *arguments: str, given: str = "") -> CompletedProcess[str]:
    return typed(folder, "log", *arguments, "--store", "a.db", given=given)


def kept(folder: Path) -> int:
    store = SqlStore(folder / "a.db")
    try:
        return sum(one.tally.n for one in store.tallies(Chosen()))
    finally:
        store.close()


def test_one_task_by_flags(tmp_path: Path) -> None:
    done = logged(
        tmp_path, "fix-1", "--failed", "--model", "m", "--model-version", "2.3", "--agent-version", "a1",
        "--task-type", "refactor", "--arm", "b", "--error-class", "timeout", "--message", "took too long",
        "--cost", "0.02", "--latency", "3.5", "--at", "2026-03-14T09:00Z", "--set", "team=a", "--set", "id=o1",
    )  # fmt: skip

    assert (done.returncode, done.stdout, done.stderr) == (0, "1 accepted\n", "")
    store = SqlStore(tmp_path / "a.db")
    found = store.observation("o1")
    store.close()
    assert found is not None
    assert found.to_dict() == {
        "task_id": "fix-1", "passed": False, "at": "2026-03-14T09:00:00+00:00", "id": "o1", "stream": "production",
        "model": "m", "model_version": "2.3", "agent_version": "a1", "task_type": "refactor", "arm": "b",
        "error_class": "timeout", "message": "took too long", "cost_usd": 0.02, "latency_seconds": 3.5,
        "labels": {"team": "a"},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["t"], "say --passed or --failed of task 't', or name a file of JSON lines"),
        (["t", "--passed", "--at", "yesterday"], "at: must be a time such as .* got 'yesterday'"),
        (["t", "--passed", "--at", "2026-03-14T09:00"], "at: needs a time zone"),
        (["t", "--passed", "--set", "team"], "--set: must be FIELD=VALUE, such as team=a, got 'team'"),
        (["t", "--passed", "--set", "passed=1"], "--set: passed is given otherwise"),
        (["t", "--passed", "--set", "cost_usd=much"], "--set: cost_usd must be a number, got 'much'"),
        (["t", "--passed", "--cost", "-1"], "cost_usd: must be a number from 0"),
        (["", "--passed"], "task_id: must not be empty"),
        (["t\x00", "--passed"], "task_id: must not hold NUL"),
        (["t", "--passed", "--url", "nowhere"], "url: must be an address"),
    ],
)
def test_mistakes_are_told_in_one_line(tmp_path: Path, arguments: list[str], said: str) -> None:
    done = logged(tmp_path, *arguments)

    assert done.returncode == 2
    assert re.search(said, done.stderr)
    assert done.stderr.count("\n") == 1


def test_lines_are_kept_before_and_after_a_bad_one(tmp_path: Path) -> None:
    lines = [
        GOOD % (1, 1),
        "",
        "{",
        "7",
        '{"task_id": "t", "passed": "yes"}',
        '{"passed": true}',
        '{"a": 1, "a": 2}',
        "[" * 100_000,
        '{"task_id": "t", "passed": true, "cost_usd": NaN}',
        '{"task_id": "\x1b[31m", "passed": null}',
        GOOD % (2, 2),
        GOOD % (3, 1),
    ]
    done = logged(tmp_path, "-", given="\n".join(lines))

    assert (done.returncode, done.stdout) == (2, "2 accepted, 1 duplicate, 8 refused\n")
    said = done.stderr.splitlines()
    assert [line.split(": ")[1] for line in said] == [f"line {number}" for number in range(3, 11)]
    assert "line 5: passed: must be true or false, got 'yes'" in done.stderr
    assert "line 7: is no JSON: the key 'a' stands twice" in done.stderr
    assert "\x1b" not in done.stderr
    assert kept(tmp_path) == 2


def test_strict_stops_at_the_first_bad_line(tmp_path: Path) -> None:
    done = logged(tmp_path, "-", "--strict", "--json", given="\n".join([GOOD % (1, 1), "x", GOOD % (2, 2)]))

    assert done.returncode == 2
    assert json.loads(done.stdout) == {"accepted": 1, "duplicates": 0, "refused": 1}
    assert kept(tmp_path) == 1


def test_a_file_with_bytes_that_are_no_text_and_lines_that_are_too_long(tmp_path: Path) -> None:
    good = (GOOD % (1, 1)).encode()
    (tmp_path / "x.jsonl").write_bytes(b"\n".join([b'{"task_id": "\xff"}', b"x" * (3 << 20), good]))
    done = logged(tmp_path, "x.jsonl", "--task-type", "refactor")

    assert (done.returncode, done.stdout) == (2, "1 accepted, 2 refused\n")
    assert "line 1: must be UTF-8, byte 14 is not" in done.stderr
    assert "line 2: is longer than 1,048,576 bytes" in done.stderr
    store = SqlStore(tmp_path / "a.db")
    found = store.observation("o1")
    store.close()
    assert found is not None
    assert found.task_type == "refactor"  # from the flag, as the line says nothing of it


def test_many_bad_lines_are_counted_and_some_are_shown(tmp_path: Path) -> None:
    done = logged(tmp_path, "-", given="x\n" * 2500)

    assert done.stdout == "0 accepted, 2,500 refused\n"
    assert len(done.stderr.splitlines()) < 25
    assert "2,480 more lines were refused" in done.stderr


def test_the_same_lines_again_change_nothing(tmp_path: Path) -> None:
    given = "\n".join(GOOD % (number, number) for number in range(2300))

    assert logged(tmp_path, "-", given=given).stdout == "2,300 accepted\n"
    assert logged(tmp_path, "-", given=given).stdout == "0 accepted, 2,300 duplicates\n"
    assert kept(tmp_path) == 2300


def test_lines_go_to_a_service_by_url(tmp_path: Path) -> None:
    store = MemoryStore()
    with on_loopback(Context(store, ServiceSettings())) as url:
        given = "\n".join(GOOD % (number, number) for number in range(5))
        done = typed(tmp_path, "log", "-", "--url", url, given=given)

    assert (done.returncode, done.stdout) == (0, "5 accepted\n")
    assert store.tallies(Chosen())[0].tally.n == 5
    assert not (tmp_path / ".assay").exists()


def test_ctrl_c_loses_nothing_that_was_read_and_says_how_much_was_kept(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "assay", "log", "-", "--store", "a.db", "--json"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=dict(os.environ), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(1500):
            process.stdin.write(f"{GOOD % (number, number)}\n")
        process.stdin.flush()
        for _ in itertools.takewhile(lambda _: kept(tmp_path) < 1000, itertools.count()):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        said = json.loads(process.stdout.read())
        assert process.wait(60) == 130

    assert said["accepted"] >= 1000
    assert kept(tmp_path) == said["accepted"]
