"""What `assay ca` prints, and the status it ends with."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from assay.agreement import Accuracy, Agreement, Comparison, ProgramRun
from assay.ca.report import FileResult, FilesReport, Summary
from assay.choices import Choices
from assay.cli.ca import is_below, render, run
from assay.errors import InvalidValue
from assay.evaluation.planning import benchmark_of
from assay.metrics.codebleu import evaluate_codebleu
from assay.records import Candidate, Trial, Verdict
from assay.store.base import StoreFault
from assay.store.opening import open_store


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ASSAY_WORKERS", "1")  # each worker takes a second to start
    for folder, source in (("truth", "print('Hi')"), ("new", "print('hi')")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same.py").write_text("print(1)")
        (tmp_path / folder / "case.py").write_text(source)
    (tmp_path / "truth" / "lost.py").write_text("print(1)")
    (tmp_path / "new" / "zebra.py").write_text("print(1)")
    return "truth", "new"


def test_the_table_has_a_line_for_each_file(places: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*places, keep=False, quiet=True) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == [
        "file  score  class               detail",
        "case   0.90  close",
        "lost      -  missing             there is no prediction of that name",
        "same   1.00  perfect",
    ]
    assert lines[5].startswith("mean CA score = 0.9500 [0.9")
    assert "(n=2) ca:2|compare:documented|" in lines[5]
    assert lines[6:] == ["with missing predictions as 0: 0.6333", "3 files: 1 perfect, 1 close, 1 missing, 1 extra"]


def test_json_is_the_whole_report(places: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    run(*places, keep=False, as_json=True, output="deep/results.json", strict=True)

    report = json.loads(capsys.readouterr().out)
    assert report == json.loads(Path("deep/results.json").read_text())
    assert {row["file"]: row["ca_score"] for row in report["results"]} == {"case": 0.5, "lost": None, "same": 1.0}


def test_a_bound_that_is_not_met_is_a_status_of_one(places: tuple[str, str]) -> None:
    assert run(*places, keep=False, fail_under=0.6) == 0
    assert run(*places, keep=False, fail_under=0.7) == 1
    with pytest.raises(InvalidValue, match=r"--fail-under.*7"):
        run(*places, fail_under=7)


@pytest.mark.parametrize(("mean", "bound", "below"), [(None, 0.0, True), (0.5, None, False), (0.5, 0.5, False)])
def test_nothing_judged_is_below_every_bound(mean: float | None, bound: float | None, below: bool) -> None:
    assert is_below(Summary(mean_ca_score_with_missing=mean), bound) is below


def test_a_run_is_kept_in_the_store(places: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    run(*places, store="kept.db", name="first", quiet=True)

    assert "kept as run " in capsys.readouterr().out
    store = open_store("kept.db")
    assert store.find_run("first").benchmark == "ca"
    store.close()


def test_a_kept_comparison_says_why_it_is_not_scored_again(places: tuple[str, str]) -> None:
    run(*places, quiet=True)
    store = open_store()
    (kept,) = store.runs()
    store.close()

    with pytest.raises(InvalidValue, match=f"run {kept.id} compared programs, .* start that comparison again"):
        benchmark_of(kept, Choices())


def test_a_comparison_that_is_stopped_says_what_it_kept(places: tuple[str, str]) -> None:
    for place in places:
        Path(place, "zzz.py").write_text("import time; time.sleep(600)")
    process = subprocess.Popen(
        [sys.executable, "-m", "assay", "ca", *places, "--workers", "1", "--timeout", "600s"],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, start_new_session=True,
    )  # fmt: skip
    _wait_for_two_trials()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)

    assert process.returncode == 130
    assert "assay: stopped; 2 trials of run" in said


def _wait_for_two_trials() -> None:
    for _ in range(600):
        if Path(".assay/assay.db").exists():
            with contextlib.closing(open_store()) as store, contextlib.suppress(StoreFault):
                if any(sum(store.counts(run.id).values()) == 2 for run in store.runs()):
                    return
        time.sleep(0.1)
    raise AssertionError("two trials were not kept in a minute")


def test_codebleu_stands_beside_the_score(places: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    run(*places, keep=False, codebleu=True, as_json=True, quiet=True)

    rows = {row["file"]: row for row in json.loads(capsys.readouterr().out)["results"]}
    assert rows["same"]["codebleu"] == 1.0
    assert 0 < rows["case"]["codebleu"] < 1
    assert "codebleu" not in rows["lost"]


def test_a_failing_ground_truth_is_seen_in_the_table(
    places: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("truth/case.py").write_text("raise ValueError('no')")
    Path("truth/same.py").write_text("import sys; sys.exit(int(input() or 1 / 0))")
    Path("new/same.py").write_text("import sys; sys.exit(int(input()))")
    Path("in").mkdir()
    Path("in/same.1.in").write_text("0\n")
    Path("in/same.2.in").write_text("\n")

    assert run(*places, keep=False, quiet=True, inputs="in") == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "case      -  groundtruth_failed  groundtruth: ended with status 1: ValueError: no"
    assert lines[5].startswith("mean CA score = 1.0000 [")
    assert "3 files: 1 perfect, 1 with a failing ground truth, 1 missing, 1 extra" in lines
    assert "left out, for the ground truth fails on them: 1 inputs" in lines


def signature_of(capsys: pytest.CaptureFixture[str]) -> str:
    return str(json.loads(capsys.readouterr().out)["summary"]["signature"])


def test_time_and_memory_come_from_flags_then_the_environment_then_the_file(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(*places, keep=False, as_json=True, quiet=True)
    assert "|time:30s|mem:1GiB|" in signature_of(capsys)
    Path("assay.toml").write_text("time = '5s'\nmemory = '600MiB'\nworkers = 1\ncache = 'kept'\n")
    monkeypatch.setenv("ASSAY_MEMORY", "700MiB")
    run(*places, keep=False, as_json=True, quiet=True)
    assert "|time:5s|mem:700MiB|" in signature_of(capsys)
    run(*places, keep=False, as_json=True, quiet=True, timeout="7", memory="800MiB")
    assert "|time:7s|mem:800MiB|" in signature_of(capsys)


@pytest.mark.parametrize(
    ("given", "named"),
    [({"memory": "much"}, "memory: .*'much'"), ({"timeout": "0"}, "--timeout: .*'0'"), ({"workers": 0}, "workers")],
)
def test_a_flag_that_means_nothing_is_named(places: tuple[str, str], given: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidValue, match=named):
        run(*places, keep=False, **given)


def test_the_weights_of_codebleu_are_the_configured_ones(
    places: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    run(*places, keep=False, codebleu=True, as_json=True, quiet=True)
    even = {row["file"]: row.get("codebleu") for row in json.loads(capsys.readouterr().out)["results"]}
    Path("assay.toml").write_text("[metrics.code_bleu]\nweights = [1.0, 0.0, 0.0, 0.0]\n")
    run(*places, keep=False, codebleu=True, as_json=True, quiet=True)

    rows = {row["file"]: row for row in json.loads(capsys.readouterr().out)["results"]}
    expected = evaluate_codebleu("print('hi')", "print('Hi')", language="python", weights=(1.0, 0.0, 0.0, 0.0))
    assert rows["case"]["codebleu"] == expected["codebleu"] != even["case"]
    assert "|weights:1,0,0,0|" in rows["case"]["codebleu_signature"]


def test_a_similarity_is_a_column_of_the_table() -> None:
    found = Comparison(ProgramRun(), ProgramRun(), Agreement.PERFECT, True, True, True)
    trial = Trial("a", Candidate(""), Verdict.PASSED, accuracy=Accuracy((found,), found))
    summary = Summary(
        num_files=1, evaluated=1, mean_ca_score=1.0, interval=[0.5, 1.0], perfect_matches=1, signature="ca:1"
    )

    report = FilesReport(summary, (FileResult("a", trial=trial, beside={"codebleu": 0.5}),))

    assert render(report).splitlines()[:2] == [
        "file  score  class               codebleu  detail",
        "a      1.00  perfect               0.5000",
    ]
