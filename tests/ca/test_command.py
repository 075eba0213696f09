"""What `assay ca` prints, and the status it ends with."""

from __future__ import annotations

import contextlib
import io
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
from assay.cli.ca import is_below, run, show
from assay.cli.layout import Page
from assay.errors import InvalidValue
from assay.evaluation.planning import benchmark_of
from assay.metrics.codebleu import evaluate_codebleu
from assay.records import Candidate, Trial, Verdict
from assay.sandbox.recipes import tools
from assay.sandbox.toolchains import MissingToolchain
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


def test_the_answer_comes_first_then_the_pairs_that_are_not_alike(
    places: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*places, keep=False, quiet=True) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[:-1] == [
        "computational accuracy 0.95 (0.90 – 1.00)   2 of 2 pairs behave alike (1 missing)",
        "",
        "pair  score  why",
        "lost      –  there is no prediction of that name",
        "",
        "3 files: 1 perfect, 1 close, 1 missing, 1 extra",
        "with missing predictions as 0: 0.6333",
    ]
    assert lines[-1].startswith("signature ca:2|compare:documented|")


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
    assert lines[3] == "case      –  the ground truth raises ValueError: no"
    assert lines[0].startswith("computational accuracy 1.00 (")
    assert lines[0].endswith("1 of 1 pair behaves alike (1 could not be judged, 1 missing)")
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


def test_codebleu_keeps_its_column_across_languages(
    places: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    truth, new = places
    Path(new, "case.py").rename(Path(new, "case.js"))
    Path(new, "case.js").write_text("console.log('hi')")

    run(truth, new, keep=False, codebleu=True, as_json=True, quiet=True)

    rows = {row["file"]: row for row in json.loads(capsys.readouterr().out)["results"]}
    assert rows["case"]["codebleu"] is None
    assert rows["case"]["codebleu_missing"] == "python is not compared with javascript"
    assert rows["same"]["codebleu"] == 1.0


def test_a_similarity_is_a_column_of_the_table() -> None:
    found = Comparison(ProgramRun(), ProgramRun(), Agreement.PERFECT, True, True, True)
    trial = Trial("a", Candidate(""), Verdict.PASSED, accuracy=Accuracy((found,), found))
    summary = Summary(
        num_files=1, evaluated=1, mean_ca_score=1.0, interval=[0.5, 1.0], perfect_matches=1, signature="ca:1"
    )

    report = FilesReport(summary, (FileResult("a", trial=trial, beside={"codebleu": 0.5}),))

    shown = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    show(report, Page(shown))
    shown.seek(0)
    assert shown.read().splitlines()[2:4] == ["pair  score  codebleu  why", "a      1.00    0.5000"]


PAIRS = {  # truth, prediction, why they are not alike
    "output": ("print(1)\nprint(14)", "print(1)\nprint(20)", "line 2: expected 14, got 20"),
    "longer": ("print(1)", "print(1)\nprint(2)", "line 2: expected the end, got 2"),
    "quoted": ("print('a, b')", "print('a; b')", "line 1: expected 'a, b', got a; b"),
    "raises": (
        "x = int(input())\nprint(x and 6 // x)",
        "print(6 // int(input()))",
        "the new program raises ZeroDivisionError on input 2 (the old one prints 0): "
        "integer division or modulo by zero",
    ),
    "third": ("print(int(input()) // 2)", "print(int(input()) // 3)", "input 1: line 1: expected 2, got 1"),
    "status": (
        "print(1)",
        "import sys\nprint(1)\nsys.exit(3)",
        "the new program ends with status 3, the old one with 0",
    ),
    "signal": (
        "pass",
        "import os\nos.kill(os.getpid(), 11)",
        "the new program is ended by signal 11 (the old one prints nothing)",
    ),
    "forever": (
        "print(1)\nprint(2)\nprint(3)",
        "while True: pass",
        "the new program did not end within 1 s (the old one prints 1 and 2 more lines)",
    ),
    "syntax": (
        "print(1)",
        "print(1",
        "the new program raises SyntaxError (the old one prints 1): '(' was never closed",
    ),
    "broken": ("raise KeyError('x')", "print(1)", "the ground truth raises KeyError: 'x'"),
}
INPUTS = {"raises.1": "3", "raises.2": "0", "third.1": "4", "third.2": "0"}


def test_the_reason_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("truth", "new", "in"):
        (tmp_path / name).mkdir()
    for name, (truth, new, _) in PAIRS.items():
        (tmp_path / "truth" / f"{name}.py").write_text(truth)
        (tmp_path / "new" / f"{name}.py").write_text(new)
    for name, text in INPUTS.items():
        (tmp_path / "in" / f"{name}.in").write_text(f"{text}\n")
    run(
        str(tmp_path / "truth"),
        str(tmp_path / "new"),
        keep=False,
        quiet=True,
        timeout="1s",
        inputs=str(tmp_path / "in"),
    )
    lines = capsys.readouterr().out.splitlines()

    assert lines[2] == "pair     score  why"
    said = [line.split(maxsplit=2) for line in lines[3 : 3 + len(PAIRS)]]
    assert {name: why for name, _, why in said} == {name: why for name, (_, _, why) in PAIRS.items()}


@pytest.mark.slow
def test_java_shows_the_exception_and_not_the_last_frame(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        tools("java")
    except MissingToolchain as error:
        pytest.skip(str(error))
    java = (
        "public class Main {{ static int f(String s) {{ return 1 / s.indexOf(s); }}"
        " public static void main(String[] a) {{ System.out.println({}); }} }}"
    )
    for folder, sources in (("truth", {"a": "1", "b": "new Scaner(1)"}), ("new", {"a": 'f("0")', "b": "2"})):
        (tmp_path / folder).mkdir()
        for name, expression in sources.items():
            source = java.format(expression).replace(
                "{ public", "{ static int f(String s) { return 1 / s.indexOf(s); } public"
            )
            (tmp_path / folder / f"{name}.java").write_text(source)
    run(str(tmp_path / "truth"), str(tmp_path / "new"), keep=False, quiet=True)

    assert capsys.readouterr().out.splitlines()[3:5] == [
        "a      0.00  the new program raises java.lang.ArithmeticException (the old one prints 1): / by zero",
        "b         –  the ground truth does not compile: cannot find symbol: class Scaner (line 1)",
    ]
