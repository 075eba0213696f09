"""From what happened to what it means: case outcomes, process facts, verdicts; fails closed."""

from __future__ import annotations

from collections.abc import Sequence

from assay.records import CaseKind, CaseOutcome, CaseStatus, Execution, KilledBy, Suspicion, SuspicionKind, Verdict

OF_STATUS = {
    CaseStatus.PASSED: Verdict.PASSED,
    CaseStatus.FAILED: Verdict.FAILED,
    CaseStatus.CRASHED: Verdict.CRASHED,
    CaseStatus.TIMED_OUT: Verdict.TIMED_OUT,
    CaseStatus.OUT_OF_MEMORY: Verdict.OUT_OF_MEMORY,
    CaseStatus.SKIPPED: Verdict.FAILED,
    CaseStatus.NOT_RUN: Verdict.FAILED,
}
OF_LIMIT = {
    KilledBy.TIME: CaseStatus.TIMED_OUT,
    KilledBy.WALL: CaseStatus.TIMED_OUT,
    KilledBy.MEMORY: CaseStatus.OUT_OF_MEMORY,
    KilledBy.OUTPUT: CaseStatus.CRASHED,
    KilledBy.SYSTEM_CALL: CaseStatus.CRASHED,
}


def verdict_of(outcomes: Sequence[CaseOutcome], *, cases: int, edge_decides: bool = True) -> Verdict:
    """What the first deciding case that did not pass says; none at all, or other than `cases` outcomes, is a failure.

    >>> verdict_of([CaseOutcome(CaseStatus.PASSED)], cases=1)
    <Verdict.PASSED: 'passed'>
    >>> verdict_of([CaseOutcome(CaseStatus.PASSED)], cases=2)
    <Verdict.FAILED: 'failed'>
    """
    decide = deciding(outcomes, edge_decides=edge_decides)
    for outcome in decide:
        if not outcome.passed:
            return OF_STATUS[outcome.status]
    return Verdict.PASSED if decide and len(outcomes) == cases else Verdict.FAILED


def deciding(outcomes: Sequence[CaseOutcome], *, edge_decides: bool) -> list[CaseOutcome]:
    """The outcomes that a verdict is made of.

    >>> found = [CaseOutcome(CaseStatus.PASSED), CaseOutcome(CaseStatus.FAILED, CaseKind.EDGE)]
    >>> len(deciding(found, edge_decides=False))
    1
    """
    return [outcome for outcome in outcomes if edge_decides or outcome.kind is CaseKind.BASIC]


def status_of(execution: Execution) -> CaseStatus:
    """What became of the case during which a process ended without an answer."""
    if execution.killed_by is not None:
        return OF_LIMIT[execution.killed_by]
    return CaseStatus.CRASHED


def suspicions_of(execution: Execution) -> list[Suspicion]:
    """What the way a process ended gives reason to suspect."""
    if execution.killed_by is KilledBy.SYSTEM_CALL:
        return [Suspicion(SuspicionKind.SYSTEM_CALL, "killed by the system-call filter")]
    if execution.killed_by is None and execution.exit_code == 0:
        return [Suspicion(SuspicionKind.EARLY_EXIT, "its process ended with status 0 before it had answered")]
    return []
