"""Whole programs: against known output or a ground truth, and what becomes of a ground truth that cannot judge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from assay.agreement import Agreement
from assay.engines.base import Task
from assay.engines.inline import InlineEngine
from assay.engines.workplace import Workplace
from assay.errors import InvalidProblem
from assay.judges.programs import ProgramsJudge
from assay.records import (
    Candidate,
    Case,
    Cases,
    CaseStatus,
    Limits,
    Problem,
    ProgramInput,
    Programs,
    ProgramSource,
    Trial,
    Verdict,
)
from assay.spec import Judging
from assay.store.codec import pack, unpack
from tests.granted import programs

DOUBLES = "print(2 * int(input()))"
KNOWN = Problem("double", Programs(tuple(ProgramInput(b"%d\n" % i, expected=b"%d\n" % (2 * i)) for i in range(3))))


@pytest.fixture(scope="module")
def judge() -> Iterator[ProgramsJudge]:
    with programs() as sandbox:
        yield ProgramsJudge(sandbox, Limits())


@pytest.mark.parametrize(
    ("source", "verdict", "statuses"),
    [
        (DOUBLES, Verdict.PASSED, "passed passed passed"),
        ("print(int(input()) ** 2)", Verdict.FAILED, "passed failed passed"),
        ("print(1 // int(input()) * 0 + 2)", Verdict.CRASHED, "crashed passed failed"),
    ],
)
def test_known_output_needs_no_ground_truth(judge: ProgramsJudge, source: str, verdict: Verdict, statuses: str) -> None:
    trial = judge.judge(KNOWN, Candidate(source))

    assert (trial.verdict, " ".join(outcome.status for outcome in trial.outcomes)) == (verdict, statuses)


def test_the_first_failure_ends_it_where_that_is_asked_for(judge: ProgramsJudge) -> None:
    hasty = ProgramsJudge(judge.runner.sandbox, Limits(), first_failure=True)

    trial = hasty.judge(KNOWN, Candidate("print(int(input()) ** 2)"))

    assert trial.verdict is Verdict.FAILED
    assert [outcome.status for outcome in trial.outcomes] == [CaseStatus.PASSED, CaseStatus.FAILED, CaseStatus.NOT_RUN]


def test_the_accuracy_of_a_trial_is_kept_with_it(judge: ProgramsJudge) -> None:
    problem = Problem("p", Programs(groundtruth=ProgramSource(b"print(1)", "python")))
    trial = judge.judge(problem, replace(Candidate(b"print(1)"), error="it cannot be read"))
    packed = pack(trial)

    again = unpack(packed.body, None)

    assert (again.accuracy, again.candidate, again.verdict) == (trial.accuracy, trial.candidate, Verdict.INVALID)


def test_another_kind_of_check_is_refused(judge: ProgramsJudge) -> None:
    with pytest.raises(InvalidProblem, match="the programs judge takes Programs, got Cases"):
        judge.judge(Problem("p", Cases("f", (Case(),))), Candidate(""))


def test_a_ground_truth_that_cannot_judge_is_tried_once() -> None:
    tried: list[str] = []

    class Counting(Workplace):
        def trial(
            self, problem: Problem, candidate: Candidate, *, probed: bool = True, limits: Limits | None = None
        ) -> Trial:
            tried.append(problem.id)
            return super().trial(problem, candidate, probed=probed, limits=limits)

    problem = Problem("p", Programs(groundtruth=ProgramSource(b"1/0", "python")))
    engine = InlineEngine(Counting)
    engine.start(Judging("programs"))
    trial = engine.trial(Task(0, problem, Candidate("print(1)")))
    engine.close()

    assert (trial.verdict, trial.fault) == (None, "the ground truth does not run to its end")
    assert trial.accuracy is not None
    assert trial.accuracy.agreement is Agreement.GROUNDTRUTH_FAILED
    assert tried == ["p"]
