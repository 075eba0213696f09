"""`assay run` and what comes after it, as a user types it: a real store, real files, and workers that are processes."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.typed import typed as assay

PROBLEM = """
entry_point = "double"
difficulty = 1
tags = ["maths"]
reference = "def double(x): return 2 * x"
[[cases]]
call = "double(2)"
returns = "4"
[[cases]]
call = "double(0)"
returns = "0"
kind = "edge"
[[wrong]]
name = "same"
verdict = "failed"
source = "def double(x): return x"
"""
REPOSITORY = """
entry_point = "total"
kind = "repository"
target = "shop/pricing.py"
reference = "from shop.catalog import PRICES\\n\\ndef total(names): return sum(PRICES[name] for name in names)"
tests = "assert total(['tea']) == 3\\nassert total([]) == 0"
[files]
"shop/__init__.py" = ""
"shop/catalog.py" = "PRICES = {'tea': 3}"
"""
RIGHT = "def double(x): return 2 * x"
WRONG = "def double(x): return x"
CRASH = "def double(x): return x / 0"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project folder with a benchmark of its own."""
    (tmp_path / "mine" / "problems").mkdir(parents=True)
    (tmp_path / "mine" / "benchmark.toml").write_text('name = "mine"\nversion = "7"\n')
    (tmp_path / "mine" / "problems" / "double.toml").write_text(PROBLEM)
    (tmp_path / "mine" / "problems" / "shop.toml").write_text(REPOSITORY)
    return tmp_path


def candidates(folder: Path, *sources: str, name: str = "c.jsonl", problem: str = "double") -> str:
    (folder / name).write_text("".join(json.dumps({"task_id": problem, "solution": text}) + "\n" for text in sources))
    return name


def answer(folder: Path, *arguments: str) -> Any:  # Any: JSON
    done = assay(folder, *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def listed(folder: Path) -> list[dict[str, Any]]:  # Any: JSON
    found: list[dict[str, Any]] = answer(folder, "list", "runs")["runs"]  # Any: JSON
    return found


def test_a_run_is_judged_stored_and_shown(folder: Path) -> None:
    name = candidates(folder, RIGHT, WRONG, CRASH, "def double(x) return 1")

    run = answer(folder, "run", "mine", "-c", name, "--model", "m", "--label", "set=a", "--k", "1,2")

    assert (run["benchmark"], run["verdicts"]) == ("mine", {"passed": 1, "failed": 1, "crashed": 1, "invalid": 1})
    scores = {score["metric"]: score for score in run["scores"]}
    assert (scores["pass@1"]["value"], scores["pass@1"]["n"]) == (0.25, 1)
    assert scores["pass@2"]["value"] == pytest.approx(0.5)
    assert scores["pass@1"]["signature"].startswith(
        "mine:7|k:1|attempts:4|blocks:first|time:3s|case:1s|ref:4x|mem:1GiB|judge:separate|iso:"
    )
    assert (run["unjudged"], run["labels"], run["model"]) == (0, {"set": "a"}, "m")
    text = assay(folder, "show", "latest", "--problem", "double").stdout
    for shown in (
        "double · m · attempt 1 · failed · 1 of 2 cases passed",
        "case 0  double(2)  expected 4  got 2",
        "ZeroDivisionError",
        "     ^^^^^^^^^^^^^^^^^^^^^^^^^^",
        "invalid",
    ):
        assert shown in text
    assert [row["run"] for row in listed(folder)] == [run["run"]]


def test_a_problem_among_other_files(folder: Path) -> None:
    right = "from .catalog import PRICES\ndef total(names):\n    return sum(PRICES[n] for n in names)\n"
    name = candidates(folder, right, "def total(names): return 3", problem="shop")

    run = answer(folder, "run", "mine", "-c", name)

    assert run["verdicts"] == {"passed": 1, "failed": 1}


def test_mends_are_told_in_report_json_and_trial_and_stay_with_the_run(folder: Path) -> None:
    problem = PROBLEM.replace("difficulty = 1", 'prompt = "def double(x):\\n"')
    (folder / "mine" / "problems" / "double.toml").write_text(problem)
    name = candidates(folder, RIGHT, "    return 2 * x", "return 2 * x", f"Sure:\n```python\n{RIGHT}\n```", "x = (")

    run = answer(folder, "run", "mine", "-c", name)
    again = assay(folder, "rescore", run["run"]).stdout
    shown = assay(folder, "show", run["run"], "--problem", "double").stdout

    assert run["verdicts"] == {"passed": 4, "invalid": 1}
    assert run["mended"] == {"behind_the_prompt": 1, "indentation_restored": 1, "fenced_block": 1}
    assert "! 3 of 5 candidates were mended before they were judged, and 3 of them pass" in again
    assert "|mended:3" in run["scores"][0]["signature"]
    assert "mended        fenced block\n" in shown


def test_the_same_candidates_again_come_from_the_cache(folder: Path) -> None:
    name = candidates(folder, RIGHT, WRONG)
    first = answer(folder, "run", "mine", "-c", name)
    again = answer(folder, "run", "mine", "-c", name)

    assert first["run"] != again["run"]
    assert again["verdicts"] == first["verdicts"]
    assert (
        assay(folder, "store", "size")
        .stdout.splitlines()[0]
        .endswith("2 runs, 4 trials, 2 cached verdicts, 4 observations")
    )


def test_several_files_are_several_runs_and_stdin_is_one(folder: Path) -> None:
    first, second = candidates(folder, RIGHT, name="a.jsonl"), candidates(folder, WRONG, name="b.jsonl")

    both = assay(folder, "run", "mine", "-c", first, "-c", second, "-q")
    piped = assay(
        folder, "run", "mine", "-c", "-", "--json", given=json.dumps({"task_id": "double", "solution": RIGHT})
    )

    assert both.returncode == 0
    assert [line.split("   ")[0] for line in both.stdout.splitlines()] == ["pass@1  100.0 %", "pass@1  0.0 %"]
    assert json.loads(piped.stdout)["verdicts"] == {"passed": 1}


@pytest.mark.parametrize(("threshold", "code"), [("pass@1=0.5", 0), ("pass@1=60%", 1), ("pass@9=0.1", 2), ("x", 2)])
def test_fail_under(folder: Path, threshold: str, code: int) -> None:
    name = candidates(folder, RIGHT, WRONG)

    assert assay(folder, "run", "mine", "-c", name, "-q", "--fail-under", threshold).returncode == code


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        pytest.param(["run", "humanevl", "-c", "c.jsonl"], "Did you mean 'humaneval'?", id="benchmark"),
        pytest.param(["run", "mine"], "--candidates: name a file or a folder", id="no-candidates"),
        pytest.param(["run", "mine", "-c", "no.jsonl"], "no such file or folder", id="no-file"),
        pytest.param(["run", "mine", "-c", "c.jsonl", "--time", "soon"], "--time: must be an amount", id="time"),
        pytest.param(["run", "mine", "-c", "c.jsonl", "--label", "x"], "--label: must be key=value", id="label"),
        pytest.param(
            ["run", "mine", "-c", "c.jsonl", "--name", "n" * 201], "--name: must have at most 200 characters", id="name"
        ),
        pytest.param(
            ["run", "mine", "-c", "c.jsonl", *(f"--label=a{n}=x" for n in range(21))],
            "--label: a run has at most 20, got 21",
            id="labels",
        ),
        pytest.param(["run", "mine", "-c", "c.jsonl", "--python", "/no/python"], "no interpreter", id="python"),
        pytest.param(["run", "mine", "-c", "bad.jsonl"], "bad.jsonl, line 1", id="bad-json"),
        pytest.param(
            ["run", "mine", "-c", "c.jsonl", "--fail-under", "psas@1=0.9"], "Did you mean 'pass@1'?", id="metric"
        ),
        pytest.param(["run", "mine", "-c", "c.jsonl", "-c", "no.jsonl"], "no such file or folder", id="second"),
        pytest.param(["run", "mine", "-c", "c.jsonl", "--name", "latest"], "--name", id="name"),
        pytest.param(["run", "mine", "-c", "c.jsonl", "--workers", "5000"], "workers must be from 1 to", id="workers"),
        pytest.param(["run", "mine", "-c", "/dev/null"], "it is a device, not a regular file", id="empty"),
        pytest.param(["show", "nothing"], "No run is named 'nothing'", id="show"),
        pytest.param(["export", "latest", "--format", "xls"], "No export format is named 'xls'", id="export"),
        pytest.param(["list", "things"], "No list is named 'things'", id="list"),
        pytest.param(["fetch", "starter"], "starter", id="fetch"),
    ],
)
def test_a_mistake_is_named_in_one_line(folder: Path, arguments: list[str], complaint: str) -> None:
    candidates(folder, RIGHT)
    (folder / "bad.jsonl").write_text('{"task_id": "double", "solution": \n')

    done = assay(folder, *arguments)

    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not [row for row in listed(folder) if row["state"] != "finished"]


def test_what_was_not_judged_is_reported(folder: Path) -> None:
    name = candidates(folder, RIGHT, "")
    with (folder / name).open("a") as file:
        file.write(json.dumps({"task_id": "triple", "solution": RIGHT}) + "\n")

    run = answer(folder, "run", "mine", "-c", name)

    notes = " ".join(run["notes"])
    assert run["verdicts"] == {"passed": 1, "invalid": 1}
    assert "triple" in notes
    assert "shop" in notes


def test_export_rescore_retry_and_replay(folder: Path) -> None:
    name = candidates(folder, RIGHT, WRONG, "def double(x):\n    while True: pass")
    run = answer(folder, "run", "mine", "-c", name, "--time", "300ms")

    rows = [
        json.loads(line) for line in assay(folder, "export", run["run"], "--format", "humaneval").stdout.splitlines()
    ]
    again = assay(folder, "retry", run["run"], "--timeouts", "--time", "500ms").stdout
    scores = {score["metric"]: score["value"] for score in answer(folder, "rescore", run["run"], "--k", "3")["scores"]}
    script = assay(folder, "replay", run["run"], "double", "--attempt", "1", "-o", "again.py")
    shown = subprocess.run(
        [sys.executable, "again.py"], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )

    assert [row["result"] for row in rows] == ["passed", "failed: expected 4, got 2", "timed out"]
    assert "1 trials judged again\n" in again
    assert "\npass@1  33.3 %" in again
    assert "retried:timeouts@0.5s" in again
    assert scores["pass@3"] == 1.0
    assert script.returncode == 0
    assert "actual    2" in shown.stdout


def test_a_run_in_work_is_left_alone_and_a_finished_one_stays_finished(folder: Path) -> None:
    name = many(folder, 800)
    first = started(folder, name)
    _wait_for_trials(folder)
    second = answer(folder, "run", "mine", "-c", name)
    first.communicate(timeout=60)

    rows = listed(folder)
    assert len(rows) == 2
    assert {row["state"] for row in rows} == {"finished"}
    assert second["verdicts"] == {"passed": 400, "failed": 400}


@pytest.mark.slow  # its candidates take longer than the time after which a process looks whose run it makes
def test_a_run_in_work_is_taken_over_when_told(folder: Path) -> None:
    slow = "import time\ndef double(x): time.sleep(0.1); return 2 * x"
    name = candidates(folder, *(f"{slow}  # {number}" for number in range(300)))
    first = started(folder, name)
    _wait_for_trials(folder)
    second = answer(folder, "run", "mine", "-c", name, "--take-over")
    _, errors = first.communicate(timeout=60)

    assert (first.returncode, "was taken over by process" in errors) == (2, True)
    assert [(row["run"], row["state"], row["trials"]) for row in listed(folder)] == [(second["run"], "finished", 300)]
    assert second["verdicts"] == {"passed": 300}


def test_problems_that_were_changed_are_not_taken_for_the_old_ones(folder: Path) -> None:
    run = answer(folder, "run", "mine", "-c", candidates(folder, RIGHT, WRONG), "--codebleu")
    again = answer(folder, "rescore", run["run"])
    path = folder / "mine" / "problems" / "double.toml"
    path.write_text(PROBLEM.replace('returns = "4"', 'returns = "5"'))

    refused = [assay(folder, *command, run["run"]) for command in (["rescore"], ["retry", "--timeouts"])]

    assert [score["metric"] for score in again["scores"]] == [score["metric"] for score in run["scores"]]
    assert [done.returncode for done in refused] == [2, 2]
    assert all("were changed since" in done.stderr for done in refused)


def test_k_above_the_attempts_is_left_out_with_a_note(folder: Path) -> None:
    (folder / "assay.toml").write_text("[metrics.pass_at_k]\nk_values = [1, 2, 3]\n")
    name = candidates(folder, RIGHT, WRONG)

    configured = answer(folder, "run", "mine", "-c", name)["scores"]
    asked = answer(folder, "run", "mine", "-c", name, "--k", "3")["scores"]

    assert [score["metric"] for score in configured[:3]] == ["pass@1", "pass@2", "pass^2"]
    assert [score["note"] for score in configured[:2]] == [
        "pass@3 left out: the fewest attempts at a problem are 2",
        "",
    ]
    assert (asked[0]["metric"], asked[0]["note"]) == ("pass@1", configured[0]["note"])


@pytest.mark.parametrize(
    ("bound", "complaint"),
    [
        ("semantic-agreement=0.5", "Known: consistency, edge-case-pass-rate"),
        ("error-analysis=0.5", "--fail-under: No score of this run is named 'error-analysis'"),
        ("form=0.5", "'form' needs --quality"),
        ("codebleu.syntax=0.5", "'codebleu.syntax' needs --codebleu"),
        ("pass@3=0.5", "'pass@3' needs --k 3"),
        ("pass@5=0.5", "k=5 needs as many attempts at every problem: c.jsonl: 'double' has 2"),
    ],
)
def test_a_bound_that_cannot_be_held_is_refused_before_anything_is_judged(
    folder: Path, bound: str, complaint: str
) -> None:
    done = assay(folder, "run", "mine", "-c", candidates(folder, RIGHT, WRONG), "--fail-under", bound)

    assert done.returncode == 2
    assert complaint in done.stderr
    assert not (folder / ".assay").exists()


def test_a_bound_on_parts_that_the_benchmark_does_not_have_names_no_flag(folder: Path) -> None:
    done = assay(folder, "run", "mine", "-c", candidates(folder, RIGHT), "--fail-under", "pass@1 (base)=0.5")

    assert done.returncode == 2
    assert "No score of this run is named 'pass@1 (base)'" in done.stderr
    assert "needs --k" not in done.stderr


def test_a_bound_on_what_had_nothing_to_measure_says_why(folder: Path) -> None:
    done = assay(folder, "run", "mine", "-c", candidates(folder, RIGHT), "-q", "--fail-under", "consistency=0.5")

    assert done.returncode == 1
    assert "could not be measured (" in done.stderr
    assert "None" not in done.stderr


def test_form_has_the_same_interval_wherever_it_is_measured(folder: Path) -> None:
    sources = ["def double(x):\n    return 2 * x\n", "def double(x): return x + x\n", "double = lambda x: x\n"]
    (folder / "code").mkdir()
    (folder / "mine" / "problems" / "shop.toml").unlink()
    for number, source in enumerate(sources):
        (folder / "code" / f"{number}.py").write_text(source)
        (folder / "mine" / "problems" / f"p{number}.toml").write_text(PROBLEM)
    rows = [{"task_id": f"p{number}", "solution": source} for number, source in enumerate(sources)]
    (folder / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    alone = answer(folder, "quality", "code")["scores"]
    beside = answer(folder, "run", "mine", "-c", "c.jsonl", "--quality")["scores"]

    form = {"metric": "form", "n": 3}
    (first,), (second,) = ([score for score in found if form.items() <= score.items()] for found in (alone, beside))
    assert (first["value"], first["interval"]) == (second["value"], second["interval"])


def test_check_names_what_is_wrong_with_a_benchmark(folder: Path) -> None:
    fine = assay(folder, "check", "mine", "-q")
    path = folder / "mine" / "problems" / "double.toml"
    path.write_text(PROBLEM.replace('returns = "0"', 'returns = "1"'))
    broken = assay(folder, "check", "mine", "-q")

    assert (fine.returncode, fine.stdout.strip()) == (
        0,
        "mine 7: 2 problems, 4 cases, 1 wrong candidates, each reference judged 3 times: nothing to repair",
    )
    assert broken.returncode == 1
    assert "double: reference: the reference is judged failed: expected 1, got 0" in broken.stdout


def test_runs_leave_the_store_when_told(folder: Path) -> None:
    name = candidates(folder, RIGHT)
    run = answer(folder, "run", "mine", "-c", name)

    kept = assay(folder, "store", "delete", "latest")
    gone = assay(folder, "store", "delete", run["run"][:5], "--yes")

    assert (kept.returncode, gone.returncode) == (2, 0)
    assert listed(folder) == []


def test_a_missing_package_is_listed_apart(folder: Path) -> None:
    name = candidates(folder, "import no_such_package\n" + RIGHT)

    assert answer(folder, "run", "mine", "-c", name)["missing_packages"] == {"no_such_package": 1}


def many(folder: Path, count: int) -> str:
    return candidates(folder, *(f"{(RIGHT, WRONG)[number % 2]}  # {number}" for number in range(count)))


def started(folder: Path, name: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "assay", "run", "mine", "-c", name, "-q", "--json"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def children(pid: int) -> list[int]:
    try:
        return [int(text) for text in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def test_ctrl_c_loses_nothing_and_says_how_to_go_on(folder: Path) -> None:
    name = many(folder, 800)
    process = started(folder, name)
    _wait_for_trials(folder)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)

    kept = listed(folder)
    run = answer(folder, "run", "mine", "-c", name)

    assert process.returncode == 130
    assert "The same command again goes on from there" in errors
    assert kept[0]["state"] == "interrupted"
    assert run["run"] == kept[0]["run"]
    assert run["verdicts"] == {"passed": 400, "failed": 400}


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_kill_9_of_any_process_loses_nothing_and_counts_nothing_twice(folder: Path, seed: int) -> None:
    rng = random.Random(seed)
    name = many(folder, 800)
    process = started(folder, name)
    _wait_for_trials(folder)
    workers = children(process.pid)
    if workers:
        os.kill(rng.choice(workers), signal.SIGKILL)
    time.sleep(rng.random() / 3)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()

    left = listed(folder)
    shown = answer(folder, "show", "latest")
    run = answer(folder, "run", "mine", "-c", name)

    assert [(row["state"], row["trials"]) for row in left] == [("interrupted", sum(shown["verdicts"].values()))]
    assert (shown["state"], shown["trials"]) == ("interrupted", left[0]["trials"])
    assert run["verdicts"] == {"passed": 400, "failed": 400}
    assert (run["trials"], len(listed(folder))) == (800, 1)
    assert not [pid for worker in workers for pid in [worker] if Path(f"/proc/{pid}/status").exists()]


def _wait_for_trials(folder: Path) -> None:
    """Until the first trials are in the store; bounded."""
    for _ in range(600):
        with contextlib.suppress(sqlite3.Error), sqlite3.connect(folder / ".assay" / "assay.db") as store:
            if store.execute("SELECT count(*) FROM trials").fetchone()[0]:
                return
        time.sleep(0.1)
    pytest.fail("no trial was stored")


def test_help_names_every_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "assay", "--help"], capture_output=True, text=True, timeout=60, check=True
    )

    for command in ("run", "list", "show", "export", "fetch", "doctor", "rescore", "retry", "replay", "check", "store"):
        assert f"  {command} " in done.stdout


def test_a_part_of_a_benchmark_is_told_everywhere(folder: Path) -> None:
    name = candidates(folder, RIGHT)

    run = answer(folder, "run", "mine", "-c", name, "--problems", "double, shop", "--limit", "1")

    facts = run["scores"][0]["signature"].split("|")
    assert {"problems:double,shop", "limit:1", "answered:1/2"} <= set(facts)
    assert (run["problems"], run["selected_problems"], run["benchmark_problems"]) == (1, 1, 2)
    assert [caution["kind"] for caution in run["cautions"]] == ["subset"]
    (row,) = listed(folder)
    assert (row["problems"], row["selected_problems"], row["benchmark_problems"]) == (1, 1, 2)
    assert "1 of 2" in assay(folder, "list", "runs").stdout
    assert "! 1 of 2 problems answered" in assay(folder, "show", "latest").stdout


@pytest.mark.parametrize(
    ("models", "flags", "filed", "listed_as"),
    [
        pytest.param(["a", "a"], (), "a", "a", id="the-rows-name-one"),
        pytest.param(["a", "b"], (), "", "2 models", id="the-rows-name-two"),
        pytest.param(["a", "b"], ("--model", "set"), "set", "set (2 models)", id="two-under-one-name"),
        pytest.param(["", ""], ("--model", "set"), "set", "set", id="the-flag-names-it"),
    ],
)
def test_the_model_of_the_rows(
    folder: Path, models: list[str], flags: tuple[str, ...], filed: str, listed_as: str
) -> None:
    pairs = zip((RIGHT, WRONG), models, strict=True)
    rows = [{"task_id": "double", "solution": source, "model": model} for source, model in pairs]
    (folder / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    run = answer(folder, "run", "mine", "-c", "c.jsonl", *flags)

    assert run["model"] == filed
    assert sorted(writer["model"] for writer in run["writers"]) == sorted({model or filed for model in models})
    assert listed(folder)[0]["model"] == listed_as
    assert [group["name"] for group in run["groups"] if group["by"] == "model"] == (
        models if len(set(models)) > 1 else []
    )


def test_rows_that_name_another_model_than_the_flag_are_noted(folder: Path) -> None:
    (folder / "c.jsonl").write_text(json.dumps({"task_id": "double", "solution": RIGHT, "model": "a"}) + "\n")

    run = answer(folder, "run", "mine", "-c", "c.jsonl", "--model", "b")

    assert run["model"] == "b"
    assert "the rows name the model 'a'; the run is filed under --model 'b'" in run["notes"]
