"""`assay export --format sft|chat|preference` on a real run of the bundled benchmark, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.starter import candidate_files
from tests.cli.typed import typed as assay
from tests.public_data import data_file

HUMANEVAL = "humaneval/HumanEval.jsonl.gz"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose store has one run of prepared candidates."""
    made = tmp_path_factory.mktemp("training")
    chosen = "two_teams,zigzag,inner_join,clock_angle,where"
    weak = str(candidate_files()[0])
    done = assay(made, "run", "starter", "-c", weak, "--problems", chosen, "--model", "m", "--quiet")
    assert done.returncode == 0, done.stderr
    return made


def trials(folder: Path) -> list[dict[str, Any]]:  # Any: JSON
    return [json.loads(line) for line in assay(folder, "export", "latest").stdout.splitlines()]


def lines(path: Path) -> list[dict[str, Any]]:  # Any: JSON
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_the_named_file_has_the_rows_for_training_and_one_beside_it_those_for_validation(folder: Path) -> None:
    done = assay(folder, "export", "latest", "--format", "sft", "-o", "out/rows.jsonl", "--validation", "0.4")

    train, other = lines(folder / "out" / "rows.jsonl"), lines(folder / "out" / "rows.validation.jsonl")
    assert {row["split"] for row in train} == {"train"}
    assert {row["split"] for row in other} == {"validation"}
    assert not {row["problem"] for row in train} & {row["problem"] for row in other}
    sources = {one["candidate"]["source"]: one["verdict"] for one in trials(folder)}
    assert {sources[row["output"]] for row in train + other} == {"passed"}
    assert {(row["licence"], row["model"], row["eval_only"]) for row in train} == {("Apache-2.0", "m", False)}
    assert done.stdout.splitlines() == [
        f"{len(train)} rows for train written to out/rows.jsonl",
        f"{len(other)} rows for validation written to out/rows.validation.jsonl",
    ]
    failed = sum(verdict != "passed" for verdict in sources.values())
    assert f"left out: {failed} failed" in done.stderr


def test_pairs_are_of_one_problem_and_of_both_kinds(folder: Path) -> None:
    done = assay(folder, "export", "latest", "--format", "preference")

    known = {one["candidate"]["source"]: (one["problem_id"], one["verdict"]) for one in trials(folder)}
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows
    for row in rows:
        assert known[row["chosen"]] == (row["problem"], "passed")
        problem, verdict = known[row["rejected"]]
        assert problem == row["problem"]
        assert verdict != "passed"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ["--format", "humaneval", "--validation", "0.2"],
            "--validation belongs to --format sft or chat or preference",
        ),
        (["--format", "jsonl", "--train-on-eval-only"], "--train-on-eval-only belongs to"),
        (["--format", "sft", "--validation", "1.5"], "validation must be a share from 0 to below 1, got 1.5"),
        (["--format", "stf"], "Did you mean 'sft'?"),
    ],
)
def test_a_mistake_is_named(folder: Path, arguments: list[str], complaint: str) -> None:
    done = assay(folder, "export", "latest", *arguments)

    assert done.returncode == 2
    assert complaint in done.stderr


def test_a_public_benchmark_is_refused_unless_the_flag_says_so(tmp_path: Path) -> None:
    problems = data_file(HUMANEVAL)
    code = "def truncate_number(number: float) -> float:\n    return number % 1.0\n"
    (tmp_path / "c.jsonl").write_text(json.dumps({"task_id": "HumanEval/2", "solution": code}) + "\n")
    done = assay(tmp_path, "run", "humaneval", "--problem-file", str(problems), "-c", "c.jsonl", "-q")
    assert done.returncode == 0, done.stderr

    refused = assay(tmp_path, "export", "latest", "--format", "sft", "-o", "rows.jsonl")
    forced = assay(tmp_path, "export", "latest", "--format", "sft", "--train-on-eval-only")

    assert refused.returncode == 2
    assert "humaneval 1.2 is for measuring only" in refused.stderr
    assert "--train-on-eval-only makes rows of it all the same" in refused.stderr
    assert not (tmp_path / "rows.jsonl").exists()
    (row,) = map(json.loads, forced.stdout.splitlines())
    assert (row["eval_only"], row["licence"], row["output"]) == (True, "MIT", code)
    assert row["input"].startswith("def truncate_number(number: float) -> float:")
    assert row["instruction"].startswith("Given a positive floating point number")
    assert "warning: these problems are for measuring only" in forced.stderr
