"""Problems written in the format of one's own benchmark are read back as they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.benchmarks.base import Wrong
from assay.benchmarks.families import load_benchmark
from assay.benchmarks.literals import text_of
from assay.benchmarks.own import load_own
from assay.benchmarks.writing import problem_row
from assay.errors import InvalidProblem
from assay.records import (
    ANY_ORDER,
    EXACT_TYPES,
    ONE_OF,
    Case,
    CaseKind,
    Cases,
    Comparator,
    Problem,
    ProblemKind,
    ProgramInput,
    Programs,
    Suite,
    SuiteStyle,
    Verdict,
)

CASES = (
    Case((1, [2.5, float("inf")]), {"a": (1,), "b": set()}, name="f(1, [2.5, float('inf')])"),
    Case((), None, {"x": frozenset([1])}, name="by name"),
    Case((0,), None, raises="ZeroDivisionError", name="f(0)"),
    Case((1,), 0.5, comparator=Comparator.close(atol=1e-3), kind=CaseKind.EDGE, name="f(1)"),
    Case((2,), [1, 2], comparator=ANY_ORDER, name="f(2)"),
    Case((3,), [1, 2], comparator=ONE_OF, name="f(3)"),
    Case((4,), True, comparator=EXACT_TYPES, name="f(4)"),
    Case((5,), None, comparator=Comparator.predicate("def accept(result, x): return result == x"), name="f(5)"),
)
PROBLEMS = [
    Problem("cases", Cases("f", CASES), prompt="def f():", reference="def f(): ...", tags=("a", "b"), difficulty=2),
    Problem("kind", Cases("f", CASES[:1]), kind=ProblemKind.ALGORITHM),
    Problem("files", Cases("f", CASES[:1], target="m.py", files={"n.py": "x = 1\n"}), kind=ProblemKind.REPOSITORY),
    Problem("tests", Suite("f", "assert f(1) == 2", prelude="import math", edge_source="assert f(2) == 3")),
    Problem("check", Suite("f", "def check(candidate):\n    assert candidate(1) == 2", SuiteStyle.CHECK)),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.id)
def test_a_problem_comes_back_as_it_was(tmp_path: Path, problem: Problem) -> None:
    wrong = (Wrong("loops", "while True: pass", Verdict.TIMED_OUT),)
    file = tmp_path / "own.jsonl"
    file.write_text(json.dumps(problem_row(problem, wrong)) + "\n")
    found = load_own(file)
    assert found.problems == (problem,)
    assert found.wrong == {problem.id: wrong}


def test_the_starter_benchmark_comes_back_as_it_was(tmp_path: Path) -> None:
    starter = load_benchmark("starter")
    file = tmp_path / "own.jsonl"
    rows = [problem_row(problem, starter.wrong.get(problem.id, ())) for problem in starter]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = load_own(file)
    assert [problem.check for problem in found] == [problem.check for problem in starter]
    assert [problem.examples for problem in found] == [problem.examples for problem in starter]
    assert found.wrong == starter.wrong


@pytest.mark.parametrize(
    "check",
    [
        Programs((ProgramInput(expected=b""),)),
        Cases("f", (Case((object(),), 1),)),
        Cases("f", (Case((1,), range(3)),)),
        Cases("f", (Case((1,), [1], comparator=Comparator(ONE_OF.kind, inner=ANY_ORDER)),)),
    ],
)
def test_what_cannot_be_written_names_the_problem(check: Cases | Programs) -> None:
    with pytest.raises(InvalidProblem, match=r"problem 'p': .*cannot be written"):
        problem_row(Problem("p", check))


def test_examples_come_back_as_they_were(tmp_path: Path) -> None:
    examples = Cases("f", (Case(({"b", "a"},), [1], name="f({'a', 'b'})"), Case((2,), raises="KeyError", name="f(2)")))
    problem = Problem("p", Cases("f", (Case((1,), 2, name="f(1)"),)), examples=examples)
    file = tmp_path / "own.jsonl"
    file.write_text(json.dumps(problem_row(problem)) + "\n")

    assert load_own(file).problems == (problem,)


@pytest.mark.parametrize(
    ("examples", "error"),
    [
        (5, "examples must be a list of tables"),
        ([{"call": "g(1)", "returns": "2"}], "a call of 'f'"),
        ("assert f(1", "examples is not Python"),
    ],
)
def test_mistakes_in_examples_are_told(examples: object, error: str, tmp_path: Path) -> None:
    row = {"id": "p", "entry_point": "f", "cases": [{"call": "f(1)", "returns": "2"}], "examples": examples}
    (tmp_path / "own.jsonl").write_text(json.dumps(row) + "\n")

    with pytest.raises(InvalidProblem, match=error):
        load_own(tmp_path / "own.jsonl")


@pytest.mark.parametrize("value", [1, -2.5, "a'b", b"x", None, True, (), (1,), [], {}, {1}, {"a": [float("nan")]}, 1j])
def test_values_have_a_literal(value: object) -> None:
    assert repr(eval(text_of(value), {"float": float})) == repr(value)


@pytest.mark.parametrize("value", [object(), range(3), [object()], {1: print}])
def test_values_without_a_literal_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"more than literals|would be read as"):
        text_of(value)
