"""Every public reference passes with candidate and tests apart; wrong candidates for the same problems do not."""

from __future__ import annotations

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


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("load", "number"), [(humaneval, 164), (mbpp, 974)], ids=["humaneval", "mbpp"])
def test_all_references_pass_in_a_process_of_their_own(
    judge: SeparateJudge, load: Callable[[], list[Problem]], number: int
) -> None:
    trials = [judge.judge(problem, Candidate(problem.reference)) for problem in load()]

    assert len(trials) == number
    assert {trial.judge for trial in trials} == {"separate"}
    assert [(trial.problem_id, trial.detail, trial.fault) for trial in trials if not passed(trial)] == []
    assert [trial.problem_id for trial in trials if not trial.outcomes] == []


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
