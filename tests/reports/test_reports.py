"""A report says everything a reader must know, as text and as data that comes back equal."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.records import (
    Candidate,
    CaseKind,
    CaseOutcome,
    CaseStatus,
    Execution,
    Score,
    Suspicion,
    SuspicionKind,
    Trial,
    Verdict,
)
from assay.reports.brief import score_block
from assay.reports.exporting import export, export_folder, left_out
from assay.reports.listing import together_lines
from assay.reports.report import Report, ScoreGroup
from assay.reports.screen import Screen
from assay.reports.terminal import console, render
from assay.spec import BenchmarkRef, Run, RunSpec, RunState
from assay.store.memory import MemoryStore

RUN = Run("ab12", "starter", "1", name="first", model="m", model_version="2", facts={"iso": "landlock"}, problems=2,
          trials=3, seconds=1.5,
          notes=("2 candidates for unknown problems",), state=RunState.FINISHED,
          spec=RunSpec(BenchmarkRef("starter")))  # fmt: skip
PASS = Score("pass@1", 0.5, 2, (0.1, 0.9), "starter:1|k:1", k=1)
REPORT = Report(
    RUN,
    (PASS, Score("test-case-pass-rate", 0.75, 2, None, "starter:1", pooled=0.8)),
    "50 % solved on the first try",
    (ScoreGroup("kind", "function", (PASS,), (0.7, 0.85)),),
    {"passed": 1, "failed": 1},
    {"logic": 1},
    "logic",
    1,
    {"worker died": 1},
    {"early_exit": 1},
    1,
    {"numpy": 1},
    {"p/1": "its test is wrong"},
)


def text_of(report: Report) -> str:
    """What is printed of a run with all its tables."""
    file = io.StringIO()
    render(report, console(file, terminal=False), terminal=False)
    return "\n".join(score_block(report, Screen(), program="assay")) + file.getvalue()


@pytest.mark.parametrize(
    "shown",
    [
        "starter 1 · m 2 · run ab12 · first", "50 % solved on the first try", "10.0 – 90.0", "pooled 80.0 %",
        "unjudged (no fault of the candidate)", "most common: logic", "70–85 %",
        "early_exit 1 (1 of them on trials that passed)", "! 1 answer left before being judged: 1 of them passed",
        "numpy (1)", "1 could not be judged, no fault of theirs: worker died   assay retry ab12 --faults",
        "p/1: its test is wrong", "2 candidates for unknown problems",
    ],
)  # fmt: skip
def test_the_text_has(shown: str) -> None:
    assert shown in text_of(REPORT)


def test_plain_text_has_no_control_sequences_even_if_a_name_does() -> None:
    assert "\x1b" not in text_of(replace(REPORT, run=replace(RUN, model="\x1b[31mred")))


def test_a_run_that_is_not_finished_says_so() -> None:
    assert "! interrupted: this is about the 3 candidates judged so far" in text_of(
        replace(REPORT, run=replace(RUN, state=RunState.INTERRUPTED))
    )
    assert "judged so far" not in text_of(REPORT)


def test_several_runs_stand_beside_each_other() -> None:
    other = replace(REPORT, run=replace(RUN, id="cd34", model="other"))

    text = "\n".join(together_lines([REPORT, other], [], Screen()))

    assert [line.split("  ")[0] for line in text.splitlines() if "50.0 %" in line] == ["ab12", "cd34"]
    assert "10.0 – 90.0" in text
    assert "they agree on every problem" in text


def test_a_report_survives_json() -> None:
    data = json.loads(json.dumps(REPORT.to_dict()))

    assert Report.from_dict(RUN, data) == REPORT
    assert data["scores"][0]["interval"] == [0.1, 0.9]
    assert {"run", "benchmark", "scores", "verdicts", "unjudged", "isolation", "seconds"} <= set(data)


def trials() -> list[Trial]:
    basic = CaseOutcome(CaseStatus.PASSED, CaseKind.BASIC, "f(1)")
    edge = CaseOutcome(CaseStatus.FAILED, CaseKind.EDGE, "f(0)", actual="1", expected="0")
    facts = (Execution(0, effective_seconds=0.25, cpu_seconds=0.2, memory_bytes=1000),)
    liar = (Suspicion(SuspicionKind.EARLY_EXIT, "left"),)
    return [
        Trial("p/1", Candidate("=1+1", 0), Verdict.PASSED, (basic,), executions=facts),
        Trial("p/1", Candidate("def f(): 1", 1), Verdict.FAILED, (basic, edge), liar, detail="expected 0, got 1"),
        Trial("p/2", Candidate(b"\xff", 0), Verdict.TIMED_OUT),
        Trial("p/2", Candidate("x\ud800", 1), None, fault="no worker"),
    ]


def exported(form: str, benchmark: str = "starter") -> str:
    run = replace(RUN, benchmark=benchmark)
    store = MemoryStore()
    store.add_run(run)
    store.add_trials(run.id, list(enumerate(trials())))
    file = io.StringIO()
    assert export(run, store, form, file) == 4
    return file.getvalue()


def test_humaneval_rows() -> None:
    rows = [json.loads(line) for line in exported("humaneval").splitlines()]

    assert [(row["task_id"], row["passed"], row["result"]) for row in rows] == [
        ("p/1", True, "passed"),
        ("p/1", False, "failed: expected 0, got 1"),
        ("p/2", False, "timed out"),
        ("p/2", None, "unjudged: no worker"),
    ]


def test_results_as_multipl_e_writes_them(tmp_path: Path) -> None:
    run = replace(RUN, benchmark="multipl-e:humaneval-rs")
    store = MemoryStore()
    store.add_run(run)
    store.add_trials(run.id, list(enumerate(trials())))

    assert export_folder(run, store, tmp_path) == 3

    files = {path.name: json.loads(path.read_text()) for path in tmp_path.iterdir()}
    assert {name: [row["status"] for row in data["results"]] for name, data in files.items()} == {
        "p_1.results.json": ["OK", "Exception"],
        "p_2.results.json": ["Timeout"],
    }
    assert [row["exit_code"] for row in files["p_1.results.json"]["results"]] == [0, 1]
    assert files["p_1.results.json"]["language"] == "rs"


def test_evalplus_results() -> None:
    data: dict[str, Any] = json.loads(exported("evalplus", "humaneval-plus"))

    first, second = data["eval"]["p/1"]
    assert (first["base_status"], first["plus_status"]) == ("pass", "pass")
    assert (second["base_status"], second["plus_status"], second["plus_fail_tests"]) == ("pass", "fail", ["f(0)"])
    assert [row["base_status"] for row in data["eval"]["p/2"]] == ["timeout", "unjudged"]
    assert data["pass_at_k"] == {"base": {"pass@1": 0.5}, "plus": {"pass@1": 0.25}}


@pytest.mark.parametrize("benchmark", ["humaneval", "mbpp", "mbpp-sanitized", "starter"])
def test_a_plus_score_that_was_not_measured_is_not_written(benchmark: str) -> None:
    data: dict[str, Any] = json.loads(exported("evalplus", benchmark))

    rows = [row for found in data["eval"].values() for row in found]
    assert {(row["plus_status"], *row["plus_fail_tests"]) for row in rows} == {(None,)}
    assert [row["base_status"] for row in rows] == ["pass", "pass", "timeout", "unjudged"]
    assert data["pass_at_k"] == {"base": {"pass@1": 0.5}}
    assert f"a run on {benchmark} measures no plus inputs" in left_out(replace(RUN, benchmark=benchmark), "evalplus")
    assert not left_out(replace(RUN, benchmark=benchmark), "jsonl")


def test_plus_counts_only_where_base_passes_too() -> None:
    wrong = CaseOutcome(CaseStatus.FAILED, CaseKind.BASIC)
    trial = Trial("p/1", Candidate(""), Verdict.FAILED, (wrong, CaseOutcome(CaseStatus.PASSED, CaseKind.EDGE)))
    run = replace(RUN, benchmark="mbpp-plus")
    store = MemoryStore()
    store.add_run(run)
    store.add_trials(run.id, [(0, trial)])
    file = io.StringIO()
    export(run, store, "evalplus", file)

    data = json.loads(file.getvalue())
    (row,) = data["eval"]["p/1"]
    assert (row["base_status"], row["plus_status"], row["base_fail_tests"]) == ("fail", "pass", [])
    assert data["pass_at_k"] == {"base": {"pass@1": 0.0}, "plus": {"pass@1": 0.0}}


def test_json_lines_hold_whole_trials() -> None:
    rows = [json.loads(line) for line in exported("jsonl").splitlines()]

    assert [row["verdict"] for row in rows] == ["passed", "failed", "timed_out", None]
    assert rows[1]["outcomes"][1]["expected"] == "0"
