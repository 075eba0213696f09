"""The properties of a problem as cases: each is one outcome, whatever the number of inputs it is tried on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.errors import InvalidProblem
from assay.judges.base import ControlGap
from assay.judges.bundle import Unplaceable, bundle
from assay.judges.host import masks
from assay.judges.properties import FAILURES, InputEnd, PropertyJudge, PropertyRun, written
from assay.records import CaseOutcome, CaseStatus, Execution, FunctionCheck, Problem, PropertyCheck, Suspicion, Verdict

OBJECTS_DECIDE = f"{ControlGap.WEAK}: objects of its own may decide {{}} of {{}} properties"
HOLD_OF_NOTHING = f"{ControlGap.WEAK}: {{}} of {{}} properties hold of empty answers, or of numbers that are none"
MAX_CALL = 500
"""Characters of a call that are shown."""


@dataclass(frozen=True, slots=True)
class PropertyOutcomes:
    """What the properties of a problem came to with one candidate."""

    outcomes: tuple[CaseOutcome, ...] = ()
    executions: tuple[Execution, ...] = ()
    suspicions: tuple[Suspicion, ...] = ()
    verdict: Verdict | None = None
    """Set where the candidate lacks a name that a property takes from it."""
    detail: str = ""
    by_object: int = 0
    """How many properties objects of the candidate's own may have decided."""


class PropertyCases:
    """The properties of a problem, each with the inputs that count: those that the reference accepts, if there is one.

    Raises `InvalidProblem` for a property without inputs, and for one that none of its inputs tests.
    """

    def __init__(self, problem: Problem, judge: PropertyJudge) -> None:
        assert isinstance(problem.check, FunctionCheck), "a problem with properties has one"
        self.check: FunctionCheck = problem.check
        self.edge_decides = problem.edge_decides
        self._judge = judge
        self._loose = 0
        """How many properties hold of the reference with empty answers, or with numbers that are none."""
        self.properties = tuple(self._accepted(problem, asked) for asked in problem.properties)

    def run(self, source: bytes, *, first_failure: bool = False) -> PropertyOutcomes:
        """Try all properties on a candidate, which has to accept every input."""
        found = PropertyOutcomes()
        for asked in self.properties:
            if found.verdict is not None or (first_failure and not all(one.passed for one in found.outcomes)):
                why = found.detail or "it was stopped at its first failure"
                outcome = CaseOutcome(CaseStatus.NOT_RUN, asked.kind, asked.name, error=why)
                found = replace(found, outcomes=(*found.outcomes, outcome))
                continue
            run = self._judge.run(self.check, asked, source, first_failure=True)
            found = PropertyOutcomes(
                (*found.outcomes, self._outcome(asked, run)),
                (*found.executions, *run.executions),
                (*found.suspicions, *run.suspicions),
                run.verdict,
                run.not_loaded,
                found.by_object + run.by_object,
            )
        return found

    def note(self, found: PropertyOutcomes) -> str:
        """Return what to know of a candidate of which all properties hold."""
        notes = [OBJECTS_DECIDE.format(found.by_object, len(self.properties)) if found.by_object else ""]
        notes += [HOLD_OF_NOTHING.format(self._loose, len(self.properties)) if self._loose else ""]
        return "; ".join(filter(None, notes))

    def not_run(self, why: str) -> PropertyOutcomes:
        """Return the outcomes of a candidate that did not get so far."""
        outcomes = (CaseOutcome(CaseStatus.NOT_RUN, one.kind, one.name, error=why) for one in self.properties)
        return PropertyOutcomes(tuple(outcomes))

    def _accepted(self, problem: Problem, asked: PropertyCheck) -> PropertyCheck:
        if not asked.inputs or not asked.source:
            raise InvalidProblem(
                f"problem {problem.id!r}: {asked.name} has no inputs; give the problem cases with calls, a reference "
                f"with type hints, or the property a strategy"
            )
        if not problem.reference:
            return asked
        try:
            source = bundle(problem, problem.reference.encode("utf-8", "replace"))
        except Unplaceable:
            return asked
        run = self._judge.run(self.check, asked, source)
        if run.not_loaded:  # the reference fails its other cases too, which says more
            return asked
        kept = [InputEnd.HELD, InputEnd.BROKEN]
        inputs = tuple(one for one, found in zip(asked.inputs, run.outcomes, strict=True) if found.end in kept)
        if not inputs:
            why = next((found.error for found in run.outcomes if found.error), "an assumption does not hold")
            tried = f"none of its {len(asked.inputs)} inputs tests the reference"
            raise InvalidProblem(f"problem {problem.id!r}: {asked.name}: {tried}: {why}")
        asked = replace(asked, inputs=inputs)
        emptied = self._judge.run(self.check, asked, source, variant=masks.NOTHING)
        self._loose += all(found.end is InputEnd.HELD for found in emptied.outcomes)
        return asked

    def _outcome(self, asked: PropertyCheck, run: PropertyRun) -> CaseOutcome:
        """Return one outcome for all inputs: that of the first with which the property does not hold."""
        if run.verdict is not None:
            return CaseOutcome(CaseStatus.NOT_RUN, asked.kind, asked.name, error=run.not_loaded)
        for given, found in zip(asked.inputs, run.outcomes, strict=True):
            if found.end in FAILURES:
                error = f"{call_of(self.check.entry_point, given)}: {found.error}"
                return CaseOutcome(found.status, asked.kind, asked.name, "", asked.text, error)
            if found.end is InputEnd.NOT_RUN:
                return CaseOutcome(CaseStatus.NOT_RUN, asked.kind, asked.name, error="its process was over before")
        if not any(found.end is InputEnd.HELD for found in run.outcomes):
            why = f"none of {len(asked.inputs)} inputs tests it"
            return CaseOutcome(CaseStatus.FAILED, asked.kind, asked.name, "", asked.text, why)
        seconds = sum(execution.effective_seconds for execution in run.executions)
        return CaseOutcome(CaseStatus.PASSED, asked.kind, asked.name, seconds=seconds if seconds >= 0.02 else 0.0)


def call_of(entry_point: str, given: tuple[tuple[object, ...], object]) -> str:
    """Return a call as one would type it, cut where it is long.

    >>> call_of("f", (([3, 1],), {"key": None}))
    'f([3, 1], key=None)'
    """
    arguments, named = given
    assert isinstance(named, dict), "the arguments by name"
    texts = [*map(written, arguments), *(f"{name}={written(value)}" for name, value in named.items())]
    text = f"{entry_point}({', '.join(texts)})"
    return text if len(text) <= MAX_CALL else f"{text[:MAX_CALL]}…"
