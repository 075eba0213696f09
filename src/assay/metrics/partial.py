"""Credit for candidates that are partly right: 0.2 it parses, 0.2 it loads, 0.3 basic cases, 0.3 edge cases."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real

from assay.errors import InvalidValue
from assay.metrics.base import Metric, RunView
from assay.metrics.kinds import OutcomeLike, TrialLike, require_trial
from assay.records import CaseKind, CaseStatus, Score, Verdict

SYNTAX_WEIGHT = 0.2
COMPILES_WEIGHT = 0.2
CASES_WEIGHT = 0.6
"""Half of it for each group of cases; all of it for the one group of a problem that has no other."""

# The compiler says these about a text that parses; all other errors of `compile` come from the parser.
_PARSES = re.compile(
    r"no function "
    r"|SyntaxError: (?:'(?:return|yield|yield from|await|break)' outside|'continue' not properly in loop"
    r"|asynchronous comprehension outside|'async with' outside|'async for' outside"
    r"|duplicate argument|no binding for nonlocal|nonlocal declaration not allowed"
    r"|name '.*' is (?:assigned to before|used prior to|parameter and|nonlocal and)"
    r"|annotated name '.*' can't be|assignment expression (?:cannot rebind|within a comprehension)"
    r"|'(?:yield|yield from)' inside|'return' with value in async generator|cannot assign to __debug__"
    r"|import \* only allowed|future feature .* is not defined|from __future__ imports must"
    r"|can't use starred expression here|multiple starred expressions|too many statically nested blocks)"
)


@dataclass(frozen=True, slots=True)
class PartialCorrectnessScore:
    """What of one candidate is right.

    >>> PartialCorrectnessScore(True, True, 1.0, 0.5).compute_score()
    0.85
    >>> PartialCorrectnessScore(True, True, 0.5, None).compute_score()
    0.7
    """

    syntax_correct: bool
    compiles: bool
    """It compiles, loads and has the entry point."""
    passes_basic_tests: float | None
    """The share of the basic cases that passed; `None`: the problem has none, so the edge cases carry 0.6."""
    passes_edge_cases: float | None
    """The share of the edge cases that passed; `None`: the problem has none, so the basic cases carry 0.6."""

    def __post_init__(self) -> None:
        for name in ("syntax_correct", "compiles"):
            if not _is_share(getattr(self, name)):
                raise InvalidValue(f"{name} must be true or false, or a share from 0 to 1, got {getattr(self, name)!r}")
        for name in ("passes_basic_tests", "passes_edge_cases"):
            value = getattr(self, name)
            if value is not None and not _is_share(value):
                raise InvalidValue(f"{name} must be a share from 0 to 1, or None for no such cases, got {value!r}")

    def compute_score(self) -> float:
        """Return the weighted sum, from 0 to 1."""
        basic, edge = weights(basic=self.passes_basic_tests is not None, edge=self.passes_edge_cases is not None)
        score = SYNTAX_WEIGHT * self.syntax_correct + COMPILES_WEIGHT * self.compiles
        score += basic * (self.passes_basic_tests or 0.0) + edge * (self.passes_edge_cases or 0.0)
        return round(score, 12)


def weights(*, basic: bool, edge: bool) -> tuple[float, float]:
    """Return what the basic and the edge cases count, by which of them a problem has.

    >>> weights(basic=True, edge=True), weights(basic=False, edge=True), weights(basic=False, edge=False)
    ((0.3, 0.3), (0.0, 0.6), (0.6, 0.0))
    """
    if basic and edge:
        return CASES_WEIGHT / 2, CASES_WEIGHT / 2
    return (0.0, CASES_WEIGHT) if edge else (CASES_WEIGHT, 0.0)


def partial_correctness(trial: TrialLike) -> PartialCorrectnessScore | None:
    """Return what of the candidate of one trial is right; `None` where it is unjudged.

    >>> from assay.records import Candidate, CaseOutcome, Trial
    >>> outcomes = (CaseOutcome(CaseStatus.PASSED), CaseOutcome(CaseStatus.FAILED))
    >>> partial_correctness(Trial("a", Candidate(""), Verdict.FAILED, outcomes)).compute_score()
    0.7
    """
    require_trial("trial", trial)
    if trial.verdict is None:
        return None
    blank = float(trial.verdict == Verdict.PASSED) if not trial.outcomes else None
    basic = _share(trial.outcomes, CaseKind.BASIC)
    edge = _share(trial.outcomes, CaseKind.EDGE)
    return PartialCorrectnessScore(
        parses(trial.verdict, trial.detail),
        loads(trial.verdict, trial.outcomes),
        basic if blank is None else blank,
        edge,
    )


def parses(verdict: Verdict, detail: str) -> bool:
    """Say whether the candidate parses: all do, but an invalid one whose text was the reason.

    >>> parses(Verdict.INVALID, "no function 'add'"), parses(Verdict.INVALID, "SyntaxError: invalid syntax")
    (True, False)
    """
    return verdict != Verdict.INVALID or _PARSES.match(detail) is not None


def loads(verdict: Verdict, outcomes: Sequence[OutcomeLike]) -> bool:
    """Say whether the candidate compiles, loads and has the entry point: a case has run.

    Where no case was kept, a verdict of passed or failed says that one has.

    >>> loads(Verdict.FAILED, ()), loads(Verdict.CRASHED, ())
    (True, False)
    """
    if verdict in (Verdict.PASSED, Verdict.INVALID):
        return verdict == Verdict.PASSED
    if not outcomes:
        return verdict == Verdict.FAILED
    return any(outcome.status != CaseStatus.NOT_RUN for outcome in outcomes)


def _is_share(value: object) -> bool:
    return isinstance(value, Real) and 0 <= float(value) <= 1


def _share(outcomes: Sequence[OutcomeLike], kind: CaseKind) -> float | None:
    group = [outcome.status == CaseStatus.PASSED for outcome in outcomes if outcome.kind == kind]
    return sum(group) / len(group) if group else None


def _scores(run: RunView) -> list[Score]:
    """Return the partial correctness of an attempt, averaged over attempts and then over problems."""
    cells = [cell for cell in run.problems.values() if cell.judged]
    single = sum(not (cell.basic.size and cell.edge.size) for cell in cells)
    verb = "has" if single == 1 else "have"
    note = f"{single} of {len(cells)} problems {verb} one group of cases, which carries 0.6" if single else ""
    return [run.mean("partial-correctness", [cell.partial() for cell in cells], note=note)]


METRICS = (
    Metric(
        "partial-correctness",
        "Credit for what is right: 0.2 parses, 0.2 loads, 0.3 basic cases, 0.3 edge cases",
        _scores,
        "{share} of the credit for partly correct solutions",
        place=70,
        needs_all_cases=True,
    ),
)
