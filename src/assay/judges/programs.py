"""The judge of whole programs: a candidate runs on every input, and its output is held against the right one."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from assay.agreement import Accuracy, Agreement, Comparison, ProgramRun
from assay.errors import Fault, InvalidValue
from assay.judges.base import UnderLimits, not_taken
from assay.judges.bundle import bundle
from assay.judges.excerpts import KEPT, Budget
from assay.judges.known import KnownRun, run_on
from assay.judges.outputs import Observed, compare, not_read, not_started, same_behaviour, too_late
from assay.judges.separate import source_bytes
from assay.judges.verdicts import OF_LIMIT, verdict_of
from assay.records import (
    Candidate,
    CaseOutcome,
    CaseStatus,
    Limits,
    Problem,
    ProgramInput,
    Programs,
    Trial,
    Verdict,
)
from assay.sandbox.recipes import recipe, tools
from assay.sandbox.runner import Built, Runner
from assay.sandbox.toolchains import MissingToolchain
from assay.sandbox.warm import WarmPython

_PASSES = (Agreement.PERFECT, Agreement.CLOSE)
_UNFIT = {
    Agreement.NONDETERMINISTIC: "the ground truth does not agree with itself",
    Agreement.GROUNDTRUTH_FAILED: "the ground truth does not run to its end",
}
"""Why a ground truth cannot judge anybody."""


class ProgramsJudge(UnderLimits):
    """Judges programs of any language that can be run here.

    Where the right outputs are known, a candidate passes when it ends with status 0 on every input and the checker
    finds what it printed right. Otherwise it passes when it agrees with the ground truth on every input that this one
    took, exactly or after normalisation. A ground truth that fails or does not agree with itself cannot judge anybody:
    the trial has no verdict, and `Trial.accuracy` says why.
    """

    name = "programs"
    takes = (Programs,)

    def __init__(self, sandbox: WarmPython, limits: Limits | None = None, *, first_failure: bool = False) -> None:
        self.runner = Runner(sandbox)
        self.limits = limits or Limits()
        self.first_failure = first_failure

    @staticmethod
    def layers(sandbox: WarmPython, limits: Limits) -> str:
        """Return the layers in force where programs run: an empty one starts what the others need."""
        runner = Runner(sandbox)
        runner.run(runner.build(b"", "python", limits), limits=limits)
        return sandbox.isolation

    def judge(self, problem: Problem, candidate: Candidate) -> Trial:
        """Return the trial of one program; processes that fail on our side are replaced and tried once more."""
        check = problem.check
        if not isinstance(check, Programs):
            raise not_taken(problem, self.name, self.takes)
        lacking = _lacking(problem, check)
        if lacking:
            return self._set_aside(problem, candidate, Agreement.NO_TOOLCHAIN, lacking)
        if check.groundtruth is not None and check.groundtruth.error:
            reason = f"groundtruth: {check.groundtruth.error}"
            return self._set_aside(problem, candidate, Agreement.GROUNDTRUTH_FAILED, reason)
        try:
            return self._trial(problem, candidate, check)
        except Fault:
            self.runner.sandbox.restart()
        return self._trial(problem, candidate, check)

    def _set_aside(self, problem: Problem, candidate: Candidate, why: Agreement, reason: str) -> Trial:
        accuracy = Accuracy(set_aside=why)
        return Trial(problem.id, candidate, None, fault=reason[:KEPT], judge=self.name, accuracy=accuracy)

    def _trial(self, problem: Problem, candidate: Candidate, check: Programs) -> Trial:
        if check.groundtruth is None:
            run = KnownRun(self.runner, problem, check, self.limits, self.first_failure)
            return run.trial(candidate, judge=self.name)
        accuracy = compare_programs(
            self.runner, problem, candidate, limits=self.limits, first_failure=self.first_failure
        )
        compared = zip(check.inputs, accuracy.comparisons, strict=False)  # fewer, where the first failure ends it
        outcomes = [_outcome(given, found) for given, found in compared if found.score is not None]
        left = check.inputs[len(accuracy.comparisons) :]
        outcomes += [CaseOutcome(CaseStatus.NOT_RUN, given.kind, given.name or "input") for given in left]
        fault = _UNFIT.get(accuracy.agreement, "")
        return Trial(
            problem.id,
            candidate,
            None if fault else _verdict(problem, outcomes, accuracy),
            tuple(outcomes),
            fault=fault,
            detail=_detail(accuracy),
            judge=self.name,
            isolation=self.runner.sandbox.isolation,
            accuracy=accuracy,
        )


def _lacking(problem: Problem, check: Programs) -> str:
    """Return why the programs of a problem cannot be run here; empty when they can."""
    needed = [one.language for one in (check.groundtruth, check.checker.program) if one is not None]
    reasons = []
    for language in dict.fromkeys((*needed, problem.language)):
        try:
            if recipe(language).run:
                tools(language)
        except MissingToolchain as error:
            reasons.append(str(error))
    return "; ".join(reasons)


def _outcome(given: ProgramInput, found: Comparison) -> CaseOutcome:
    return CaseOutcome(
        CaseStatus.PASSED if found.agreement in _PASSES else _status(found.prediction),
        given.kind,
        given.name or "input",
        found.prediction.raw_output[:KEPT],
        found.groundtruth.raw_output[:KEPT],
        (found.error or found.diff)[:KEPT],
        found.prediction.seconds,
    )


def _status(run: ProgramRun) -> CaseStatus:
    """Return how an input ended on which a program does not agree."""
    if not run.failure:
        return CaseStatus.FAILED
    return next((status for limit, status in OF_LIMIT.items() if limit == run.failure), CaseStatus.CRASHED)


def _verdict(problem: Problem, outcomes: list[CaseOutcome], accuracy: Accuracy) -> Verdict:
    if accuracy.worst is not None and accuracy.worst.prediction.failure in ("build", "source"):
        return Verdict.INVALID
    return verdict_of(outcomes, cases=len(outcomes), edge_decides=problem.edge_decides)


def _detail(accuracy: Accuracy) -> str:
    """Return in words how far the programs agree, and the error on the input where they agree least."""
    score = "" if accuracy.score is None else f"computational accuracy {accuracy.score:.2f}, "
    error = f": {accuracy.worst.error}" if accuracy.worst is not None and accuracy.worst.error else ""
    return f"{score}{accuracy.agreement.value.replace('_', ' ')}{error}"[:KEPT]


def compare_programs(
    runner: Runner, problem: Problem, candidate: Candidate, *, limits: Limits, first_failure: bool = False
) -> Accuracy:
    """Run a candidate and the ground truth on every input, and compare; raises `MissingToolchain` or a `Fault`.

    Whatever is wrong with the candidate's own files is a failure of the candidate. `first_failure` leaves out the
    inputs behind the first one on which it does not agree. The input at which the time for all of them is used up ends
    by that limit, and those behind it are left out.
    """
    check = problem.check
    assert isinstance(check, Programs), "the caller looked at the kind of check"
    truth = check.groundtruth
    assert truth is not None, "and whether there is a ground truth"
    sides = _Sides(
        runner,
        check,
        limits,
        runner.build(truth.data, truth.language, limits),
        candidate.error or runner.build(bundle(problem, source_bytes(candidate)), problem.language, limits),
    )
    budget = Budget()
    comparisons: list[Comparison] = []
    worst: Comparison | None = None
    left = math.inf if limits.all_seconds is None else limits.all_seconds
    for given in check.inputs:
        found = sides.compare(given, seconds=left)
        left -= found.prediction.seconds
        if worst is None or _rank(found) < _rank(worst):
            worst = found
        comparisons.append(_within(budget, found))
        if found.score is not None and found.agreement not in _PASSES and (first_failure or left <= 0):
            break
    return Accuracy(tuple(comparisons), worst)


def _rank(found: Comparison) -> float:
    """Return a number that is lower the worse an input went; it is highest where the ground truth failed."""
    return math.inf if found.score is None else found.score


@dataclass(frozen=True, slots=True)
class _Sides:
    """Two programs that are ready to run."""

    runner: Runner
    check: Programs
    limits: Limits
    groundtruth: Built
    prediction: Built | str
    """Or why there is nothing to run."""

    def compare(self, given: ProgramInput, *, seconds: float) -> Comparison:
        """Run both on one input, for which the candidate has at most so many seconds left."""
        truth = self._truth(given)
        found = compare(truth, self._predicted(given, seconds), self.check.checker)
        return replace(found, varies=self._varies(given, truth)) if self.check.repeat > 1 else found

    def _truth(self, given: ProgramInput, hash_seed: int = 0) -> Observed:
        return run_on(self.runner, self.groundtruth, given, self.limits, hash_seed)

    def _predicted(self, given: ProgramInput, seconds: float) -> Observed:
        if isinstance(self.prediction, str):
            return not_read(self.prediction)
        if seconds <= 0:
            return too_late(self.limits.all_seconds or 0.0)
        limits = self.limits if seconds >= self.limits.seconds else replace(self.limits, seconds=seconds)
        try:
            return run_on(self.runner, self.prediction, given, limits)
        except InvalidValue as error:
            return not_started(str(error))  # the ground truth took the same input: this is the prediction's own doing

    def _varies(self, given: ProgramInput, first: Observed) -> bool:
        checker = self.check.checker
        return any(not same_behaviour(first, self._truth(given, seed), checker) for seed in range(1, self.check.repeat))


def _within(budget: Budget, found: Comparison) -> Comparison:
    """Return the comparison with its texts, or with marks where no room is left for them; the reasons come first."""
    error, diff = budget.take(found.error), budget.take(found.diff)
    runs = [_run_within(budget, run) for run in (found.groundtruth, found.prediction)]
    return replace(found, groundtruth=runs[0], prediction=runs[1], error=error, diff=diff)


def _run_within(budget: Budget, run: ProgramRun) -> ProgramRun:
    output, raw_output, stderr = map(budget.take, (run.output, run.raw_output, run.stderr))
    return replace(run, output=output, raw_output=raw_output, stderr=stderr)
