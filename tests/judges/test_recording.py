"""Test code that only generates data is run once; everything that is more stays test code."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.judges.cases import Prepared
from assay.judges.separate import SeparateJudge
from assay.records import Candidate, CaseKind, CaseStatus, Problem, Suite, SuiteStyle, Verdict
from assay.sandbox.warm import WarmPython

ADDS = "def f(a, b=0): return a + b"
LOOP = "import random\nfor i in range(30):\n    x = random.randint(0, 99)\n    assert f(x, i) == x + i"


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox) as made:
        yield made


def problem(source: str, prelude: str = "", style: SuiteStyle = SuiteStyle.ASSERTS, edge: str = "") -> Problem:
    return Problem("p", "f", suite=Suite(source, style, prelude, edge_source=edge))


def is_data(judge: SeparateJudge, given: Problem) -> bool:
    return isinstance(judge._prepare(given), Prepared)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(LOOP, id="a loop with random numbers"),
        pytest.param("n = 3\nwhile n:\n    assert f(n) == n\n    n -= 1", id="while"),
        pytest.param("for i in range(4):\n    if i % 2:\n        assert i + 1 == f(i, 1)", id="if, sides swapped"),
        pytest.param("assert f(1)\nassert not f(0)", id="truth"),
        pytest.param("words = ['a', 'b']\nfor w in words:\n    assert f(w, 'x') == w + 'x', f(w, w)", id="message"),
    ],
)
def test_generators_of_data_become_data(judge: SeparateJudge, source: str) -> None:
    assert is_data(judge, problem(source))
    assert judge.judge(problem(source), Candidate(ADDS)).verdict is Verdict.PASSED
    assert judge.judge(problem(source), Candidate("def f(a, b=0): return None")).verdict is Verdict.FAILED


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("x = f(1, 2)\nassert x == 3", id="a result that is kept"),
        pytest.param("assert f(f(1, 1), 1) == 3", id="a call in a call"),
        pytest.param("assert f(1, 1) == f(2, 0)", id="a call on both sides"),
        pytest.param("try:\n    assert f(1, 1) == 3\nexcept AssertionError:\n    pass", id="in try"),
        pytest.param("a = [1]\nassert f(a, [2]) == [1, 2]\nassert a == [1]", id="an argument that could change"),
        pytest.param("for i in range(f(1, 1)):\n    assert f(i, 0) == i", id="a call in the head of a loop"),
        pytest.param("g = f\nassert g(1, 1) == 2", id="another name"),
        pytest.param("assert f(1, 1) < 3", id="another relation"),
        pytest.param("assert eval('f(1, 1)') == 2", id="eval"),
        pytest.param("assert [f(i, 0) for i in range(3)] == [0, 1, 2]", id="a comprehension"),
        pytest.param("def helper(x):\n    assert f(x, 0) == x\nhelper(1)", id="a helper"),
    ],
)
def test_what_is_more_stays_test_code(judge: SeparateJudge, source: str) -> None:
    assert not is_data(judge, problem(source))
    assert judge.judge(problem(source), Candidate(ADDS)).verdict is Verdict.PASSED


def test_a_loop_is_one_case_with_the_outcome_of_its_first_bad_call(judge: SeparateJudge) -> None:
    given = problem("assert f(0, 0) == 0\n" + LOOP, edge="for i in range(3):\n    assert f(i) == i")

    trial = judge.judge(given, Candidate("def f(a, b=0):\n if b == 7: raise KeyError(b)\n return a + b"))

    assert [outcome.status for outcome in trial.outcomes] == [CaseStatus.PASSED, CaseStatus.CRASHED, CaseStatus.PASSED]
    assert [outcome.kind for outcome in trial.outcomes] == [CaseKind.BASIC, CaseKind.BASIC, CaseKind.EDGE]
    assert trial.outcomes[1].error.startswith("KeyError: 7")
    assert trial.verdict is Verdict.CRASHED


def test_helpers_of_the_prelude_are_trusted_and_not_the_candidates(judge: SeparateJudge) -> None:
    """A candidate that redefines the helper of the prompt gains nothing."""
    prelude = "def encode(s): return s[::-1]\ndef f(s):\n    '''decode'''"
    tests = "def check(candidate):\n    for w in ('abc', 'xyz'):\n        assert candidate(encode(w)) == w"
    given = problem(tests, prelude, SuiteStyle.CHECK)

    assert is_data(judge, given)
    assert judge.judge(given, Candidate("def f(s): return s[::-1]")).verdict is Verdict.PASSED
    assert judge.judge(given, Candidate("encode = lambda s: s\ndef f(s): return s")).verdict is Verdict.FAILED


def test_tests_that_raise_or_never_call_the_candidate_are_not_recorded(judge: SeparateJudge) -> None:
    for source in (
        "for i in range(0):\n    assert f(i) == i",
        "assert f(1 // 0) == 1",
        "for i in (1,):\n    assert f(i) == object()",
    ):
        assert not is_data(judge, problem(source)), source


def test_one_judge_runs_suites_without_end(judge: SeparateJudge) -> None:
    """More trials than the judge's process could keep descriptors for."""
    given = problem("x = f(1, 2)\nassert x == 3")

    verdicts = {judge.judge(given, Candidate(ADDS)).verdict for _ in range(300)}

    assert verdicts == {Verdict.PASSED}


def test_an_object_of_the_candidates_own_is_true_or_not_as_it_says(judge: SeparateJudge) -> None:
    matches = "import re\ndef f(a, b=0): return re.match('1', str(a))"

    assert judge.judge(problem("assert f(1)\nassert not f(2)"), Candidate(matches)).verdict is Verdict.PASSED
