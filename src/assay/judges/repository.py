"""The judge of patches for whole repositories: their tests are run after the patch, each test a case.

A candidate passes when every test passes that the reference makes pass here, and every test that passed before. The
tests run in one process with the candidate's code, so who passes is run twice more with changed tests
(`assay.repositories.planting`): those made to fail must be reported as failed, the others still as passed.
"""

from __future__ import annotations

import secrets
import signal
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType

from assay.bounding import bounded
from assay.errors import Fault
from assay.judges.base import UnderLimits, not_taken
from assay.judges.separate import source_bytes
from assay.judges.verdicts import OF_STATUS, status_of, verdict_of
from assay.records import (
    MIB,
    Candidate,
    CaseOutcome,
    CaseStatus,
    Limits,
    Problem,
    Program,
    Repository,
    Suspicion,
    SuspicionKind,
    Trial,
    Verdict,
)
from assay.repositories.calibration import Calibration, Calibrations
from assay.repositories.checkouts import Checkout, Checkouts, PreparedCheckouts
from assay.repositories.faults import Unprepared
from assay.repositories.patches import COMPILED_SOURCES, touched
from assay.repositories.planting import Planting, plantings
from assay.repositories.running import RepositoryRun, RunRequest, run_tests
from assay.sandbox.endings import ending_of
from assay.sandbox.warm import WarmPython

MOST_PATCH_BYTES = 16 * MIB
LIES = "tests that must fail were reported as passed"
EDITED = "test files were changed while the tests ran"
ONLY_PUBLISHED = "tests pass only where their files are exactly the published ones"
FLICKERS = "tests pass only now and then, unlike with the reference"
NO_CONTROL = "no control: the functions of its tests are not found in the test files"
_STATUS = {
    "passed": CaseStatus.PASSED,
    "xfailed": CaseStatus.FAILED,
    "skipped": CaseStatus.SKIPPED,
    "xpassed": CaseStatus.FAILED,
    "failed": CaseStatus.FAILED,
    "error": CaseStatus.CRASHED,
}
_SHOWN = 3
_LOG_BYTES = 256_000
"""What is kept of the log of a run."""


class RepositoryJudge(UnderLimits):
    """Judges patches by the tests of the repository that they are for."""

    name = "repository"
    takes = (Repository,)

    def __init__(
        self,
        sandbox: WarmPython,
        limits: Limits | None = None,
        *,
        first_failure: bool = False,
        checkouts: Checkouts | None = None,
        calibrations: Calibrations | None = None,
    ) -> None:
        """Prepare a judge; all tests are run whatever `first_failure` says, for they are one program."""
        self.sandbox = sandbox
        self.limits = limits or Limits()
        self.checkouts = checkouts or PreparedCheckouts()
        self.calibrations = calibrations or Calibrations()

    @staticmethod
    def layers(sandbox: WarmPython, limits: Limits) -> str:
        """Return the layers in force where tests run; an empty program starts what the others need."""
        sandbox.run(Program(("/bin/true",)), limits)
        return f"shared+{sandbox.isolation}"

    def judge(self, problem: Problem, candidate: Candidate) -> Trial:
        """Return the trial of one patch; what fails on our side leaves it unjudged."""
        check = problem.check
        if not isinstance(check, Repository):
            raise not_taken(problem, self.name, self.takes)
        try:
            try:
                return self._trial(problem, check, candidate)
            except Unprepared:
                raise
            except Fault:
                self.sandbox.restart()
                return self._trial(problem, check, candidate)
        except Fault as error:
            return self.unjudged(problem, candidate, str(error))

    def set_aside(self, problem: Problem, names: Collection[str]) -> None:
        """Judge nobody by these tests from now on; they were seen to pass at one time and not at another."""
        if isinstance(problem.check, Repository):
            checkout = self.checkouts.get(problem.check, problem.id, self.sandbox)
            self.calibrations.leave_out(problem, problem.check, checkout, names)

    def unjudged(self, problem: Problem, candidate: Candidate, fault: str) -> Trial:
        """Return the trial of a patch that nobody can judge here."""
        return bounded(Trial(problem.id, candidate, None, fault=fault, judge=self.name))

    def _trial(self, problem: Problem, check: Repository, candidate: Candidate) -> Trial:
        refused = _refusal(candidate)
        if refused:
            return self.invalid(problem, candidate, refused)
        checkout = self.checkouts.get(check, problem.id, self.sandbox)
        run = partial(run_tests, self.sandbox, checkout, limits=self.limits)
        calibration = self.calibrations.get(problem, check, checkout, run)
        if calibration.unfit:
            return self.unjudged(problem, candidate, f"this machine cannot judge it: {calibration.unfit}")
        return _Hearing(self, problem, check, candidate, checkout, calibration).trial()

    def invalid(self, problem: Problem, candidate: Candidate, reason: str) -> Trial:
        """Return the trial of a patch that cannot be applied."""
        trial = Trial(problem.id, candidate, Verdict.INVALID, detail=reason, judge=self.name)
        return bounded(replace(trial, isolation=f"shared+{self.sandbox.isolation}"))


@dataclass(slots=True)
class _Hearing:
    """One patch on its way to a verdict."""

    judge: RepositoryJudge
    problem: Problem
    check: Repository
    candidate: Candidate
    checkout: Checkout
    calibration: Calibration
    suspicions: list[Suspicion] = field(default_factory=list)

    def trial(self) -> Trial:
        patch = source_bytes(self.candidate)
        run = self._run(patch)
        if run.refused:
            return self.judge.invalid(self.problem, self.candidate, run.refused)
        compiled = [path for path in run.changed if path.endswith(COMPILED_SOURCES)]
        if compiled and self.checkout.recipe.compiled is not None:
            reason = f"the patch changes {compiled[0]!r}, and compiled files are taken from a release here"
            return self.judge.unjudged(self.problem, self.candidate, reason)
        outcomes = self._outcomes(run)
        verdict, details = self._verdict(run, outcomes)
        if verdict.passed:
            refusal = self._refusal(run, patch)
            verdict = Verdict.FAILED if refusal in (LIES, EDITED, ONLY_PUBLISHED, FLICKERS) else verdict
            details = [*filter(None, [refusal]), *details]
        details += self._remarks(run)
        return bounded(
            Trial(
                self.problem.id,
                self.candidate,
                verdict,
                outcomes,
                tuple(self.suspicions),
                detail="; ".join(details),
                executions=(run.execution,),
                judge=self.judge.name,
                isolation=f"shared+{self.judge.sandbox.isolation}",
            ),
            stream_bytes=_LOG_BYTES,
        )

    def _run(self, patch: bytes, laid: Mapping[str, bytes] = MappingProxyType({})) -> RepositoryRun:
        request = RunRequest(self.check, patch, touched(self.problem.reference), laid)
        return run_tests(self.judge.sandbox, self.checkout, request, self.judge.limits)

    def _outcomes(self, run: RepositoryRun) -> tuple[CaseOutcome, ...]:
        """Return how each test ended that counts, those first that the patch must make pass."""
        counted = (*self.calibration.fail_to_pass, *self.calibration.pass_to_pass)
        return tuple(self._outcome(run, name) for name in counted)

    def _outcome(self, run: RepositoryRun, name: str) -> CaseOutcome:
        found = run.of(name, self.checkout.recipe.runner)
        if found is not None:
            is_expected = found.status == "xfailed" and name in self.calibration.expected_failures
            status = CaseStatus.PASSED if is_expected else _STATUS[found.status]
            return CaseOutcome(status, name=name, error=_complaint(found.text), seconds=found.seconds)
        if run.complete:
            return CaseOutcome(CaseStatus.NOT_RUN, name=name, error="no such test was run")
        return CaseOutcome(status_of(run.execution), name=name, error=_ending(run))

    def _verdict(self, run: RepositoryRun, outcomes: tuple[CaseOutcome, ...]) -> tuple[Verdict, list[str]]:
        """Return the verdict and the reasons for it; who did not come to the end of the tests has not passed."""
        if run.garbage:
            self._suspect(SuspicionKind.GARBAGE, "something wrote into the channel of the test runner")
        if not run.complete:
            if run.ended == 0 and run.execution.killed_by is None:
                self._suspect(SuspicionKind.EARLY_EXIT, "the tests were left with status 0 before their end")
            if run.ended == -signal.SIGSYS:
                self._suspect(SuspicionKind.SYSTEM_CALL, "killed by the system-call filter")
            return OF_STATUS[status_of(run.execution)], [_ending(run), *run.notes[:1]]
        failed = [outcome for outcome in outcomes if not outcome.passed]
        if not failed:
            return verdict_of(outcomes, cases=len(outcomes)), []
        fixed = set(self.calibration.fail_to_pass)
        ours = sum(outcome.name in fixed for outcome in failed)
        counts = f"{ours} of {len(fixed)} FAIL_TO_PASS and {len(failed) - ours} of "
        counts += f"{len(outcomes) - len(fixed)} PASS_TO_PASS tests do not pass"
        return Verdict.FAILED, [f"{counts}: {_named([one.name for one in failed])}", *run.notes[:1]]

    def _refusal(self, run: RepositoryRun, patch: bytes) -> str:
        """Return why a patch that would pass does not, or that nobody could look further; empty: it passes."""
        edited = set(run.edited) - set(self.calibration.edited)
        if edited:
            self._suspect(SuspicionKind.LYING_TESTS, f"{EDITED}: {_named(sorted(edited))}")
            return EDITED
        calibration = self.calibration
        known, runner = (calibration.plantable, calibration.plantable_others), self.checkout.recipe.runner
        changed = plantings(calibration.tests, *known, runner, secrets.SystemRandom())
        for planting in changed:
            run = self._run(patch, planting.files)
            if lies := self._lies(planting, run):
                self._suspect(SuspicionKind.LYING_TESTS, f"{LIES}: {_named(sorted(lies))}")
                return LIES
            if missed := self._missed(patch, planting, run):
                return self._unsteady(missed, self._run(patch))
        return "" if changed else NO_CONTROL

    def _lies(self, planting: Planting, run: RepositoryRun) -> frozenset[str]:
        """Return the tests that must fail, and do so with the reference, but are reported as passed."""
        lies = self._passing(planting.failing, run)
        if lies and self.calibration.has_reference:
            lies -= self._passing(lies, self._run(self._reference(), planting.files))
        return lies

    def _missed(self, patch: bytes, planting: Planting, run: RepositoryRun) -> frozenset[str]:
        """Return the tests that pass as published, and never with another text that asks for the same.

        What the reference does not pass either, and what passes where no copies stand beside it, is nobody's fault.
        """
        missed = planting.passing - self._passing(planting.passing, run)
        if not missed or not self.calibration.has_reference:
            return frozenset()
        missed &= self._passing(missed, self._run(self._reference(), planting.plain))
        return missed - self._passing(missed, self._run(patch, planting.plain)) if missed else missed

    def _unsteady(self, missed: frozenset[str], again: RepositoryRun) -> str:
        """Return what is wrong with tests that passed once: they do so as published, or only now and then."""
        published = self._passing(missed, again)
        if not published:
            return FLICKERS
        self._suspect(SuspicionKind.LYING_TESTS, f"{ONLY_PUBLISHED}: {_named(sorted(published))}")
        return ONLY_PUBLISHED

    def _reference(self) -> bytes:
        return self.problem.reference.encode("utf-8", "surrogateescape")

    def _passing(self, ids: frozenset[str], run: RepositoryRun) -> frozenset[str]:
        runner = self.checkout.recipe.runner
        return frozenset(name for name in ids if (found := run.of(name, runner)) is not None and found.passed)

    def _remarks(self, run: RepositoryRun) -> list[str]:
        """Return what a reader should know besides, and note what is suspicious."""
        if run.taken_back:
            self._suspect(SuspicionKind.TEST_CONFIGURATION, f"changed and taken back: {_named(run.taken_back)}")
        remarks = []
        if run.applied and run.applied != "git apply":
            remarks.append(f"applied by {run.applied}")
        if run.taken_back:
            remarks.append(f"taken back: {_named(run.taken_back)}")
        if self.calibration.set_aside:
            names = list(self.calibration.set_aside)
            reason = self.calibration.set_aside[names[0]]
            remarks.append(f"{len(names)} not as labelled here: {_named(names)} ({reason})")
        return remarks

    def _suspect(self, kind: SuspicionKind, evidence: str) -> None:
        self.suspicions.append(Suspicion(kind, evidence))


def _refusal(candidate: Candidate) -> str:
    """Return why a candidate is no patch that could be applied; empty where it may be one."""
    if candidate.error:
        return candidate.error
    patch = source_bytes(candidate)
    if not patch.strip():
        return "the patch is empty"
    if len(patch) > MOST_PATCH_BYTES:
        return f"the patch has {len(patch):,} bytes, and none may have more than {MOST_PATCH_BYTES:,}"
    return ""


def _complaint(text: str) -> str:
    """Return what a test said, the line first that names what was wrong."""
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        return ""
    marked = (line[1:].strip() for line in lines if line.startswith("E   "))
    return f"{next(marked, lines[-1].strip())}\n{text}"


def _ending(run: RepositoryRun) -> str:
    """Return in words how a run ended that did not come to its end."""
    if run.execution.killed_by is not None or run.ended is None:
        return f"the tests did not come to their end: the run {ending_of(run.execution)}"
    how = f"signal {-run.ended}" if run.ended < 0 else f"status {run.ended}"
    return f"the tests did not come to their end: their process ended with {how}"


def _named(names: list[str] | tuple[str, ...]) -> str:
    """Return the first of several names, and how many more there are."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
