"""`assay monitor` and `assay ab`: the answer in the first line, the evidence below, the same as JSON."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assay.cli.main import main
from assay.store.opening import open_store
from tests.monitoring.building import level, steady


@pytest.fixture
def place(tmp_path: Path) -> str:
    now = datetime.now(UTC)
    change = now - timedelta(days=3)
    store = open_store(tmp_path / "a.db")
    store.add_observations(
        [
            *steady(0.85, days=9, per_hour=10, until=change, agent_version="1", task_type="a", seed=1, arm="x"),
            *steady(0.60, days=3, per_hour=10, until=now, agent_version="2", task_type="a", seed=2, arm="y"),
            *level(1, 1, now - timedelta(minutes=1), task_type="\x1b[31mred"),
        ]
    )
    store.close()
    return str(tmp_path / "a.db")


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    with pytest.raises(SystemExit) as done:
        main(argv)
    assert done.value.code in (0, None)
    return capsys.readouterr().out


def test_the_first_line_is_the_answer(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "monitor", "--store", place, "--by", "task_type").splitlines()

    assert lines[0].startswith("Accuracy 6")
    assert ", down 2" in lines[0]
    assert lines[0].endswith(", version 2")
    assert any(line.startswith("  baseline   8") for line in lines)
    assert any("\\x1b[31mred" in line for line in lines)
    assert lines[-1].startswith("one false alarm in 100 days")


def test_json_has_all_of_it(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(said(capsys, "monitor", "--store", place, "--json", "--false-alarm-days", "50"))

    assert data["promise"] == "one false alarm in 50 days"
    assert [(one["field"], one["value"]) for one in data["shift"]["releases"]] == [("agent_version", "2")]
    assert any(one["n"] for one in data["hours"][-2:])  # the newest hour may just have begun


def test_an_empty_store_says_what_to_do_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (["monitor"], ["monitor", "trend"], ["monitor", "trend", "--since", "7d"]):
        out = said(capsys, *argv, "--store", str(tmp_path / "none.db"))

        assert out.startswith("No observations yet.")
        assert "log task-1 --passed" in out


@pytest.mark.parametrize("inner", [[], ["trend"], ["trend", "--since", "7d"]], ids=["status", "trend", "since"])
def test_a_slice_that_nobody_knows_is_told_with_those_that_are_known(
    place: str, inner: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = said(capsys, "monitor", *inner, "--store", place, "--where", "task_type=zzz").splitlines()

    assert lines[0].startswith("No observations match: stream production, task_type zzz")
    assert lines[1:] == ["  known of task_type: a, \\x1b[31mred"]


def test_a_time_without_observations_is_told(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "monitor", "--store", place, "--until", "2020-01-01")

    assert out.startswith("No observations match: stream production, until 2020-01-01 00:00")


def test_without_any_arm_that_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["ab", "x", "y", "--store", str(tmp_path / "none.db")])

    assert "no observation of this time says its arm" in capsys.readouterr().err


def test_the_trend_shows_gaps_and_intervals(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "monitor", "trend", "--store", place, "--since", "20d").splitlines()
    points = json.loads(said(capsys, "monitor", "trend", "--store", place, "--by", "week", "--json"))["points"]

    assert lines[0].endswith("–")
    assert "n = 240" in "".join(lines)
    assert sum(one["n"] for one in points) == 12 * 240 + 1


def test_arms_are_compared(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "ab", "x", "y", "--store", place)
    data = json.loads(said(capsys, "ab", "x", "y", "--store", place, "--json", "--margin", "2%"))

    assert out.startswith("stop: x is better than y by 2")
    assert "! the arms differ in days" in out
    assert data["decision"] == "worse"
    assert data["margin"] == 0.02


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["monitor", "--since", "soon"], "--since: write a time as"),
        (["monitor", "--where", "arm"], "--where: write it as FIELD=VALUE"),
        (["monitor", "--where", "colour=red"], "not by 'colour'"),
        (["monitor", "--by", "message"], "--by: must be one of"),
        (["monitor", "--zone", "Nowhere"], "no time zone is named"),
        (["monitor", "--baseline", "nothing"], "nothing"),
        (["monitor", "--baseline", "a..b"], "a period is written as"),
        (["monitor", "--false-alarm-days", "0"], "false_alarm_days"),
        (["monitor", "trend", "--by", "minute"], "by: must be one of hour, day, week"),
        (["ab", "x", "z"], "No arm is named 'z'"),
        (["ab", "x", "y", "--margin", "huge"], "--margin"),
    ],
)
def test_mistakes_of_the_user_are_named(
    argv: list[str], words: str, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as done:
        main([*argv, "--store", place])

    assert done.value.code == 2
    assert words in capsys.readouterr().err
