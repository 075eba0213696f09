"""Whether a candidate that passes the tests solves the problem: hard-coded answers, and what it does beyond."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from assay.errors import Fault, require
from assay.judges.base import JUDGES, judge_of
from assay.judges.hardcoded import HardCoded, HardCodedAnswers
from assay.judges.probing import Probed
from assay.probes.ground import Difference, Ground, Kept
from assay.probes.inputs.reach import Reach
from assay.probes.sides import sandbox_or_new
from assay.records import Candidate, Limits, ProbeOutcome, Problem, Suspicion, SuspicionKind
from assay.results import Result
from assay.sandbox.base import Sandbox
from assay.text import one_line

FRESH_INPUTS = 200
"""Inputs that each candidate is tried with, besides those of the tests."""
MOST_SHOWN = 300
"""Characters of a call that are shown."""


@dataclass(frozen=True, slots=True, repr=False)
class OverfitResult(Result):
    """Whether a pass holds up beyond the tests, and whether answers to the tests stand in the source."""

    problem_id: str
    entry_point: str
    does_not_hold_up: bool | None
    """Whether it differs from the reference on an input like those of the tests; `None`: that cannot be said."""
    hard_coded: HardCoded | None = None
    """Inputs of the tests that stand in the source with their answers: evidence, but no proof."""
    difference: Difference | None = None
    """The smallest input that was found on which the two differ, and what each does with it."""
    inputs: int = 0
    """How many inputs were compared."""
    seed: int = 0
    note: str = ""
    """Why nothing can be said."""

    def headline(self) -> str:
        """Return the finding in words."""
        written = [] if self.hard_coded is None else [f"answers are hard-coded: {self.hard_coded}"]
        return "; ".join([self._behaviour(), *written])

    def _behaviour(self) -> str:
        if self.does_not_hold_up is None:
            return f"cannot be said: {self.note}"
        if self.difference is None:
            return f"passes the tests, and no difference from the reference in {self.inputs:,} inputs like theirs"
        call = one_line(f"{self.entry_point}({self.difference.input.text()[:MOST_SHOWN]})")
        ours, right = self.difference.candidate, self.difference.reference.text()
        does = f"gives {ours.text()}" if ours.answered else ours.text()
        return f"passes the tests, but differs from the reference on {call}: {does}, the reference gives {right}"

    def table(self) -> list[dict[str, Any]]:  # Any: texts and numbers
        """Return one row with all that was found."""
        return [self.to_dict()]

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the result as plain data, values as text."""
        written, found = self.hard_coded, self.difference
        return {
            "problem": self.problem_id,
            "entry_point": self.entry_point,
            "does_not_hold_up": self.does_not_hold_up,
            "counterexample": None if found is None else found.input.text(),
            "candidate": None if found is None else found.candidate.text(),
            "reference": None if found is None else found.reference.text(),
            "hard_coded": None if written is None else str(written),
            "lines": [] if written is None else list(written.lines),
            "inputs": self.inputs,
            "seed": self.seed,
            "note": self.note,
        }

    def suspicions(self) -> tuple[Suspicion, ...]:
        """Return what belongs to the suspicions of a trial: hard-coded answers, and a difference, each by its name."""
        found = [] if self.hard_coded is None else [Suspicion(SuspicionKind.HARD_CODED, str(self.hard_coded))]
        if self.does_not_hold_up:
            found.append(Suspicion(SuspicionKind.DIFFERS_BEYOND_TESTS, self._behaviour()))
        return tuple(found)


def probe_overfit(
    candidate: str | bytes | Candidate, problem: Problem, *, seed: int = 0, sandbox: Sandbox | None = None
) -> OverfitResult:
    """Judge a candidate and, where it passes, look whether it holds up beyond the tests.

    It is run on fresh inputs like those of the tests, beside the reference, and its source is looked through for
    answers to the tests.

    >>> from assay.records import Case, Cases
    >>> cases = (Case((30,), 900), Case((12,), 144), Case((20,), 400))
    >>> problem = Problem("square", Cases("square", cases), reference="def square(x): return x * x")
    >>> found = probe_overfit("def square(x): return {30: 900, 12: 144, 20: 400}.get(x, 0)", problem)
    >>> found.does_not_hold_up, found.hard_coded.lines
    (True, (1,))
    """
    require("candidate", candidate, (str, bytes, Candidate), "source text or a Candidate")
    require("problem", problem, (Problem,), "a Problem")
    require("seed", seed, (int,), "a whole number")
    given = candidate if isinstance(candidate, Candidate) else Candidate(candidate)
    with sandbox_or_new(sandbox) as place:
        trial = JUDGES.get(judge_of(problem))(place, Limits()).judge(problem, given)
        if trial.verdict is None:
            raise Fault(trial.fault)
        if not trial.passed:
            note = f"it does not pass the tests ({trial.verdict.value})"
            return OverfitResult(problem.id, problem.check.entry_point, None, seed=seed, note=note)
        return Overfitting(place, problem, seed).result(given)


class Overfitting:
    """The question whether passes hold up, for all candidates of one problem."""

    def __init__(self, sandbox: Sandbox, problem: Problem, seed: int = 0) -> None:
        self._problem = problem
        self._seed = seed
        self._ground = Ground(sandbox, problem, size=FRESH_INPUTS, seed=seed, domain=Reach)
        self._answers = HardCodedAnswers(self._ground.cases)

    def result(self, candidate: Candidate) -> OverfitResult:
        """Return the answer about a candidate that passes."""
        source = candidate.source
        data = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
        found = self._ground.findings(candidate, tolerant=True)
        return OverfitResult(
            self._problem.id,
            self._problem.check.entry_point,
            None if found.note else found.difference is not None,
            self._answers.look(data),
            found.difference,
            found.inputs,
            self._seed,
            found.note,
        )


class OverfitProbe:
    """`--probe overfit`: counts the passes that do not hold up."""

    of_problem = False

    def __init__(self, sandbox: Sandbox, limits: Limits) -> None:
        self._overfitting = Kept(lambda problem: Overfitting(sandbox, problem))

    def probe(self, problem: Problem, candidate: Candidate) -> Probed:
        found = self._overfitting.of(problem).result(candidate)
        known = found.does_not_hold_up is not None
        outcome = ProbeOutcome("overfit", int(bool(found.does_not_hold_up)), int(known), found.headline(), found.inputs)
        return Probed(outcome, found.suspicions())
