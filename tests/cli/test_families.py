"""Runs on the public families as a user types them: what decides, what stands beside, and how little is computed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.typed import typed as assay

MBPP = {
    "task_id": 1,
    "text": "Double a number.",
    "code": "def f(x): return x + x",
    "test_list": ["assert f(2) == 4"],
    "test_setup_code": "",
    "challenge_test_list": ["assert f(3) == 6"],
}
SQUARE = "def f(x): return x * x"
"""Holds the assertion of `test_list` and the base input, and nothing else."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project folder with a cache of its own."""
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    (tmp_path / "mbpp.jsonl").write_text(json.dumps(MBPP))
    return tmp_path


def plus_row(number: int) -> dict[str, Any]:  # Any: JSON
    return {
        "task_id": f"HumanEval/{number}",
        "prompt": "def f(x):\n",
        "canonical_solution": "    return x + x\n",
        "entry_point": "f",
        "base_input": [[2]],
        "plus_input": [[3]],
        "atol": 0,
    }


def candidates(folder: Path, *ids: str) -> str:
    (folder / "c.jsonl").write_text("\n".join(json.dumps({"task_id": id_, "solution": SQUARE}) for id_ in ids))
    return "c.jsonl"


def scores(folder: Path, *arguments: str) -> dict[str, dict[str, Any]]:  # Any: JSON
    done = assay(folder, *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return {score["metric"]: score for score in json.loads(done.stdout)["scores"]}


@pytest.mark.slow
def test_challenge_assertions_decide_with_a_flag_and_the_signature_says_so(folder: Path) -> None:
    command = ("run", "MBPP", "--problem-file", "mbpp.jsonl", "-c", candidates(folder, "Mbpp/1"))

    published, asked = scores(folder, *command), scores(folder, *command, "--challenge")
    again = scores(folder, "rescore", "latest")

    assert (published["pass@1"]["value"], published["pass@1 (challenge)"]["value"]) == (1.0, 0.0)
    assert (asked["pass@1"]["value"], asked["pass@1 (test_list)"]["value"]) == (0.0, 1.0)
    assert [found["pass@1"]["signature"].split("|")[0].partition("+")[2] for found in (published, asked, again)] == [
        "",
        "challenge",
        "challenge",
    ]


@pytest.mark.slow
def test_base_and_plus_stand_side_by_side_and_only_what_is_needed_is_computed(folder: Path) -> None:
    (folder / "plus.jsonl").write_text("\n".join(json.dumps(plus_row(number)) for number in range(4)))
    name = candidates(folder, *(f"HumanEval/{number}" for number in range(4)))
    command = ("run", "humaneval+", "--problem-file", "plus.jsonl", "-c", name)

    found = scores(folder, *command, "--limit", "1")
    kept = len(list((folder / "cache" / "expected").iterdir()))
    text = assay(folder, "show", "latest").stdout
    exported = json.loads(assay(folder, "export", "latest", "--format", "evalplus").stdout)

    assert {metric: score["value"] for metric, score in found.items() if metric.startswith("pass@")} == {
        "pass@1": 0.0,
        "pass@1 (base)": 1.0,
        "pass@1 (plus)": 0.0,
    }
    assert kept == 1
    assert "pass@1 (base)" in text
    assert exported["pass_at_k"] == {"base": {"pass@1": 1.0}, "plus": {"pass@1": 0.0}}
    assert assay(folder, *command, "--fail-under", "pass@1 (base)=0.9").returncode == 0
    assert len(list((folder / "cache" / "expected").iterdir())) == 4


@pytest.mark.slow
def test_a_plus_score_that_was_not_measured_is_told(folder: Path) -> None:
    scores(folder, "run", "mbpp", "--problem-file", "mbpp.jsonl", "-c", candidates(folder, "Mbpp/1"))

    done = assay(folder, "export", "latest", "--format", "evalplus")

    assert "plus" not in json.loads(done.stdout)["pass_at_k"]
    assert done.stderr == (
        "note: plus_status is null and pass_at_k has no plus: a run on mbpp measures no plus inputs\n"
    )


@pytest.mark.parametrize("name", ["humaneval", "starter"])
def test_a_flag_that_has_no_meaning_is_an_error(folder: Path, name: str) -> None:
    done = assay(folder, "run", name, "--challenge", "-c", candidates(folder, "Mbpp/1"))

    assert done.returncode == 2
    assert f"--challenge: only mbpp has challenge assertions, got benchmark {name!r}" in done.stderr
