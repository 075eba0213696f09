"""`assay report` as typed: a file in the format that its name asks for, and errors that say what to do."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path

import pytest

from assay.evaluation.reporting import keep_report, make_report
from assay.records import Candidate, Trial, Verdict
from assay.spec import BenchmarkRef, Run, RunSpec, RunState, Scoring
from assay.store.sql import SqlStore
from tests.cli.typed import typed

CODE = 'def cumulative(values):\n    """Sums."""\n    return values\n'
FACTS = {"time": "3s", "mem": "1GiB", "iso": "landlock"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store of two runs on a benchmark that comes with Assay."""
    place = tmp_path_factory.mktemp("project")
    store = SqlStore(place / ".assay" / "assay.db")
    for number, name in enumerate(("weak", "good")):
        spec = RunSpec(BenchmarkRef("starter", name="starter", version="1"), scoring=Scoring(quality=name == "good"))
        run = Run(name, "starter", "1", model=name, state=RunState.FINISHED, facts=FACTS, spec=spec)
        store.add_run(run)
        verdicts = {"describe": Verdict.PASSED, "tidy_name": Verdict.PASSED if number else Verdict.FAILED}
        trials = [Trial(problem, Candidate(CODE), verdict) for problem, verdict in verdicts.items()]
        store.add_trials(name, list(enumerate(trials)))
        keep_report(store, make_report(replace(run, spec=None), store, None))
    store.close()
    return place


def test_a_page_is_written_and_says_where(folder: Path) -> None:
    done = typed(folder, "report", "weak", "-o", "out/report.html")

    assert done.returncode == 0
    assert done.stdout == "out/report.html: 2 attempts of weak\n"
    assert (folder / "out" / "report.html").read_text("utf-8").startswith("<!doctype html>")
    assert gc.isenabled()


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        pytest.param(("weak", "good"), "good against weak", id="the-first-is-the-baseline"),
        pytest.param(("weak", "--baseline", "good"), "weak against good", id="named"),
        pytest.param(("good", "weak", "--baseline", "good", "good"), "weak against good", id="each-run-once"),
    ],
)
def test_runs_are_held_against_the_baseline(folder: Path, arguments: tuple[str, ...], first: str) -> None:
    done = typed(folder, "report", *arguments, "-o", "two.html")

    assert done.returncode == 0
    assert f"<title>starter 1: {first}</title>" in (folder / "two.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(("weak", "-o", "report.docx"), "ends in '.docx', which is no format", id="suffix"),
        pytest.param(("weak",), "--output: name a file", id="no-file"),
        pytest.param(("weak", "--format", "htm"), "No report format is named 'htm'. Did you mean 'html'?", id="format"),
        pytest.param(("nobody", "-o", "x.html"), "No run is named 'nobody'", id="run"),
        pytest.param(("weak", "--baseline", "bad", "-o", "x.html"), "No run is named 'bad'", id="baseline"),
        pytest.param(("weak", "-o", "/dev/null/x.html"), "--output '/dev/null/x.html' cannot be written: ", id="place"),
    ],
)
def test_a_mistake_is_named(folder: Path, arguments: tuple[str, ...], said: str) -> None:
    done = typed(folder, "report", *arguments)

    assert done.returncode == 2
    assert said in done.stderr
    assert not (folder / "x.html").exists()
