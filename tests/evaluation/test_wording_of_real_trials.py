"""Every failure of real candidates reads as a call and what came: no frames, no assertions around a call."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from assay.cli.runs import benchmark_of, choices_with
from assay.evaluation.viewing import lines_of
from assay.reports.trials import TrialLine
from assay.store.opening import open_store
from tests.cli.typed import typed
from tests.public_data import data_file, rows

pytestmark = pytest.mark.slow
HUMANEVAL = "samples-llm-humaneval-benchmarks/all_runs.jsonl.gz"
MBPP = "samples-reflexion/simple_mbpp_py__mbpp-py_simple_1_gpt-4_pass_at_k_1_py.jsonl.gz"
FRAME = re.compile(r"(.*, )?line \d+(, in .*)?")


def failures(folder: Path, *arguments: str) -> dict[str, TrialLine]:
    """The failed attempts of a run, by problem."""
    store = folder / "store.db"
    done = typed(folder, "run", *arguments, "--store", str(store), "-q")
    assert done.returncode == 0, done.stderr
    kept = open_store(str(store))
    choices = choices_with(str(store))
    try:
        found: dict[str, TrialLine] = {}
        for run in kept.runs():
            for line in lines_of(run, kept, benchmark_of(run, choices), failed=True):
                found.setdefault(line.problem, line)
        return found
    finally:
        kept.close()


def check(found: dict[str, TrialLine]) -> None:
    for line in found.values():
        assert line.what, line
        assert not FRAME.fullmatch(line.what), line
        assert not re.match(r"SystemExit|AssertionError|expected raises ", line.what), line
        assert not re.search(r"^assert |\bcandidate\(", line.call), line


def written(folder: Path, found: list[dict[str, str]]) -> str:
    (folder / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in found))
    return "c.jsonl"


def test_humaneval(tmp_path: Path) -> None:
    chosen = [row for row in rows(HUMANEVAL) if row["run"] == "Claude_custom"]
    name = written(tmp_path, [{"task_id": row["task_id"], "completion": row["completion"]} for row in chosen])

    found = failures(
        tmp_path, "humaneval", "--problem-file", str(data_file("humaneval/HumanEval.jsonl.gz")), "-c", name
    )

    check(found)
    said = {
        number: (found[f"HumanEval/{number}"].call, found[f"HumanEval/{number}"].what) for number in (9, 33, 36, 41, 56)
    }
    assert said == {
        9: ("rolling_max([])", "IndexError: list index out of range"),
        33: ("tuple(sort_third([5, 6, 3, 4, 8, 9, 2])) == tuple([2, 6, 3, 4, 8, 9, 5])", "does not hold"),
        36: ("fizz_buzz(78)", "expected 2, got 1"),
        41: ("car_race_collision(2)", "expected 4, got 3"),
        56: ('correct_bracketing("<>")', "expected True, got False"),
    }
    assert (found["HumanEval/32"].call, found["HumanEval/32"].what) == ("", "no function 'find_zero'")


def test_mbpp(tmp_path: Path) -> None:
    chosen = rows(MBPP)[:120]
    name = written(tmp_path, [{"task_id": row["name"].split("_")[1], "solution": row["solution"]} for row in chosen])

    found = failures(tmp_path, "mbpp", "--problem-file", str(data_file("mbpp/mbpp.jsonl.gz")), "-c", name)

    check(found)
    assert len(found) > 20


def test_starter(tmp_path: Path) -> None:
    found = failures(tmp_path, "starter")

    check(found)
    assert {line.what for line in found.values()} >= {
        "left early with status 0",
        "while it was loaded it left early with status 0",
    }
    assert [line.what for line in found.values() if "an exception ValueError" in line.what]
