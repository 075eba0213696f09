"""Whole programs in a user's own benchmark: read, refused, written, and run by the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.own import load_own
from assay.benchmarks.writing import problem_row
from assay.errors import InvalidProblem
from assay.records import CaseKind, Checker, Problem, ProblemKind, ProgramInput, Programs, ProgramSource

ROW: dict[str, Any] = {"id": "p", "inputs": [{"stdin": "2\n", "prints": "4\n"}]}  # Any: JSON
TOML = """
reference = "print(2 * int(input()))"

[checker]
compare = "words"
tolerance = 1e-6

[[inputs]]
stdin = "2\\n"
prints = "4\\n"

[[inputs]]
stdin = "0.5"
arguments = ["-v"]
files = {"notes.txt" = "one"}
prints = "1"
others = ["1.0"]
kind = "edge"
name = "half"
"""


def test_a_folder_of_programs_has_the_judge_of_programs(tmp_path: Path) -> None:
    (tmp_path / "problems").mkdir()
    (tmp_path / "benchmark.toml").write_text("")
    (tmp_path / "problems" / "double.toml").write_text(TOML)

    found = load_own(tmp_path)

    edge = ProgramInput(b"0.5", ("-v",), {"notes.txt": b"one"}, "half", b"1", (b"1.0",), CaseKind.EDGE)
    check = Programs((ProgramInput(b"2\n", expected=b"4\n"), edge), checker=Checker.words(1e-6))
    reference = "print(2 * int(input()))"
    assert found.problems == (Problem("double", check, reference=reference, kind=ProblemKind.ALGORITHM),)
    assert found.judge == "programs"


def test_functions_and_programs_stand_side_by_side(tmp_path: Path) -> None:
    function = {"id": "f", "entry_point": "f", "cases": [{"call": "f(1)", "returns": "2"}]}
    file = tmp_path / "own.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in (ROW, function)))

    assert load_own(file).judge == "programs+separate"


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"entry_point": "f"}, "'entry_point' belongs to a function"),
        ({"examples": []}, "'examples' belongs to a function"),
        ({"cases": [{"call": "f()", "returns": "1"}]}, "give one of .*, inputs, repository, got cases and inputs"),
        ({"inputs": [{"stdin": "2"}]}, r"inputs\[0\]: prints is missing"),
        ({"inputs": [{"prints": 4}]}, "prints must be text, got 4"),
        ({"inputs": [{"prints": "", "files": {"../x": ""}}]}, "'../x' must be a relative path"),
        ({"checker": {"compare": "wods"}}, "did you mean 'words'"),
        ({"checker": {"compare": "exact", "tolerance": 1}}, "'tolerance' belongs to compare = 'words', got 'exact'"),
        ({"checker": {"tolerance": -1}}, "tolerance must be a number that is not negative, got -1"),
        ({"checker": {"program": "", "compare": "words"}}, "'compare' has no meaning beside a program"),
        ({"checker": {"program": "", "language": "cobol"}}, "No language that can be run is named 'cobol'"),
        ({"checker": {"language": "cpp"}}, "language is that of a program"),
    ],
)
def test_mistakes_are_told(more: dict[str, object], error: str, tmp_path: Path) -> None:
    (tmp_path / "own.jsonl").write_text(json.dumps(ROW | more) + "\n")

    with pytest.raises(InvalidProblem, match=error):
        load_own(tmp_path / "own.jsonl")


@pytest.mark.parametrize(
    "checker",
    [
        Checker.words(),
        Checker.words(0.5, any_case=True),
        Checker.line_ends(),
        Checker.exact(),
        Checker.unordered_lines(),
        Checker.by_program("int main() {}", "cpp"),
    ],
    ids=str,
)
def test_what_is_written_comes_back(checker: Checker, tmp_path: Path) -> None:
    inputs = (
        ProgramInput(b"1", ("a",), {"f": b"x"}, "n", "é".encode(), (b"2",), CaseKind.EDGE),
        ProgramInput(expected=b""),
    )
    problem = Problem("p", Programs(inputs, checker=checker), kind=ProblemKind.ALGORITHM, language="rust")
    (tmp_path / "own.jsonl").write_text(json.dumps(problem_row(problem)) + "\n")

    assert load_own(tmp_path / "own.jsonl").problems == (problem,)


@pytest.mark.parametrize(
    "check",
    [
        Programs((ProgramInput(b"\xff", expected=b""),)),
        Programs((ProgramInput(expected=b""),), checker=Checker()),
        Programs(groundtruth=ProgramSource(b"", "python")),
    ],
)
def test_what_cannot_be_written_is_refused(check: Programs) -> None:
    with pytest.raises(InvalidProblem, match="problem 'p': its programs cannot be written down"):
        problem_row(Problem("p", check))
