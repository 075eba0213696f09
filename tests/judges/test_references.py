"""Every public reference passes with candidate and tests apart; wrong candidates for the same problems do not."""

from __future__ import annotations

import builtins
import itertools
from collections.abc import Callable, Iterator

import pytest

from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Limits, Problem, Trial, Verdict
from assay.sandbox.warm import WarmPython
from tests.public_data import humaneval, mbpp

LIMITS = Limits(seconds=20)
"""MBPP 123 alone computes for four seconds."""
RETURNS_ITS_ARGUMENT = {"Mbpp/404", "Mbpp/698", "Mbpp/847"}
"""Their tests accept the first argument: a known weakness of those tests."""

WRONG = {
    "returns None": "return None",
    "returns its first argument": "return arguments[0] if arguments else None",
    "raises": "raise RuntimeError('wrong')",
}


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, LIMITS) as made:
        yield made


def a_fifth_of_mbpp() -> list[Problem]:
    """Every fifth problem, and those whose candidates define classes or functions named like a built-in one."""
    return [problem for place, problem in enumerate(mbpp()) if place % 5 == 0 or is_unusual(problem)]


def is_unusual(problem: Problem) -> bool:
    return "class " in problem.reference or not set(problem.check.required).isdisjoint(dir(builtins))


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("load", "number"),
    [
        pytest.param(humaneval, 164, id="humaneval"),
        pytest.param(a_fifth_of_mbpp, 198, id="a-fifth-of-mbpp"),
        pytest.param(mbpp, 974, id="mbpp", marks=pytest.mark.slow),
    ],
)
def test_all_references_pass_in_a_process_of_their_own(
    judge: SeparateJudge, load: Callable[[], list[Problem]], number: int
) -> None:
    trials = [judge.judge(problem, Candidate(problem.reference)) for problem in load()]

    assert len(trials) == number
    assert {trial.judge for trial in trials} == {"separate"}
    assert [(trial.problem_id, trial.detail, trial.fault) for trial in trials if not passed(trial)] == []
    assert [trial.problem_id for trial in trials if not trial.outcomes] == []


def test_no_wrong_candidate_passes_on_some_problems(judge: SeparateJudge) -> None:
    """A third of the problems for each kind of wrong candidate; the slow test below has them all."""
    problems = [*humaneval(), *a_fifth_of_mbpp()]
    bodies = itertools.cycle(WRONG.values())
    trials = [
        judge.judge(problem, Candidate(wrong(problem, body))) for problem, body in zip(problems, bodies, strict=False)
    ]

    assert {trial.problem_id for trial in trials if passed(trial)} - RETURNS_ITS_ARGUMENT == set()
    assert {trial.fault for trial in trials} == {""}


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("load", [humaneval, mbpp], ids=["humaneval", "mbpp"])
def test_no_wrong_candidate_passes(judge: SeparateJudge, load: Callable[[], list[Problem]], body: str) -> None:
    trials = [judge.judge(problem, Candidate(wrong(problem, body))) for problem in load()]

    known = RETURNS_ITS_ARGUMENT if "arguments[0]" in body else set()
    assert {trial.problem_id for trial in trials if passed(trial)} - known == set()
    assert {trial.fault for trial in trials} == {""}


def wrong(problem: Problem, body: str) -> str:
    """Every name that the tests take, defined and wrong."""
    names = problem.check.required
    return "\n".join(f"def {name}(*arguments, **keywords):\n    {body}" for name in names)


def passed(trial: Trial) -> bool:
    return trial.verdict is Verdict.PASSED
