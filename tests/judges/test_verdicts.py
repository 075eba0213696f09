"""From outcomes and facts to verdicts: a table, and it fails closed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.judges.verdicts import status_of, suspicions_of, verdict_of
from assay.records import CaseKind, CaseOutcome, CaseStatus, Execution, KilledBy, SuspicionKind, Verdict
from assay.sandbox.endings import ending_of


def outcomes(letters: str) -> list[CaseOutcome]:
    """`outcomes("PF")` is a case that passed and one that failed."""
    of = {
        "P": CaseStatus.PASSED,
        "F": CaseStatus.FAILED,
        "C": CaseStatus.CRASHED,
        "T": CaseStatus.TIMED_OUT,
        "M": CaseStatus.OUT_OF_MEMORY,
        "S": CaseStatus.SKIPPED,
        "N": CaseStatus.NOT_RUN,
    }
    return [CaseOutcome(of[letter]) for letter in letters]


@pytest.mark.parametrize(
    ("letters", "cases", "verdict"),
    [
        ("PP", 2, Verdict.PASSED),
        ("PF", 2, Verdict.FAILED),
        ("PCF", 3, Verdict.CRASHED),
        ("PTC", 3, Verdict.TIMED_OUT),
        ("MP", 2, Verdict.OUT_OF_MEMORY),
        pytest.param("S", 1, Verdict.FAILED, id="skipped is not passed"),
        pytest.param("PN", 2, Verdict.FAILED, id="not run is not passed"),
        pytest.param("", 0, Verdict.FAILED, id="no case at all"),
        pytest.param("P", 2, Verdict.FAILED, id="an outcome is missing"),
        pytest.param("PPP", 2, Verdict.FAILED, id="an outcome too many"),
    ],
)
def test_verdict_of(letters: str, cases: int, verdict: Verdict) -> None:
    assert verdict_of(outcomes(letters), cases=cases) is verdict


@pytest.mark.parametrize(
    ("basic", "edge", "verdict"),
    [
        pytest.param("PP", "F", Verdict.PASSED, id="a failed edge case does not decide"),
        pytest.param("PP", "TN", Verdict.PASSED, id="nor does one that took too long"),
        pytest.param("PF", "P", Verdict.FAILED, id="a failed basic case does"),
        pytest.param("", "P", Verdict.FAILED, id="edge cases alone are no pass"),
    ],
)
def test_a_verdict_without_edge_cases(basic: str, edge: str, verdict: Verdict) -> None:
    found = outcomes(basic) + [replace(outcome, kind=CaseKind.EDGE) for outcome in outcomes(edge)]

    assert verdict_of(found, cases=len(found), edge_decides=False) is verdict
    assert verdict_of(found, cases=len(found) + 1, edge_decides=False) is not Verdict.PASSED


@pytest.mark.parametrize(
    ("execution", "status", "said"),
    [
        (Execution(0), CaseStatus.CRASHED, "left early with status 0"),
        (Execution(None, 11), CaseStatus.CRASHED, "was ended by signal 11"),
        (Execution(None, 9, KilledBy.TIME), CaseStatus.TIMED_OUT, "went over its limit: time"),
        (Execution(None, 9, KilledBy.WALL), CaseStatus.TIMED_OUT, "went over its limit: wall"),
        (Execution(None, 9, KilledBy.MEMORY), CaseStatus.OUT_OF_MEMORY, "went over its limit: memory"),
        (Execution(None, 31, KilledBy.SYSTEM_CALL), CaseStatus.CRASHED, "made a system call that has no honest use"),
    ],
)
def test_the_end_of_a_process(execution: Execution, status: CaseStatus, said: str) -> None:
    assert status_of(execution) is status
    assert ending_of(execution) == said


def test_an_early_exit_with_success_and_a_forbidden_call_are_suspicious() -> None:
    kinds = [
        [suspicion.kind for suspicion in suspicions_of(execution)]
        for execution in (Execution(0), Execution(1), Execution(None, 31, KilledBy.SYSTEM_CALL), Execution(None, 11))
    ]

    assert kinds == [[SuspicionKind.EARLY_EXIT], [], [SuspicionKind.SYSTEM_CALL], []]
