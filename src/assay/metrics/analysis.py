"""Why attempts fail: five classes of error, read from the verdict and the cases."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum

from assay.errors import require_number
from assay.metrics.kinds import OutcomeLike, TrialLike, checked_trials
from assay.records import CaseKind, CaseStatus, Verdict


class ErrorClass(StrEnum):
    """The closed set of reasons an attempt did not pass."""

    SYNTAX = "syntax"
    RUNTIME = "runtime"
    LOGIC = "logic"
    EDGE_CASE = "edge_case"
    TIMEOUT = "timeout"


LACKS_ENTRY_POINT = "no function "
"""Begins the detail of a trial whose code is valid and does not define what it must."""
_MISSING = re.compile(r"ModuleNotFoundError: No module named '([A-Za-z_]\w{0,99})[.']", re.ASCII)
_OF_VERDICT = {
    Verdict.INVALID: ErrorClass.SYNTAX,
    Verdict.CRASHED: ErrorClass.RUNTIME,
    Verdict.OUT_OF_MEMORY: ErrorClass.RUNTIME,
    Verdict.TIMED_OUT: ErrorClass.TIMEOUT,
}


@dataclass(frozen=True, slots=True)
class ErrorAnalysis:
    """How many attempts failed for which reason.

    >>> found = ErrorAnalysis(syntax_errors=1, logic_errors=3)
    >>> found.most_common_error(), found.total_errors()
    ('logic', 4)
    """

    syntax_errors: int = 0
    runtime_errors: int = 0
    logic_errors: int = 0
    edge_case_failures: int = 0
    timeout_errors: int = 0

    def __post_init__(self) -> None:
        for name, count in asdict(self).items():
            require_number(name, count, 0, whole=True)

    def by_class(self) -> dict[str, int]:
        """Return the counts under the names of the classes, in a fixed order."""
        return {
            ErrorClass.SYNTAX.value: self.syntax_errors,
            ErrorClass.RUNTIME.value: self.runtime_errors,
            ErrorClass.LOGIC.value: self.logic_errors,
            ErrorClass.EDGE_CASE.value: self.edge_case_failures,
            ErrorClass.TIMEOUT.value: self.timeout_errors,
        }

    def most_common_error(self) -> str | None:
        """Return the class with the highest count, the first of them where several share it; `None` of no errors."""
        counts = self.by_class()
        return max(counts, key=lambda name: counts[name]) if self.total_errors() else None

    def total_errors(self) -> int:
        """Return the number of attempts that were judged and did not pass."""
        return sum(self.by_class().values())


def error_class(verdict: Verdict | None, outcomes: Iterable[OutcomeLike] = (), detail: str = "") -> ErrorClass | None:
    """Return why an attempt failed; `None` where it passed or is unjudged.

    A failure is of the edge cases when some of them did not pass and every basic case did. Code that is valid and lacks
    the entry point, as the detail of its trial says, fails when it is called: a runtime error.

    >>> from assay.records import CaseOutcome
    >>> passed, edge = CaseOutcome(CaseStatus.PASSED), CaseOutcome(CaseStatus.FAILED, CaseKind.EDGE)
    >>> error_class(Verdict.FAILED, [passed, edge]).value, error_class(Verdict.FAILED).value
    ('edge_case', 'logic')
    """
    if verdict is None or verdict == Verdict.PASSED:
        return None
    if verdict == Verdict.INVALID and detail.startswith(LACKS_ENTRY_POINT):
        return ErrorClass.RUNTIME
    if verdict != Verdict.FAILED:
        return _OF_VERDICT[verdict]
    missed = {outcome.kind for outcome in outcomes if outcome.status != CaseStatus.PASSED}
    return ErrorClass.EDGE_CASE if missed == {CaseKind.EDGE} else ErrorClass.LOGIC


def error_analysis(trials: Iterable[TrialLike]) -> ErrorAnalysis:
    """Return the failures of all judged trials by class; a tally has the same under `errors`.

    >>> from assay.records import Candidate, Trial
    >>> error_analysis([Trial("a", Candidate(""), Verdict.INVALID)]).syntax_errors
    1
    """
    counts = dict.fromkeys(ErrorClass, 0)
    for trial in checked_trials(trials):
        found = error_class(trial.verdict, trial.outcomes, trial.detail)
        if found is not None:
            counts[found] += 1
    return from_counts(counts)


def missing_package(trial: TrialLike) -> str | None:
    """Return the package that a candidate needs and the interpreter lacks; `None` where that was not the reason.

    The name is what the candidate's own exception says: a hint for the reader, not a fact.

    >>> from assay.records import Candidate, Trial
    >>> crash = "ModuleNotFoundError: No module named 'scipy.stats'"
    >>> missing_package(Trial("a", Candidate(""), Verdict.CRASHED, detail=crash))
    'scipy'
    """
    if trial.verdict != Verdict.CRASHED:
        return None
    found = _MISSING.match(trial.detail)
    return found[1] if found else None


def from_counts(counts: dict[ErrorClass, int]) -> ErrorAnalysis:
    """Return the analysis of counts that were kept by class.

    >>> from_counts({ErrorClass.TIMEOUT: 2}).timeout_errors
    2
    """
    return ErrorAnalysis(
        syntax_errors=counts.get(ErrorClass.SYNTAX, 0),
        runtime_errors=counts.get(ErrorClass.RUNTIME, 0),
        logic_errors=counts.get(ErrorClass.LOGIC, 0),
        edge_case_failures=counts.get(ErrorClass.EDGE_CASE, 0),
        timeout_errors=counts.get(ErrorClass.TIMEOUT, 0),
    )
