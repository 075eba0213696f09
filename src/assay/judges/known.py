"""A program on inputs whose right outputs are known, as in a contest: one outcome for each test."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace

from assay.judges.bundle import bundle
from assay.judges.checkers import CheckerFailed, OutputChecking
from assay.judges.complaints import complaint
from assay.judges.excerpts import KEPT, start_of
from assay.judges.outputs import STDERR_TAIL, Observed, not_built, not_started, observe, text_of, too_late
from assay.judges.separate import source_bytes
from assay.judges.verdicts import OF_LIMIT, deciding, verdict_of
from assay.records import (
    Candidate,
    CaseKind,
    CaseOutcome,
    CaseStatus,
    Limits,
    Pace,
    Problem,
    ProgramInput,
    Programs,
    Trial,
    Verdict,
)
from assay.sandbox.recipes import recipe
from assay.sandbox.runner import Built, NotStarted, Runner

WORTH_COMPILING = 4
"""Tests from which on a Python program is compiled once and not at every start."""
SHORT = 200
"""Characters that are kept of an output, after the first one that is wrong."""


@dataclass(slots=True)
class KnownRun:
    """One candidate on every test of a problem."""

    runner: Runner
    problem: Problem
    check: Programs
    limits: Limits
    first_failure: bool = False
    outcomes: list[CaseOutcome] = field(default_factory=list)
    invalid: str = ""
    """Why there was nothing to run: it does not compile or parse, or its file cannot be read."""
    fault: str = ""
    """Why nobody knows whether an output is right, where that is so."""
    used: float = 0.0
    failed: bool = False
    _reference: Built | None = None

    def trial(self, candidate: Candidate, *, judge: str) -> Trial:
        """Run the candidate, and return its trial."""
        self._run(candidate)
        verdict = self._verdict()
        return Trial(
            self.problem.id,
            candidate,
            verdict,
            tuple(self.outcomes),
            fault=self.fault if verdict is None else "",
            detail=self._detail(),
            judge=judge,
            isolation=self.runner.sandbox.isolation,
        )

    def _run(self, candidate: Candidate) -> None:
        limits = room_for(self.check, self.limits)
        if candidate.error:
            self.invalid = candidate.error
        else:
            built = self.runner.build(bundle(self.problem, source_bytes(candidate)), self.problem.language, limits)
            self.invalid = not_built(built.error).error if built.error else ""
        if not self.invalid:
            self._run_all(built, limits)
        missing = self.check.inputs[len(self.outcomes) :]
        first = len(self.outcomes) + 1
        self.outcomes += [
            CaseOutcome(CaseStatus.NOT_RUN, given.kind, name_of_test(given, number))
            for number, given in enumerate(missing, first)
        ]

    def _run_all(self, built: Built, limits: Limits) -> None:
        checking = OutputChecking(
            self.check.checker, self.runner, inputs=self.check.inputs, reference=self._printed_by_the_reference
        )
        if len(self.check.inputs) >= WORTH_COMPILING:
            built = self.runner.with_bytecode(built, limits)
        for number, given in enumerate(self.check.inputs):
            left = self._seconds_left()
            if left <= 0 and self.failed:
                return
            seen = self._observed(built, given, limits_of(limits, self.problem.pace, number), left)
            if number == 0 and _unparsable(seen, built.language):
                self.invalid = f"does not parse: {complaint(text_of(seen.stderr[-STDERR_TAIL:]))}"
                return
            self.used += seen.seconds
            self.outcomes.append(self._outcome(checking, given, number + 1, seen))
            if left <= 0 or (self.failed and self.first_failure):
                return

    def _seconds_left(self) -> float:
        """Return the effective time that the candidate has for all tests that are left."""
        most = math.inf if self.limits.all_seconds is None else self.limits.all_seconds
        if self.failed and self.limits.failed_seconds is not None:
            most = min(most, self.limits.failed_seconds)
        return most - self.used

    def _observed(self, built: Built, given: ProgramInput, limits: Limits, left: float) -> Observed:
        if left <= 0:
            return too_late(self.limits.all_seconds or 0.0)
        return run_on(self.runner, built, given, limits if left >= limits.seconds else replace(limits, seconds=left))

    def _printed_by_the_reference(self, given: ProgramInput) -> bytes | None:
        """Return what the reference prints; `None` where there is none or it does not end well."""
        if not self.problem.reference:
            return None
        limits = room_for(self.check, self.limits)
        if self._reference is None:
            source = self.problem.reference.encode("utf-8", "surrogateescape")
            self._reference = self.runner.build(bundle(self.problem, source), self.problem.language, limits)
        seen = run_on(self.runner, self._reference, given, limits)
        return seen.stdout if seen.returncode == 0 and not seen.failed else None

    def _outcome(self, checking: OutputChecking, given: ProgramInput, number: int, seen: Observed) -> CaseOutcome:
        """Return what a test came to; the output is looked at only where the program ended well."""
        name, why = name_of_test(given, number), ""
        status = _status(seen)
        if status is CaseStatus.PASSED:
            try:
                why = checking.why_wrong(given, seen.stdout)
            except CheckerFailed as error:
                self.fault = self.fault or f"test {number}: {error}"
                return CaseOutcome(CaseStatus.NOT_RUN, given.kind, name, error=str(error)[:SHORT])
            if not why:
                return CaseOutcome(CaseStatus.PASSED, given.kind, name, seconds=seen.seconds)
            status = CaseStatus.FAILED
        most = SHORT if self.failed else KEPT
        if self.problem.edge_decides or given.kind is CaseKind.BASIC:
            self.failed = True
        return CaseOutcome(
            status,
            given.kind,
            name,
            _excerpt(seen.stdout, most),
            _excerpt(given.expected or b"", most),
            (why or _reason(seen, self.problem.language))[:most],
            seen.seconds,
        )

    def _verdict(self) -> Verdict | None:
        """Return the verdict; a test whose output nobody could check decides nothing, if another one fails."""
        if self.invalid:
            return Verdict.INVALID
        if not self.fault:
            return verdict_of(self.outcomes, cases=len(self.check.inputs), edge_decides=self.problem.edge_decides)
        for outcome in deciding(self.outcomes, edge_decides=self.problem.edge_decides):
            if outcome.status not in (CaseStatus.PASSED, CaseStatus.NOT_RUN):
                return verdict_of([outcome], cases=1)
        return None

    def _detail(self) -> str:
        """Return in one line why the candidate does not pass, which is empty where it does."""
        if self.invalid:
            return self.invalid[:KEPT]
        for number, outcome in enumerate(self.outcomes, 1):
            decides = self.problem.edge_decides or outcome.kind is CaseKind.BASIC
            if decides and outcome.status not in (CaseStatus.PASSED, CaseStatus.NOT_RUN):
                return f"test {number} of {len(self.outcomes)}: {outcome.error}"[:KEPT]
        return ""


def run_on(runner: Runner, built: Built, given: ProgramInput, limits: Limits, hash_seed: int = 0) -> Observed:
    """Run a program on one input, and return what it did."""
    if built.error:
        return not_built(built.error)
    try:
        execution = runner.run(
            built,
            stdin=given.stdin,
            arguments=given.arguments,
            files=given.files,
            limits=limits,
            hash_seed=hash_seed,
        )
    except NotStarted as error:
        return not_started(str(error))
    return observe(execution, built.language, seconds=limits.seconds)


def room_for(check: Programs, limits: Limits) -> Limits:
    """Return the limits with room for the largest input of a problem, and for more than its largest right output.

    Sizes are rounded to powers of two: programs of one kind share what was started for them.

    >>> room_for(Programs((ProgramInput(expected=bytes(3_000_000)),)), Limits()).output_bytes == 8 * 2**20
    True
    """
    outputs = (len(right) for given in check.inputs for right in (given.expected or b"", *given.others))
    largest = 2 * max(outputs)
    stdin = max(len(given.stdin) for given in check.inputs)
    files = max(largest, stdin)
    if largest <= limits.output_bytes and files <= limits.file_bytes:
        return limits
    return replace(
        limits,
        output_bytes=max(limits.output_bytes, _power_of_two(largest)),
        file_bytes=max(limits.file_bytes, _power_of_two(files)),
    )


def _power_of_two(size: int) -> int:
    return 1 << (size - 1).bit_length() if size else 0


def limits_of(limits: Limits, pace: Pace | None, number: int) -> Limits:
    """Return the limits of one test: its time is `case_seconds`, or `seconds` where there are none.

    Where the reference is to be measured, `case_seconds` count if it was, and either is at least so many times what it
    needs for this test as `reference_factor` says.
    """
    if not limits.reference_factor:
        return limits if limits.case_seconds is None else replace(limits, seconds=limits.case_seconds)
    if pace is None or not pace.known:
        return limits
    least = limits.seconds if limits.case_seconds is None else limits.case_seconds
    return replace(limits, seconds=max(least, limits.reference_factor * pace.cases.get(number, 0.0)))


def name_of_test(given: ProgramInput, number: int) -> str:
    """Return what a test is called in reports."""
    return given.name or f"test {number}"


def _status(seen: Observed) -> CaseStatus:
    """Return how a run ended, before its output was looked at: only a program that ends with status 0 can be right."""
    if seen.kind:
        return next((status for limit, status in OF_LIMIT.items() if limit == seen.kind), CaseStatus.CRASHED)
    return CaseStatus.PASSED if seen.returncode == 0 else CaseStatus.CRASHED


def _unparsable(seen: Observed, language: str) -> bool:
    """Return whether an interpreter refused the source as a whole, which no input can change."""
    pattern = recipe(language).unparsable
    return bool(pattern) and seen.returncode not in (0, None) and bool(re.match(pattern, text_of(seen.stderr[:1000])))


def _reason(seen: Observed, language: str) -> str:
    """Return why a program failed, with the line of its source where standard error names it."""
    reason = seen.reason()
    if not seen.crashed:
        return reason
    file = recipe(language).file
    lines = re.findall(rf'{re.escape(file)}(?:", line |:)(\d{{1,7}})', text_of(seen.stderr[-STDERR_TAIL:]))
    if not lines:
        return reason
    return f"{reason} (line {lines[-1 if language == 'python' else 0]})"  # Python's traces end where the error is


def _excerpt(data: bytes, most: int) -> str:
    """Return the beginning of an output; a character has at most four bytes."""
    return start_of(data[: 4 * most + 4].decode("utf-8", "surrogateescape"), most)
