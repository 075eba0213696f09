"""The judge of patches for whole repositories: their tests are run after the patch, each test a case.

A candidate passes when every test passes that the reference makes pass here, and every test that passed before. The
tests run in one process with the candidate's code, so they are run with planted values (`assay.repositories.planting`),
of which the published ones must pass and all others fail, and before that once with what they ask for hidden
(`assay.repositories.hidden_assertions`), where the judge compares the answers: no run before it has shown any.
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
from assay.judges.base import ControlGap, UnderLimits, not_taken
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
from assay.repositories.planting import (
    BITS,
    SPARED,
    Planting,
    Schedule,
    SuiteFiles,
    Surveyed,
    Variant,
    chance_of_guess,
    key_with_values,
)
from assay.repositories.recipes import Runner
from assay.repositories.running import RepositoryRun, RunRequest, key_of_id, limits_of, run_tests
from assay.repositories.sites import Tier
from assay.sandbox.endings import ending_of
from assay.sandbox.warm import WarmPython

MOST_PATCH_BYTES = 16 * MIB
LIES = "tests that must fail were reported as passed"
EDITED = "test files were changed while the tests ran"
UNPROVEN = "tests that must fail were not reported as failed"
GUESSES = "tests that do not show what they expect are reported as passed, and what they ask for was not asked for"
WRONG = "tests get other answers than they ask for"
FLICKERS = "tests pass in one run and fail in the next, unlike with the reference"
NO_CONTROL = f"{ControlGap.NONE}: the functions of its tests are not found in the test files"
NEGATED_ALONE = f"{ControlGap.WEAK}: no value that its tests expect can be changed, only negated"
SHOWN = f"{ControlGap.WEAK}: {{}} of {{}} assertions show what they ask for, and no value of theirs can be changed"
AMONG_OTHERS = f"{ControlGap.WEAK}: {{}} of {{}} assertions show what they ask for among other values"
ASSERT_NOTHING = f"{ControlGap.WEAK}: {{}} of {{}} tests have no assertion of their own"
GUESSED = f"{ControlGap.WEAK}: a guess passes 1 trial in"
_REFUSALS = (LIES, EDITED, UNPROVEN)
MOST_DRAWS = 3
"""Tries of one run until one decides; there are no more once those that did not have taken the limit of one run.

A patch takes six times that limit at most: four runs that count, and less than two for those that did not.
"""
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
    survey: dict[str, Surveyed] = field(default_factory=dict)
    checked: tuple[Planting, RepositoryRun] | None = None
    """The last run of the reference, and in which files."""
    seconds_left: float = 0.0
    """What runs that are tried again may still take."""
    unheard: str = ""
    """Why the hidden run refuses a patch whose tests are reported as passed."""

    def trial(self) -> Trial:
        suite = SuiteFiles(self.calibration.tests, self.runner)
        self.survey = dict(self.calibration.survey)
        self.seconds_left = limits_of(self.checkout.recipe, self.judge.limits).seconds
        hidden = self.calibration.hidden_tests
        has_control = any(one.is_fixed for one in self.survey.values())
        self.survey = self.survey if has_control else {}
        # One is enough if the hidden run hides every assertion; in another one names and places are others.
        runs = 2 if has_control and not self.calibration.is_hidden else 1
        first: RepositoryRun | None = None
        outcomes: dict[str, CaseOutcome] = {}
        verdict, details = Verdict.PASSED, list[str]()
        schedule = Schedule(secrets.SystemRandom(), runs)
        schedule.number = -1 if self.calibration.hidden else 0
        while verdict.passed and schedule.number < runs + bool(has_control and self.calibration.apart):
            planting, run, seen = self._next_run(suite, schedule)
            if run.refused:
                return self.judge.invalid(self.problem, self.candidate, run.refused)
            if reason := self._compiled(run):
                return self.judge.unjudged(self.problem, self.candidate, reason)
            first = first or run
            outcomes |= seen
            verdict, details = self._verdict(run, tuple(seen.values()))
            if refusal := self._edited(run) or (verdict.passed and self._refusal(run, planting)):
                verdict, details = (Verdict.FAILED, [refusal]) if verdict.passed else (verdict, details)
            schedule.number += 1
        assert first is not None  # there is at least one run
        if verdict.passed:
            chance = chance_of_guess(suite, self.survey, self.calibration.plantable, hidden)
            details = self._notes(chance if has_control else None)
        elif schedule.number > 1 and details[0] not in _REFUSALS:
            details = [FLICKERS, *details]
        if not verdict.passed and all(one.passed for one in outcomes.values()):
            fixed = self.calibration.fail_to_pass
            outcomes |= {name: CaseOutcome(CaseStatus.FAILED, name=name, error=details[-1]) for name in fixed}
        details += self._remarks(first)
        return bounded(
            Trial(
                self.problem.id,
                self.candidate,
                verdict,
                self._in_order(outcomes),
                tuple(self.suspicions),
                detail="; ".join(details),
                executions=(first.execution,),
                judge=self.judge.name,
                isolation=f"shared+{self.judge.sandbox.isolation}",
            ),
            stream_bytes=_LOG_BYTES,
        )

    @property
    def runner(self) -> Runner:
        return self.checkout.recipe.runner

    def _next_run(
        self, suite: SuiteFiles, schedule: Schedule
    ) -> tuple[Planting, RepositoryRun, dict[str, CaseOutcome]]:
        """Run the tests hidden, then in plantings, and last in the published files where tests need it."""
        if schedule.number < 0:
            return Planting({}, ()), *self._hidden_run(suite)
        if schedule.number < schedule.runs and self.survey:
            planting, run = self._planted_run(suite, schedule)
        else:
            planting, run = Planting({}, ()), self._run(source_bytes(self.candidate))
        return planting, run, self._outcomes(run, planting)

    def _planted_run(self, suite: SuiteFiles, schedule: Schedule) -> tuple[Planting, RepositoryRun]:
        """Run the tests in a planting that decides something; what it leaves undecided is drawn again.

        A test that the reference does not pass either in the same files is not planted again in this trial, and at the
        last only those that a patch must make pass are planted. In a later run than the first, and wherever a test that
        must fail has no proper end, another planting must show the same, unless one that must fail is reported as
        passed: a guess is not repeated.
        """
        patch = source_bytes(self.candidate)
        for number in range(MOST_DRAWS + 1):
            planting = suite.planting(self.survey, self._counted(), schedule)
            run = self._run(patch, planting.files)
            if run.refused or self._compiled(run):
                break
            if run.complete and (fragile := self._fragile(planting, run)):
                if number >= MOST_DRAWS:
                    raise Fault(f"planted tests do not pass with the reference either: {_named(sorted(fragile))}")
                is_next_last = number == MOST_DRAWS - 1
                self.survey = {
                    key: one
                    for key, one in self.survey.items()
                    if key not in fragile and (one.is_fixed or not is_next_last)
                }
                continue
            failed = not all(one.passed for one in self._outcomes(run, planting).values())
            decides = not self._unproven(planting, run) and not (schedule.number and (failed or not run.complete))
            if decides or self._lies(planting, run) or self._is_last(number, run):
                break
        return planting, run

    def _is_last(self, number: int, run: RepositoryRun) -> bool:
        """Return whether a run that decides nothing is not tried again, by its number and the time that such took."""
        self.seconds_left -= run.execution.effective_seconds
        return number >= MOST_DRAWS - 1 or self.seconds_left <= 0

    def _hidden_run(self, suite: SuiteFiles) -> tuple[RepositoryRun, dict[str, CaseOutcome]]:
        """Run the tests without what they ask for, and return how those ended that end well with the reference.

        A run that tells a wrong answer, or in which a test fails, decides; one that breaks off, or does not tell all,
        is tried again.
        """
        numbers, calibration = self.calibration.hidden, self.calibration
        files = suite.hiding(numbers)
        sure = {*calibration.plantable, *(calibration.disturbed - calibration.apart)}
        for number in range(MOST_DRAWS):
            run, seen = self._run(source_bytes(self.candidate), files), dict[str, CaseOutcome]()
            told = suite.told(run, numbers, calibration.signs)
            complaints = suite.complaints(run, told)
            for name in (*calibration.fail_to_pass, *calibration.pass_to_pass):
                key = self._hidden_key(name, run)
                outcome = self._outcome_of(run, key, name)
                if key in complaints:
                    outcome = replace(outcome, status=CaseStatus.FAILED, error=complaints[key])
                if outcome.passed or name in sure or key in complaints:
                    seen[name] = outcome
            is_right = all(told.values())
            is_answered = self._is_answered(suite, run, told)
            has_failed = run.complete and not all(one.passed for one in seen.values())
            if (
                run.refused
                or (run.complete and is_answered)
                or has_failed
                or not is_right
                or self._is_last(number, run)
            ):
                break
        self.unheard = "" if is_right and is_answered else GUESSES if is_right else WRONG
        return run, seen

    def _is_answered(self, suite: SuiteFiles, run: RepositoryRun, told: Collection[int]) -> bool:
        """Return whether all that is hidden was told, but for branches that a test which passes did not take."""
        sure, others = suite.unanswered(told, self.calibration.hidden)
        names = set(self.calibration.plantable) - self.calibration.apart if others else ()
        found = [run.records.get(self._hidden_key(name, run)) for name in names]
        return not sure and all(one is not None and one.passed for one in found)

    def _hidden_key(self, name: str, run: RepositoryRun) -> str:
        """Return the key of a test in the hidden run, where ids of pytest do not have the published values."""
        order = self.calibration.order
        return key_with_values(name, run, order) if order else key_of_id(name, self.runner)

    def _counted(self) -> tuple[str, ...]:
        return (*self.calibration.plantable, *self.calibration.plantable_others)

    def _compiled(self, run: RepositoryRun) -> str:
        """Return why a patch of compiled files cannot be judged; empty where there is none."""
        own = set(run.added) - set(touched(self.problem.reference))
        compiled = [path for path in run.changed if path.endswith(COMPILED_SOURCES) and path not in own]
        if not compiled or self.checkout.recipe.compiled is None:
            return ""
        return f"the patch changes {compiled[0]!r}, and compiled files are taken from a release here"

    def _run(self, patch: bytes, laid: Mapping[str, bytes] = MappingProxyType({})) -> RepositoryRun:
        request = RunRequest(self.check, patch, touched(self.problem.reference), laid)
        return run_tests(self.judge.sandbox, self.checkout, request, self.judge.limits, fresh=True)

    def _outcomes(self, run: RepositoryRun, planting: Planting) -> dict[str, CaseOutcome]:
        """Return how each test ended that counts in this run, those first that the patch must make pass."""
        hidden = planting.hidden | (self.calibration.disturbed if planting.variants else frozenset())
        counted = (*self.calibration.fail_to_pass, *self.calibration.pass_to_pass)
        return {name: self._outcome(run, planting, name) for name in counted if name not in hidden}

    def _outcome(self, run: RepositoryRun, planting: Planting, name: str) -> CaseOutcome:
        variant = planting.true_variant(name)
        key = variant.record(name, run, self.runner) if variant else key_of_id(name, self.runner)
        return self._outcome_of(run, key, name)

    def _outcome_of(self, run: RepositoryRun, key: str, name: str) -> CaseOutcome:
        found = run.records.get(key)
        if found is not None:
            is_expected = found.status == "xfailed" and name in self.calibration.expected_failures
            status = CaseStatus.PASSED if is_expected else _STATUS[found.status]
            return CaseOutcome(status, name=name, error=_complaint(found.text), seconds=found.seconds)
        if run.complete:
            return CaseOutcome(CaseStatus.NOT_RUN, name=name, error="no such test was run")
        return CaseOutcome(status_of(run.execution), name=name, error=_ending(run))

    def _in_order(self, outcomes: Mapping[str, CaseOutcome]) -> tuple[CaseOutcome, ...]:
        """Return the outcomes of all tests that count; one that no run had its turn for was not run."""
        counted = (*self.calibration.fail_to_pass, *self.calibration.pass_to_pass)
        absent = CaseOutcome(CaseStatus.NOT_RUN, error="the patch had failed before its turn")
        return tuple(outcomes.get(name) or replace(absent, name=name) for name in counted)

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
        counts += f"{len(self.calibration.pass_to_pass)} PASS_TO_PASS tests do not pass"
        return Verdict.FAILED, [f"{counts}: {_named([one.name for one in failed])}", *run.notes[:1]]

    def _edited(self, run: RepositoryRun) -> str:
        """Return that test files were changed during a run, and suspect it; empty where none was."""
        edited = set(run.edited) - set(self.calibration.edited)
        if not edited:
            return ""
        self._suspect(SuspicionKind.LYING_TESTS, f"{EDITED}: {_named(sorted(edited))}")
        return EDITED

    def _refusal(self, run: RepositoryRun, planting: Planting) -> str:
        """Return why a patch that passes every test of a run does not pass; empty where it does."""
        if self.unheard:
            if self.unheard == GUESSES:
                self._suspect(SuspicionKind.LYING_TESTS, GUESSES)
            return self.unheard
        if lies := self._lies(planting, run):
            self._suspect(SuspicionKind.LYING_TESTS, f"{LIES}: {_named(sorted(lies))}")
            return LIES
        if unproven := self._unproven(planting, run):
            self._suspect(SuspicionKind.LYING_TESTS, f"{UNPROVEN}: {_named(sorted(unproven))}")
            return UNPROVEN
        return ""

    def _lies(self, planting: Planting, run: RepositoryRun) -> set[str]:
        """Return the tests of which a variant that must fail, and does so with the reference, is reported as passed."""
        lies = self._passing_falsely(planting, run)
        if lies and self.calibration.has_reference:
            excused = self._passing_falsely(planting, self._reference_run(planting))
            lies = [one for one in lies if one not in excused]
        found = set[str]()
        for variant, label in lies:
            alike = [one for one, other in lies if one.function.key == variant.function.key and other == label]
            if variant.tier is not Tier.OTHER or len(alike) > SPARED:
                found.add(label)
        return found

    def _passing_falsely(self, planting: Planting, run: RepositoryRun) -> list[tuple[Variant, str]]:
        return [
            (one, label)
            for one in planting.variants
            for label in sorted(one.fails)
            if (found := run.records.get(one.record(label, run, self.runner))) is not None and found.passed
        ]

    def _unproven(self, planting: Planting, run: RepositoryRun) -> set[str]:
        """Return the tests of which a variant that must fail is not reported as failed, nor as passed.

        What the reference does not fail either, such as one that is skipped with another input, is not counted.
        """
        unproven = self._without_proof(planting, run)
        if unproven and run.complete and self.calibration.has_reference:
            unproven -= self._without_proof(planting, self._reference_run(planting))
        return {label for _, label in unproven}

    def _without_proof(self, planting: Planting, run: RepositoryRun) -> set[tuple[str, str]]:
        return {
            (one.name, label)
            for one in planting.variants
            for label in one.fails
            if (found := run.records.get(one.record(label, run, self.runner))) is None
            or not (found.passed or found.has_failed)
        }

    def _reference_run(self, planting: Planting) -> RepositoryRun:
        """Run the reference in the files of a planting, once."""
        if self.checked is None or self.checked[0] is not planting:
            self.checked = planting, self._run(self._reference(), planting.files)
        return self.checked[1]

    def _fragile(self, planting: Planting, run: RepositoryRun) -> set[str]:
        """Return the tests not to be planted again: those that the reference does not pass in the same files either.

        If a test that is not planted is among them, the planting disturbs it, as a failing variant does that leaves a
        setting behind: return all tests that are planted besides those that a patch must make pass, or else these.
        """
        failed = {name for name, one in self._outcomes(run, planting).items() if not one.passed}
        planted = {label: one.function.key for one in planting.variants for label in one.function.labels}
        unplanted = failed - set(planted)
        if not failed or not self.calibration.has_reference:
            return set()
        again = self._outcomes(self._reference_run(planting), planting)
        found = {name for name in failed if not again[name].passed}
        if found & unplanted:
            return {key for key, one in self.survey.items() if not one.is_fixed} or set(self.survey)
        return {planted[name] for name in found}

    def _notes(self, chance: float | None) -> list[str]:
        """Return how easily a guess passes, where that is easier than it should be."""
        if self.calibration.is_hidden:
            return []
        counts = self.calibration.assertions.values()
        every, planted, shown = sum(map(sum, counts)), sum(one for _, one, _ in counts), sum(one for *_, one in counts)
        if shown and (shown < every or chance is not None):
            return [SHOWN.format(shown, every)]
        if chance is None:
            return [NO_CONTROL]
        if chance > 2**-BITS:
            return [NEGATED_ALONE if chance >= 1 else f"{GUESSED} {round(1 / chance)}"]
        if planted:
            return [AMONG_OTHERS.format(planted, every)]
        empty = sum(not any(one) for one in counts)
        return [ASSERT_NOTHING.format(empty, len(counts))] if empty else []

    def _reference(self) -> bytes:
        return self.problem.reference.encode("utf-8", "surrogateescape")

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
