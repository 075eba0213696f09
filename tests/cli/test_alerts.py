"""`assay monitor check` and `assay monitor rules`, as cron and people call them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from assay.observations import Observation
from assay.store.sql import SqlStore
from tests.cli.typed import typed
from tests.monitoring.receiving import receiving, status

RULES = """
channels: {ops: {kind: webhook, url: '%s'}}
rules:
- {name: low, kind: accuracy, below: 0.8, min_n: 10, by: task_type, severity: critical, notify: [ops]}
- {name: silence, kind: no_data, window: 1h}
- {name: slow, kind: latency, p95_above: 5, min_n: 10, for: 1h}
"""


def checked(folder: Path, *arguments: str) -> CompletedProcess[str]:
    return typed(folder, "monitor", "check", "--store", "a.db", *arguments)


def observe(folder: Path, passed: int, failed: int) -> None:
    store, now = SqlStore(folder / "a.db"), datetime.now(UTC)
    kinds = [True] * passed + [False] * failed
    store.add_observations([Observation("t", one, now, task_type="x\x1b[31m", latency_seconds=9.0) for one in kinds])
    store.close()


def test_the_example_is_read_and_listed(tmp_path: Path) -> None:
    example = typed(tmp_path, "monitor", "rules", "--example")
    (tmp_path / "alerts.yaml").write_text(example.stdout, "utf-8")
    listed = typed(tmp_path, "monitor", "rules")

    assert listed.returncode == 0
    assert listed.stdout.splitlines()[0] == "accuracy: accuracy by task_type over 6 h, tells log"
    assert len(json.loads(typed(tmp_path, "monitor", "rules", "--json").stdout)["rules"]) == 5


def test_nothing_fires(tmp_path: Path) -> None:
    (tmp_path / "alerts.yaml").write_text(RULES % "http://127.0.0.1:9/", "utf-8")
    observe(tmp_path, 5, 0)
    done = checked(tmp_path)

    assert (done.returncode, done.stdout) == (0, "No alert fires: 3 rules, 3 alerts checked\n")


def test_what_fires_is_told_and_exits_with_1(tmp_path: Path) -> None:
    observe(tmp_path, 3, 27)
    with receiving(status(200)) as server:
        (tmp_path / "r.yaml").write_text(RULES % server.url, "utf-8")
        looked = checked(tmp_path, "--rules", "r.yaml", "--dry-run", "--json")
        assert not server.received
        done = checked(tmp_path, "--rules", "r.yaml")
        again = checked(tmp_path, "--rules", "r.yaml")

    assert (looked.returncode, done.returncode, again.returncode) == (1, 1, 1)
    assert json.loads(looked.stdout)["firing"] == 1
    assert done.stdout.splitlines()[0] == "1 alert fires: 3 rules, 3 alerts checked"
    text = " ".join(done.stdout.split())
    seen = "accuracy 10.0 % (99 % interval 2.6 – 31.9, n = 30) is below 80.0 %"
    assert f"FIRING [critical] low (task type x\\x1b[31m): {seen}" in text
    assert "pending [warning] slow: p95 of latency" in text
    assert "\x1b" not in done.stdout
    assert len(server.received) == 1  # and not again


def test_a_receiver_that_refuses_is_said_but_does_not_change_the_answer(tmp_path: Path) -> None:
    observe(tmp_path, 0, 30)
    with receiving(status(500)) as server:
        (tmp_path / "alerts.yaml").write_text(RULES % server.url, "utf-8")
        done = checked(tmp_path)

    assert done.returncode == 1
    assert done.stderr == "assay: no message to 'ops': HTTP 500\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "alerts.yaml: the rules of alerts cannot be read: No such file"),
        ("rules: [{name: a, kind: accuracy, belwo: 1}]", "alerts.yaml:1: rule 'a' has no field 'belwo'."),
    ],
)
def test_bad_rules_exit_with_2(tmp_path: Path, content: str | None, said: str) -> None:
    if content is not None:
        (tmp_path / "alerts.yaml").write_text(content, "utf-8")
    done = checked(tmp_path)

    assert done.returncode == 2
    assert said in done.stderr


def test_a_store_that_is_none_exits_with_3(tmp_path: Path) -> None:
    (tmp_path / "alerts.yaml").write_text("rules: [{name: a, kind: no_data}]", "utf-8")
    (tmp_path / "a.db").write_bytes(b"this is no database" * 100)

    assert checked(tmp_path).returncode == 3
