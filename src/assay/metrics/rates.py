"""Shares of attempts and of cases: functional correctness, case pass rates, agreement of repeated attempts."""

from __future__ import annotations

import math
from collections.abc import Iterable

from assay.metrics.base import Metric, RunView
from assay.metrics.kinds import TrialLike
from assay.metrics.passk import unjudged_note
from assay.metrics.tally import CaseCounts, Tally, tally
from assay.records import Score


def functional_correctness(trials: Iterable[TrialLike]) -> float | None:
    """Return the share of the judged trials that passed all their cases; `None` of none.

    >>> from assay.records import Candidate, Trial, Verdict
    >>> functional_correctness([Trial("a", Candidate(""), v) for v in (Verdict.PASSED, Verdict.FAILED, None)])
    0.5
    """
    counted = tally(trials)
    return counted.passed / counted.judged if counted.judged else None


def test_case_pass_rate(trials: Iterable[TrialLike]) -> float | None:
    """Return the share of the cases that an attempt passes, averaged by attempts, then problems; `None` of none.

    >>> from assay.records import Candidate, CaseOutcome, CaseStatus, Trial, Verdict
    >>> outcomes = (CaseOutcome(CaseStatus.PASSED), CaseOutcome(CaseStatus.FAILED))
    >>> test_case_pass_rate([Trial("a", Candidate(""), Verdict.FAILED, outcomes)])
    0.5
    """
    return _mean(cell.case_rate() for cell in tally(trials).by_problem().values() if cell.judged)


def pooled_case_pass_rate(trials: Iterable[TrialLike]) -> float | None:
    """Return the share of all cases of all judged trials that passed; `None` of none.

    >>> from assay.records import Candidate, CaseOutcome, CaseStatus, Trial, Verdict
    >>> passed = CaseOutcome(CaseStatus.PASSED)
    >>> pooled_case_pass_rate([Trial("a", Candidate(""), Verdict.PASSED, (passed,) * 3)])
    1.0
    """
    return _pooled((cell, cell.cases) for cell in tally(trials).by_problem().values())


def edge_case_pass_rate(trials: Iterable[TrialLike]) -> float | None:
    """Return the share of the edge cases that an attempt passes, averaged likewise; `None` where no problem has any.

    >>> from assay.records import Candidate, CaseKind, CaseOutcome, CaseStatus, Trial, Verdict
    >>> outcomes = (CaseOutcome(CaseStatus.PASSED), CaseOutcome(CaseStatus.FAILED, CaseKind.EDGE))
    >>> edge_case_pass_rate([Trial("a", Candidate(""), Verdict.FAILED, outcomes)])
    0.0
    """
    cells = tally(trials).by_problem().values()
    return _mean(cell.edge_rate() for cell in cells if cell.judged and cell.edge.size)


def consistency(trials: Iterable[TrialLike]) -> float | None:
    """Return the chance that two attempts at one problem agree, averaged over problems with two judged or more.

    Two attempts agree when both pass or neither does. 1 means that repeating an attempt never changes the result,
    1/2 is what a coin gives; `None` where nothing was repeated.

    >>> from assay.records import Candidate, Trial, Verdict
    >>> consistency([Trial("a", Candidate(""), v) for v in (Verdict.PASSED, Verdict.PASSED, Verdict.FAILED)])
    0.3333333333333333
    """
    return _mean(agreement(cell) for cell in tally(trials).by_problem().values() if cell.judged > 1)


def agreement(cell: Tally) -> float:
    """Return the share of the pairs of attempts at one problem that agree; it needs two judged attempts.

    >>> agreement(Tally(judged=4, passed=4)), agreement(Tally(judged=4, passed=2))
    (1.0, 0.3333333333333333)
    """
    same = math.comb(cell.passed, 2) + math.comb(cell.judged - cell.passed, 2)
    return same / math.comb(cell.judged, 2)


def _mean(values: Iterable[float]) -> float | None:
    listed = list(values)
    return math.fsum(listed) / len(listed) if listed else None


def _pooled(groups: Iterable[tuple[Tally, CaseCounts]]) -> float | None:
    counts = [cell.pooled(cases) for cell, cases in groups]
    shown = sum(cases for _, cases in counts)
    return sum(passed for passed, _ in counts) / shown if shown else None


def _functional_correctness(run: RunView) -> list[Score]:
    counts = [(cell.passed, cell.judged) for cell in run.problems.values() if cell.judged]
    note = "; ".join(filter(None, ("n counts attempts", unjudged_note(run))))
    return [run.share("functional-correctness", counts, note=note, nothing="no attempt is judged")]


def _case_rate(run: RunView) -> list[Score]:
    cells = [cell for cell in run.problems.values() if cell.judged]
    pooled = _pooled((cell, cell.cases) for cell in cells)
    return [run.mean("test-case-pass-rate", [cell.case_rate() for cell in cells], pooled=pooled)]


def _edge_rate(run: RunView) -> list[Score]:
    judged = [cell for cell in run.problems.values() if cell.judged]
    cells = [cell for cell in judged if cell.edge.size]
    note = "" if cells else "no problem has edge cases"
    if 0 < len(cells) < len(judged):
        note = f"{len(judged) - len(cells)} of {len(judged)} problems have no edge cases and are left out"
    pooled = _pooled((cell, cell.edge) for cell in cells)
    return [run.mean("edge-case-pass-rate", [cell.edge_rate() for cell in cells], pooled=pooled, note=note)]


def _consistency(run: RunView) -> list[Score]:
    judged = [cell for cell in run.problems.values() if cell.judged]
    values = [agreement(cell) for cell in judged if cell.judged > 1]
    note = "" if values else "no problem has two judged attempts"
    if 0 < len(values) < len(judged):
        note = f"{len(judged) - len(values)} of {len(judged)} problems have one judged attempt and are left out"
    return [run.mean("consistency", values, note=note)]


METRICS = (
    Metric(
        "functional-correctness",
        "The share of the attempts that pass all their cases",
        _functional_correctness,
        "{share} of the attempts are correct",
        place=30,
        counts="attempts",
    ),
    Metric(
        "test-case-pass-rate",
        "The share of the cases that pass, averaged over problems; pooled over all cases beside it",
        _case_rate,
        "{share} of the cases pass on the average problem",
        place=40,
        needs_all_cases=True,
    ),
    Metric(
        "edge-case-pass-rate",
        "The share of the edge cases that pass, averaged over the problems that have any",
        _edge_rate,
        "{share} of the edge cases pass on the average problem",
        place=50,
        needs_all_cases=True,
    ),
    Metric(
        "consistency",
        "The chance that two attempts at one problem agree: both pass, or neither does",
        _consistency,
        "two attempts at the same problem agree {share} of the time",
        place=60,
    ),
)
