"""Metrics of others, installed beside Assay: computed, shown, listed; one that fails costs nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROBLEM = """
entry_point = "double"
reference = "def double(x): return 2 * x"
[[cases]]
call = "double(2)"
returns = "4"
"""
EXAMPLE = (
    (Path(__file__).parents[2] / "docs" / "metrics.md").read_text("utf-8").split("```")[1].removeprefix("python\n")
)
MODULE = """
from dataclasses import replace

from assay.records import Score


def broken(run):
    raise ZeroDivisionError("no letters")


def given(*scores):
    return lambda run: scores


WHOLE = replace(BREVITY, whole_run=True)
BROKEN = Metric("broken", "Always fails", broken)
LEAVES = Metric("leaves", "Ends the process", lambda run: exit(3))
TAKEN = Metric("taken", "Takes the name of another's score", given(Score("pass@1", 1.0, 1)))
TOO_MUCH = Metric("too-much", "Is no share", given(Score("too-much", 12.0, 1)))
TEXT = Metric("text", "Gives something else", given("text"))
NOTHING = 7
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A benchmark of one problem, and one candidate of twenty letters."""
    (tmp_path / "mine" / "problems").mkdir(parents=True)
    (tmp_path / "mine" / "benchmark.toml").write_text('name = "mine"\nversion = "7"\n')
    (tmp_path / "mine" / "problems" / "double.toml").write_text(PROBLEM)
    (tmp_path / "c.jsonl").write_text(json.dumps({"task_id": "double", "solution": "double=lambda x: 2*x"}) + "\n")
    return tmp_path


def install(folder: Path, **metrics: str) -> None:
    """Put a distribution onto the path that offers attributes of `MODULE`, or any path, as metrics."""
    information = folder / "installed" / "their_metrics-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: their-metrics\nVersion: 1.0\n")
    paths = {name: path if ":" in path else f"their_metrics:{path}" for name, path in metrics.items()}
    lines = [f"{name.replace('_', '-')} = {path}" for name, path in paths.items()]
    (information / "entry_points.txt").write_text("\n".join(["[assay.metric]", *lines, ""]))
    (folder / "installed" / "their_metrics.py").write_text(EXAMPLE + MODULE)


def assay(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(filter(None, (str(folder / "installed"), os.environ.get("PYTHONPATH"))))
    return subprocess.run(
        [sys.executable, "-m", "assay", *arguments], cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "ASSAY_WORKERS": "1"},
        capture_output=True, text=True, timeout=110, check=False,
    )  # fmt: skip


def run(folder: Path, *arguments: str) -> Any:  # Any: JSON
    done = assay(folder, "run", "mine", "-c", "c.jsonl", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def scores_of(data: Any) -> dict[str, Any]:  # Any: JSON
    return {score["metric"]: score for score in data["scores"]}


@pytest.mark.parametrize(("attribute", "grouped"), [("BREVITY", True), ("WHOLE", False)])
def test_a_plug_in_metric_is_computed_and_shown(folder: Path, attribute: str, grouped: bool) -> None:
    install(folder, brevity=attribute)

    found = run(folder)

    score = scores_of(found)["brevity"]
    assert (score["value"], score["n"], score["interval"] is not None) == (0.5, 1, True)
    assert score["signature"].startswith("mine:7|attempts:1|blocks:first|time:")
    assert ("brevity" in scores_of(found["groups"][0])) is grouped
    assert "brevity" in assay(folder, "show", "latest", "--details").stdout
    assert found["cautions"] == []


def test_a_plug_in_metric_is_listed_with_its_line(folder: Path) -> None:
    install(folder, brevity="BREVITY", lost="no_such_module:METRIC", nothing="NOTHING")

    done = assay(folder, "list", "metrics", "--json")

    listed = {row["name"]: row["what"] for row in json.loads(done.stdout)["metrics"]}
    assert listed["brevity"] == "How short the code is"
    assert listed["lost"] == "cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'"
    assert listed["nothing"].startswith("cannot be loaded: InvalidValue: the entry point must name a Metric")
    assert "pass@k" in listed
    assert "brevity" in assay(folder, "list", "metrics").stdout


FAILING = {
    "broken": ("BROKEN", "ZeroDivisionError: no letters"),
    "leaves": ("LEAVES", "SystemExit: 3"),
    "taken": ("TAKEN", "InvalidValue: another metric has a score of the name 'pass@1'"),
    "much": ("TOO_MUCH", "InvalidValue: the numbers of a score are from 0 to 1"),
    "text": ("TEXT", "InvalidValue: a metric gives scores, got 'text'"),
    "lost": ("no_such_module:METRIC", "ModuleNotFoundError: No module named 'no_such_module'"),
}


def test_a_plug_in_metric_that_fails_is_named_and_nothing_is_lost(folder: Path) -> None:
    install(folder, zebra="BREVITY", **{name: path for name, (path, _) in FAILING.items()})

    found = run(folder)

    scores, cautions = scores_of(found), [caution["what"] for caution in found["cautions"]]
    shown = assay(folder, "show", "latest", "--details").stdout
    assert (scores["pass@1"]["value"], scores["brevity"]["value"], len(cautions)) == (1.0, 0.5, len(FAILING))
    for name, (_, message) in FAILING.items():
        assert scores[name]["value"] is None
        assert scores[name]["note"].startswith(f"the metric failed: {message}")
        assert [what for what in cautions if what.startswith(f"The metric {name!r} of a plug-in failed: {message}")]
        assert f"! The metric {name!r} of a plug-in failed" in shown
    assert scores_of(json.loads(assay(folder, "rescore", "latest", "--json").stdout)) == scores


def test_a_plug_in_cannot_replace_a_built_in_metric(folder: Path) -> None:
    install(folder, consistency="BROKEN")

    assert run(folder)["cautions"] == []


def test_a_run_can_be_held_against_a_plug_in_metric(folder: Path) -> None:
    install(folder, brevity="BREVITY", theirs="BROKEN")

    def held(bound: str) -> tuple[int, str]:
        done = assay(folder, "run", "mine", "-c", "c.jsonl", "--fail-under", bound)
        return done.returncode, done.stderr

    assert held("brevity=0.5")[0] == 0
    assert "could not be measured (the metric failed: ZeroDivisionError" in held("theirs=0.1")[1]
