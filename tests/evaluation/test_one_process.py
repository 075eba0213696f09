"""A harness in which tests and answer share a process: honest answers get the same there, and cheats get more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.benchmarks.starter import candidate_files
from assay.choices import Choices
from assay.errors import InvalidValue
from assay.evaluation.one_process import fits_one_process, one_process_script, run_in_one_process
from assay.evaluation.planning import candidates_at, load, read, spec_of
from assay.judges.base import JUDGES
from assay.records import (
    ANY_ORDER,
    TRUTH,
    Candidate,
    Case,
    Cases,
    Comparator,
    Limits,
    Problem,
    ProgramInput,
    Programs,
    PropertyCheck,
    Suite,
    SuiteStyle,
)
from assay.sandbox.warm import WarmPython
from assay.spec import BenchmarkRef, Judging

LIMITS = Limits(seconds=1.0)
PLAIN = Problem("double", Cases("double", (Case((2,), 4), Case((0,), 0))))
CHECK = Problem(
    "double",
    Suite(
        "double",
        "def check(candidate):\n    assert candidate(2) == want(2)",
        SuiteStyle.CHECK,
        prelude="def want(x): return 2 * x\ndef double(x): raise KeyError",
        edge_source="def check(candidate):\n    assert candidate(0) == 0",
    ),
)
UNITTEST = Problem(
    "double",
    Suite(
        "double",
        "import unittest\nclass T(unittest.TestCase):\n    def test(self): self.assertEqual(double(2), 4)\n",
        SuiteStyle.UNITTEST,
    ),
)
FLOATS = Problem("double", Cases("double", (Case((0.1,), [0.2], comparator=Comparator.close(atol=1e-6)),)))
TRUE = Problem("double", Cases("double", (Case((1,), True, comparator=TRUTH),)))
ACCEPTED = Problem(
    "double",
    Cases("double", (Case((3,), comparator=Comparator.predicate("def accept(r, x): return r == 2 * x")),)),
)
RAISING = Problem("double", Cases("double", (Case((None,), raises="TypeError"),)))
AMONG_FILES = Problem(
    "double",
    Cases("double", (Case((2,), 4),), target="pkg/double.py", files={"pkg/__init__.py": "", "pkg/two.py": "TWO = 2\n"}),
)
RIGHT = "def double(x):\n    return 2 * x\n"
WRONG = "def double(x):\n    return x\n"
LYING = "class All:\n    def __eq__(self, other): return True\ndef double(x): return All()\n"
LEAVING = "import os\ndef double(x): os._exit(0)\n"
POLITELY = "def double(x): raise SystemExit(0)\n"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as sandbox:
        yield sandbox


@pytest.mark.parametrize(
    ("problem", "source", "believed"),
    [
        pytest.param(PLAIN, RIGHT, (True, True), id="right"),
        pytest.param(PLAIN, WRONG, (False, False), id="wrong"),
        pytest.param(PLAIN, "def double(x", (False, False), id="does-not-compile"),
        pytest.param(PLAIN, "x = 1", (False, False), id="defines-nothing"),
        pytest.param(PLAIN, "def double(x):\n    while True: pass", (False, False), id="never-ends"),
        pytest.param(PLAIN, LYING, (True, True), id="lies-about-equality"),
        pytest.param(PLAIN, LEAVING, (True, False), id="leaves-with-status-0"),
        pytest.param(PLAIN, POLITELY, (True, False), id="leaves-by-an-exception"),
        pytest.param(CHECK, RIGHT, (True, True), id="check-right"),
        pytest.param(CHECK, "def double(x): return x or 1", (False, False), id="check-edge-wrong"),
        pytest.param(UNITTEST, RIGHT, (True, True), id="unittest-right"),
        pytest.param(UNITTEST, WRONG, (False, False), id="unittest-wrong"),
        pytest.param(FLOATS, "def double(x): return [2 * x + 1e-9]", (True, True), id="close"),
        pytest.param(FLOATS, "def double(x): return [2 * x + 1e-3]", (False, False), id="not-close"),
        pytest.param(TRUE, "def double(x): return [1]", (True, True), id="true"),
        pytest.param(TRUE, "def double(x): return []", (False, False), id="not-true"),
        pytest.param(ACCEPTED, RIGHT, (True, True), id="accepted"),
        pytest.param(ACCEPTED, WRONG, (False, False), id="not-accepted"),
        pytest.param(RAISING, RIGHT, (True, True), id="raises"),
        pytest.param(RAISING, "def double(x): return x", (False, False), id="does-not-raise"),
        pytest.param(AMONG_FILES, "from pkg.two import TWO\ndef double(x): return TWO * x", (True, True), id="files"),
        pytest.param(AMONG_FILES, "# file: ../x.py\nx = 1\n", (False, False), id="unplaceable"),
    ],
)  # fmt: skip
def test_what_such_a_harness_believes(
    sandbox: WarmPython, problem: Problem, source: str, believed: tuple[bool, bool]
) -> None:
    found = run_in_one_process(problem, source.encode(), sandbox, LIMITS)

    assert (found.status_zero, found.reached_end) == believed


@pytest.mark.parametrize(
    "problem",
    [
        Problem("a", Programs((ProgramInput(expected=b"1"),))),
        Problem("a", Cases("f", (Case((), [1], comparator=ANY_ORDER),))),
        Problem("a", Cases("f", (Case(()),)), properties=(PropertyCheck("sorted"),)),
        Problem("a", Cases("f", (Case(()),)), language="java"),
    ],
)
def test_what_does_not_fit_into_one_process_is_refused(problem: Problem) -> None:
    assert not fits_one_process(problem)
    with pytest.raises(InvalidValue, match="cannot be run in one process"):
        one_process_script(problem, b"")


@pytest.mark.parametrize("place", [0, pytest.param(1, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.slow)])
def test_honest_answers_get_the_same_as_from_us(sandbox: WarmPython, place: int) -> None:
    """Of the weak and the good set; the fast part is every eighth problem."""
    benchmark = load(BenchmarkRef("starter"), Judging())
    judge = JUDGES.get(benchmark.judge)(sandbox, benchmark.limits)
    path = str(candidate_files()[max(0, place - 1)])
    attempts = list(read(spec_of(Choices(), benchmark, candidates_at(path)), benchmark, path))
    problems = {problem.id: problem for problem in benchmark}
    for attempt in attempts if place else attempts[::16]:
        problem, source = problems[attempt.problem_id], attempt.candidate.source
        data = source if isinstance(source, bytes) else source.encode()

        ours = judge.judge(problem, Candidate(source)).passed
        theirs = run_in_one_process(problem, data, sandbox, benchmark.limits)

        assert (attempt.problem_id, theirs.status_zero, theirs.reached_end) == (attempt.problem_id, ours, ours)
