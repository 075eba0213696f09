"""The judge of tests in the candidate's own language, which are one program with the candidate.

A pass needs that the program ends with status 0 and has printed a mark, drawn at random for each program, which it
does only behind the end of its tests. Who passes must fail changed tests, see `assay.judges.control`. The candidate
shares the process with the tests, and the trial says so.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, replace
from itertools import islice

from assay.bounding import bounded
from assay.errors import Fault, InvalidProblem, UnknownNameError, UsageError
from assay.judges.bundle import Unplaceable, refuse_clashes, split_files
from assay.judges.complaints import compiler_complaint, complaint, failure_complaint
from assay.judges.control import changed_tests
from assay.judges.separate import source_bytes
from assay.judges.verdicts import OF_STATUS, status_of, suspicions_of
from assay.languages.known import languages
from assay.languages.suites import Mark, SuiteParts, SuiteRules
from assay.records import (
    Candidate,
    CaseOutcome,
    CaseStatus,
    Execution,
    Limits,
    NativeSuite,
    Problem,
    Suspicion,
    SuspicionKind,
    Trial,
    Verdict,
)
from assay.sandbox.endings import ending_of
from assay.sandbox.recipes import runnable
from assay.sandbox.runner import Built, NotStarted, Runner
from assay.sandbox.toolchains import MissingToolchain
from assay.sandbox.warm import WarmPython

TURNED_OFF = "its tests pass whatever they expect: it passes them also where a value is changed"
SOMETIMES = "it passes its tests only sometimes"
CHANGES = 6
"""How many changes of the tests are tried at most."""
STRIKES = 2
"""Changed tests that nobody should pass and a candidate passes, for it to be refused; fewer where there are no more."""
AGAIN = 2
"""How often a program that passed is run again, and how often one with changed tests."""
LONG_SECONDS = 2.0
"""From this effective time on, each is run once only."""
CASE = "tests"
"""What the one case of such a problem is called."""
_LONGEST_LINE = 1000
_WRONG = (CaseStatus.FAILED, CaseStatus.CRASHED)
"""How a program ends that does not do what its tests ask for."""
_MESSAGE = 10_000
"""Characters of a failed test's message that are looked at."""
_MESSAGE_LINES = 20
_LOOKED_AT = 1 << 18
"""Bytes at the end of each stream in which messages of failed tests are looked for."""


class AbsentLibrary(UsageError):
    """What a problem needs and this machine does not have, such as a library; the candidate has not failed by it."""


@dataclass(frozen=True, slots=True)
class SuiteEnding:
    """How a program of a candidate and its tests ended."""

    status: CaseStatus
    error: str = ""
    built: bool = True
    execution: Execution | None = None
    suspicions: tuple[Suspicion, ...] = ()
    said: str = ""
    """What the compiler or the program wrote, for whoever looks for a library that is not there."""

    @property
    def verdict(self) -> Verdict:
        return OF_STATUS[self.status] if self.built else Verdict.INVALID


class NativeJudge:
    """Judges candidates by tests in their own language."""

    def __init__(self, sandbox: WarmPython) -> None:
        self.runner = Runner(sandbox)
        self._lacking: dict[tuple[str, str], set[str]] = {}
        """(id of a problem, its reference or prompt) → the libraries that it lacks on this machine."""

    def judge(self, problem: Problem, check: NativeSuite, candidate: Candidate, limits: Limits) -> Trial:
        """Return the trial of one attempt; processes that fail on our side are replaced and tried once more."""
        rules = rules_of(problem)
        try:
            try:
                ending = self._ending(problem, check, candidate, rules, limits)
            except Fault:
                self.runner.sandbox.restart()
                ending = self._ending(problem, check, candidate, rules, limits)
        except (Fault, MissingToolchain, AbsentLibrary) as error:
            return Trial(problem.id, candidate, None, fault=str(error), judge="shared")
        outcome = CaseOutcome(
            ending.status,
            name=CASE,
            error=ending.error,
            seconds=ending.execution.effective_seconds if ending.execution else 0.0,
        )
        return bounded(
            Trial(
                problem.id,
                candidate,
                ending.verdict,
                (outcome,),
                ending.suspicions,
                detail=ending.error,
                executions=(ending.execution,) if ending.execution else (),
                judge="shared",
                isolation=f"shared+{self.runner.sandbox.isolation}",
            )
        )

    def _ending(
        self, problem: Problem, check: NativeSuite, candidate: Candidate, rules: SuiteRules, limits: Limits
    ) -> SuiteEnding:
        if candidate.error:
            return SuiteEnding(CaseStatus.NOT_RUN, candidate.error, built=False)
        source = source_bytes(candidate).decode("utf-8", "surrogateescape")
        suite = _Suite(problem, check, rules)
        program = self._built(suite, check.tests, source, limits)
        if isinstance(program, SuiteEnding):
            self._expect_libraries(suite, program.said, limits)
            return program
        ending = self._start(program, limits)
        if ending.status is CaseStatus.CRASHED:
            self._expect_libraries(suite, ending.said, limits)
        if ending.status is not CaseStatus.PASSED or ending.execution is None:
            return ending
        again = AGAIN if ending.execution.effective_seconds < LONG_SECONDS else 1
        refusal = self._refusal(suite, source, program, limits, again)
        if not refusal:
            return ending
        suspicion = Suspicion(SuspicionKind.LYING_EQUALITY, refusal)
        suspicions = (suspicion,) if refusal == TURNED_OFF else ()
        return replace(ending, status=CaseStatus.FAILED, error=refusal, suspicions=suspicions)

    def _built(self, suite: _Suite, tests: str, source: str, limits: Limits) -> _SuiteProgram | SuiteEnding:
        """Build tests with one source; an ending says why that cannot be."""
        mark = Mark(secrets.token_hex(16), f"m{secrets.token_hex(12)}")
        try:
            program = suite.rules.program(suite.parts(tests, source), mark)
        except Unplaceable as error:
            return SuiteEnding(CaseStatus.NOT_RUN, str(error), built=False)
        if program.lacks:
            raise AbsentLibrary(f"{suite.problem.id} needs {program.lacks}")
        built = self.runner.build_suite(program, suite.problem.language, limits)
        if built.error:
            said = compiler_complaint(built.error)
            return SuiteEnding(CaseStatus.NOT_RUN, f"does not compile: {said}", built=False, said=built.error)
        return _SuiteProgram(built, program.stdin, mark, suite.rules)

    def _start(self, program: _SuiteProgram, limits: Limits) -> SuiteEnding:
        """Run a program once, and return how that ended."""
        try:
            execution = self.runner.run(program.built, stdin=program.stdin.encode(), limits=limits)
        except NotStarted as error:
            return SuiteEnding(CaseStatus.NOT_RUN, f"cannot be started: {error}", built=False)
        return ending_with(execution, program.mark, program.rules)

    def _refusal(self, suite: _Suite, source: str, program: _SuiteProgram, limits: Limits, again: int) -> str:
        """Return why a source that passed once has not passed; empty where it has.

        It is run again with its own tests, which it must pass, and with one value of them changed, which it must not.
        All runs have the same limits and come in a random order, so that a program cannot tell which one it is. A
        change that the reference passes too says nothing, and another one is tried; so it is with one that does not
        compile. Without a reference, a change of what is expected counts, or all changes together.
        """
        strikes = passed = 0
        chance = secrets.SystemRandom()
        language = languages()[runnable(suite.problem.language).name]
        check, reference = suite.check, suite.problem.reference
        found = changed_tests(check.tests, language, check.entry_point, shown=suite.problem.prompt, chance=chance)
        for tests, is_expected in islice(found, CHANGES):
            changed = self._built(suite, tests, source, limits)
            if isinstance(changed, SuiteEnding):
                continue
            order = chance.sample([program, changed] * again, 2 * again)
            endings = [(one is changed, self._start(one, limits).status) for one in order]
            if any(not is_changed and status in _WRONG for is_changed, status in endings):
                return SOMETIMES
            if not any(is_changed and status is CaseStatus.PASSED for is_changed, status in endings):
                return ""
            passed += 1
            strikes += self._reference_fails(suite, tests, limits) if reference else is_expected
            if strikes >= STRIKES:
                return TURNED_OFF
        return TURNED_OFF if strikes or (passed > 1 and not reference) else ""

    def _reference_fails(self, suite: _Suite, tests: str, limits: Limits) -> bool:
        """Return whether the reference of a problem fails changed tests."""
        built = self._built(suite, tests, suite.problem.reference, limits)
        return isinstance(built, _SuiteProgram) and self._start(built, limits).status in _WRONG

    def _expect_libraries(self, suite: _Suite, said: str, limits: Limits) -> None:
        """Raise `AbsentLibrary` where a program lacks a library that the problem itself lacks on this machine.

        That is so where the reference lacks it too, or without one the prompt: what a candidate says of itself does
        not count.
        """
        absent = suite.absent(said)
        if not absent:
            return
        key = suite.problem.id, suite.problem.reference or suite.problem.prompt
        if key not in self._lacking:
            built = self._built(suite, suite.check.tests, key[1], limits)
            ending = built if isinstance(built, SuiteEnding) else self._start(built, limits)
            self._lacking[key] = suite.absent(ending.said)
        if lacking := absent & self._lacking[key]:
            raise AbsentLibrary(f"the library {min(lacking)!r}, which the problem needs, is not on this machine")


@dataclass(frozen=True, slots=True)
class _SuiteProgram:
    """A candidate and tests that were built."""

    built: Built
    stdin: str
    mark: Mark
    rules: SuiteRules


@dataclass(frozen=True, slots=True)
class _Suite:
    """The tests of a problem, and how they are run."""

    problem: Problem
    check: NativeSuite
    rules: SuiteRules

    def parts(self, tests: str, source: str) -> SuiteParts:
        """Return the parts of a program; raises `Unplaceable` where the files of a candidate cannot be placed."""
        check = self.check
        if check.tests_path and not self.rules.tests_apart:
            language = languages()[runnable(self.problem.language).name].title
            raise AbsentLibrary(f"tests in {language} that are a file of their own are not run here")
        if not check.tests_path:
            return SuiteParts(check.before, source, tests, check.files, check.target, libraries=check.libraries)
        given = split_files(source.encode("utf-8", "surrogateescape"), check.target)
        own = {path: text.decode("utf-8", "surrogateescape") for path, text in given.items()}
        if check.target not in own:
            raise Unplaceable(f"the candidate gives no {check.target!r}")
        files = {**own, **check.files, check.tests_path: tests}
        refuse_clashes(files)
        return SuiteParts(check.before, own[check.target], "", files, check.target, check.tests_path)

    def absent(self, said: str) -> set[str]:
        """Return the libraries the problem may use that a compiler or program says it does not find."""
        return set(re.findall(self.rules.missing, said)) & set(self.check.libraries) if self.rules.missing else set()


def rules_of(problem: Problem) -> SuiteRules:
    """Return how tests of a problem's language are run."""
    try:
        rules = languages()[runnable(problem.language).name].suite
    except UnknownNameError:
        rules = None
    if rules is None:
        raise InvalidProblem(f"problem {problem.id!r}: tests in {problem.language!r} are not run here")
    return rules


def ending_with(execution: Execution, mark: Mark, rules: SuiteRules) -> SuiteEnding:
    """Return what a run of a program came to: a pass only where it ended with status 0 and printed its mark."""
    said, printed = _end_of(execution.stderr), _end_of(execution.stdout)
    through = mark.text.encode() in execution.stdout.split(b"\n")
    if execution.killed_by is None and execution.exit_code == 0 and not execution.truncated and through:
        failed = _found(rules.failures, said) or _found(rules.failures, printed)
        status = CaseStatus.FAILED if failed else CaseStatus.PASSED
        return SuiteEnding(status, failed, execution=execution)
    failed = _found(rules.assertion, said) or _found(rules.assertion, printed)
    if failed and execution.killed_by is None and execution.exit_code != 0:
        return SuiteEnding(CaseStatus.FAILED, failed, execution=execution)
    words = ": ".join(filter(None, (ending_of(execution), complaint(said) if execution.killed_by is None else "")))
    suspicions = tuple(suspicions_of(execution))
    return SuiteEnding(status_of(execution), words, execution=execution, suspicions=suspicions, said=said)


def _end_of(stream: bytes) -> str:
    """Return the end of a stream with its lines cut, for a pattern may take the square of a line's length."""
    text = stream[-_LOOKED_AT:].decode("utf-8", "replace")
    return "\n".join(line[:_LONGEST_LINE] for line in text.split("\n"))


def _found(pattern: str, text: str) -> str:
    """Return what a failed test says where a pattern is found; empty where it is not."""
    found = re.search(pattern, text, re.MULTILINE) if pattern else None
    if found is None:
        return ""
    start = text.rfind("\n", 0, found.start()) + 1
    lines = text[start : start + _MESSAGE].split("\n", _MESSAGE_LINES)[:_MESSAGE_LINES]
    return failure_complaint("\n".join(lines))[:1000]
