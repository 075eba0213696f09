"""The judge of tests in the candidate's own language, which are one program with the candidate.

A pass needs that the program ends with status 0 and has printed a mark, drawn at random for each program, which it
does only behind the end of its tests. A program that passes is then run several times more, with a value of its tests
changed or not as a coin says: it must pass the unchanged tests and fail the changed ones, see `assay.judges.control`.
The candidate shares the process with the tests, and the trial says so.
"""

from __future__ import annotations

import re
import secrets
import signal
from dataclasses import dataclass, replace
from typing import NamedTuple

from assay.bounding import bounded
from assay.errors import Fault, InvalidProblem, UnknownNameError, UsageError
from assay.judges.base import ControlGap
from assay.judges.bundle import Unplaceable, refuse_clashes, split_files
from assay.judges.complaints import compiler_complaint, complaint, failure_complaint
from assay.judges.control import ChangedTests, Changes, without_comments
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
UNPROVEN = "nothing shows that its tests can fail: where a value is changed, it does not end by a failed test"
NO_CONTROL = f"{ControlGap.NONE}: no value of its tests was found whose change the tests notice"
UNCHANGED_CALLS = f"{ControlGap.WEAK}: {{}} of {{}} calls of what is tested have no value that was changed alone"
NO_EXPECTED = f"{ControlGap.WEAK}: no reference, and no value of its tests that is expected of it can be changed"
COINS = 6
"""Runs after the first pass whose tests are changed or not by a coin: a guess is right in all of them 1 time in 64."""
ROUNDS = 3
"""How often all of these runs are begun at most: once more where one ends by time or memory, which proves nothing."""
STRIKES = 2
"""Changed tests that a candidate passes, for it to be refused; one where the reference fails them and they are exact.

An honest one may pass tests in which a bound was changed. After the first strike a round has twice the coins.
"""
NEUTRAL = 12
"""Changes without an effect on the reference after which no other is tried."""
SLOW_NEUTRAL = 6
"""As how many of these one counts that ends by time or memory: input that is changed may make a program run on."""
MOST_ALONE, MOST_ALONE_COMPILED = 12, 5
"""How many runs there are besides in which one value alone is changed, each time another one that is expected.

A candidate that is right in all tests but one, and lies there, is found only where just that value is changed.
"""
ALONE_EACH = 2
"""How often a value is changed alone, where there are few: a candidate may know its last digit, or nearly know it."""
LONGER = 2.0
"""How many times the time limit a control run has, so that a program near its limit does not fail by the control."""
BLANK_LINES = 16
"""Up to so many blank lines stand behind the tests of any run, so that the length of the program says nothing."""
ERRORS = (None, signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGTRAP)
"""The signals by which a failed assertion or an error of a program ends it, or none; others speak of a limit."""
CASE = "tests"
"""What the one case of such a problem is called."""
_LONGEST_LINE = 1000
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
    """What the compiler or the program wrote, in which names of missing libraries are looked for."""

    @property
    def passed(self) -> bool:
        return self.status is CaseStatus.PASSED

    @property
    def is_wrong(self) -> bool:
        """Whether it failed as tests fail: by an assertion or another error, not by a limit or with status 0."""
        ran = self.execution
        if ran is None or ran.killed_by is not None or ran.signal not in ERRORS:
            return False
        return self.status is CaseStatus.FAILED or (self.status is CaseStatus.CRASHED and ran.exit_code != 0)

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
        if rules.keeps_text:
            check = replace(check, tests=without_comments(check.tests, languages()[runnable(problem.language).name]))
        suite = _Suite(problem, check, rules)
        program = self.built(suite, check.tests, source, limits)
        if isinstance(program, SuiteEnding):
            self._expect_libraries(suite, program.said, limits)
            return program
        ending = self.start(program, limits)
        if ending.status is CaseStatus.CRASHED:
            self._expect_libraries(suite, ending.said, limits)
        if ending.status is not CaseStatus.PASSED or ending.execution is None:
            return ending
        more_runs = MOST_ALONE_COMPILED if program.compiled else MOST_ALONE
        refusal, note = _Control(self, suite, source, limits, more_runs).result()
        if not refusal:
            return replace(ending, error=note)
        suspicion = Suspicion(SuspicionKind.LYING_EQUALITY, refusal)
        suspicions = (suspicion,) if refusal == TURNED_OFF else ()
        return replace(ending, status=CaseStatus.FAILED, error=refusal, suspicions=suspicions)

    def built(self, suite: _Suite, tests: str, source: str, limits: Limits) -> _SuiteProgram | SuiteEnding:
        """Build tests with one source; an ending says why that cannot be."""
        mark = Mark(secrets.token_hex(16), f"m{secrets.token_hex(12)}")
        tests += "\n" * secrets.randbelow(BLANK_LINES)
        try:
            parts = suite.parts(tests, source)
            program = suite.rules.program(parts, mark)
        except Unplaceable as error:
            return SuiteEnding(CaseStatus.NOT_RUN, str(error), built=False)
        if program.lacks:
            raise AbsentLibrary(f"{suite.problem.id} needs {program.lacks}")
        built = self.runner.build_suite(program, suite.problem.language, limits)
        if built.error and (other := suite.rules.program(replace(parts, keeps_macros=True), mark)) != program:
            kept = self.runner.build_suite(other, suite.problem.language, limits)
            built, program = (built, program) if kept.error else (kept, other)
        if built.error:
            said = compiler_complaint(built.error)
            return SuiteEnding(CaseStatus.NOT_RUN, f"does not compile: {said}", built=False, said=built.error)
        return _SuiteProgram(built, program.stdin, mark, suite.rules, compiled=bool(program.build))

    def start(self, program: _SuiteProgram, limits: Limits, *, fresh: bool = False) -> SuiteEnding:
        """Run a program once, in a `fresh` sandbox if asked, and return how that ended."""
        try:
            execution = self.runner.run(
                program.built, stdin=program.stdin.encode("utf-8", "surrogateescape"), limits=limits, fresh=fresh
            )
        except NotStarted as error:
            return SuiteEnding(CaseStatus.NOT_RUN, f"cannot be started: {error}", built=False)
        return ending_with(execution, program.mark, program.rules)

    def run_fresh(self, suite: _Suite, tests: str, source: str, limits: Limits) -> SuiteEnding:
        """Build tests with one source, run them in a sandbox of their own, and return how either ended."""
        built = self.built(suite, tests, source, limits)
        return built if isinstance(built, SuiteEnding) else self.start(built, limits, fresh=True)

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
            built = self.built(suite, suite.check.tests, key[1], limits)
            ending = built if isinstance(built, SuiteEnding) else self.start(built, limits)
            self._lacking[key] = suite.absent(ending.said)
        if lacking := absent & self._lacking[key]:
            raise AbsentLibrary(f"the library {min(lacking)!r}, which the problem needs, is not on this machine")


class _Finding(NamedTuple):
    """Why a candidate that passed once has not passed; empty where it has so far."""

    why: str = ""
    is_final: bool = False
    """Whether no further round is begun."""


class _Control:
    """The control of one candidate that has passed once.

    Each run is a program of its own, built with its own mark and run in namespaces and folders of its own, so that
    neither what a candidate draws when it is compiled nor what it can leave behind tells it anything. Coins decide
    which runs have a changed value, so that a candidate that counts its runs must still guess each of them. After a run
    that ends by time or memory all coins are thrown again, which helps no guess: those before it were right already.
    """

    def __init__(self, judge: NativeJudge, suite: _Suite, source: str, limits: Limits, most_alone: int) -> None:
        self.judge, self.suite, self.source = judge, suite, source
        self.limits = replace(limits, seconds=limits.seconds * LONGER)
        self.chance = secrets.SystemRandom()
        language = languages()[runnable(suite.problem.language).name]
        check, shown = suite.check, suite.problem.prompt
        self.changes = Changes(
            check.tests,
            language,
            check.entry_point,
            shown=shown,
            has_reference=bool(suite.problem.reference),
            chance=self.chance,
        )
        self.alone = min(ALONE_EACH * self.changes.left + self.changes.later, most_alone)
        """In each round anew, for a candidate may end runs so that another round is begun."""
        self.strikes = self.neutral = self.noticed = self.unnoticed = 0
        self.note = ""

    def result(self) -> tuple[str, str]:
        """Return why the candidate has not passed, or a note where it has; both may be empty."""
        found = _Finding()
        for _ in range(ROUNDS):
            found = self._round()
            if not found.why:
                return "", self.note or self._weakness()
            if found.is_final:
                break
        return found.why, ""

    def _round(self) -> _Finding:
        coins = [self.chance.random() < 0.5 for _ in range(COINS * (1 + self.strikes))]
        runs = [self._changed_run if is_changed else self._unchanged_run for is_changed in coins]
        runs += [self._run_alone] * (self.alone or not any(coins))
        for run in self.chance.sample(runs, len(runs)):
            found = run()
            if found.why:
                return found
        return _Finding()

    def _weakness(self) -> str:
        """Return a note where there are calls that the changes left out."""
        few, calls = self.changes.unchanged_calls()
        return UNCHANGED_CALLS.format(few, calls) if few else ""

    def _run_alone(self) -> _Finding:
        return self._changed_run(alone=True)

    def _unchanged_run(self) -> _Finding:
        ending = self.judge.run_fresh(self.suite, self.suite.check.tests, self.source, self.limits)
        return _Finding() if ending.passed else _Finding(SOMETIMES, is_final=ending.is_wrong)

    def _changed_run(self, *, alone: bool = False) -> _Finding:
        """Run changed tests, and others instead of those whose change the reference does not notice."""
        while self.neutral < NEUTRAL and (change := self.changes.draw(alone=alone)) is not None:
            ending = self.judge.run_fresh(self.suite, change.text, self.source, self.limits)
            if not self.suite.problem.reference and not change.is_expected:
                self.note = NO_EXPECTED
            if ending.is_wrong:
                self.noticed += 1
                if alone:
                    self.changes.hold(change)
                return _Finding()
            if not (ending.passed and change.is_open) and self._is_noticed(change, ending):
                return self._missed(change, ending)
            self.changes.drop(change)
            if change.is_extra:
                continue
            self.neutral += 1 if ending.passed or not ending.built else SLOW_NEUTRAL
            self.unnoticed += ending.passed and not change.is_open
        if self.strikes or (self.unnoticed > 1 and not self.noticed and not self.suite.problem.reference):
            return _Finding(TURNED_OFF, is_final=True)
        self.note = NO_CONTROL
        return _Finding()

    def _is_noticed(self, change: ChangedTests, ending: SuiteEnding) -> bool:
        """Return whether the reference fails changed tests; without one, whether a candidate must."""
        if not self.suite.problem.reference:
            return change.is_expected and ending.built
        return self.judge.run_fresh(self.suite, change.text, self.suite.problem.reference, self.limits).is_wrong

    def _missed(self, change: ChangedTests, ending: SuiteEnding) -> _Finding:
        if not ending.passed:
            return _Finding(UNPROVEN)
        self.strikes += STRIKES if change.is_exact and (self.suite.problem.reference or change.is_sole) else 1
        far = self.changes.again(change) if self.strikes < STRIKES else ""
        if far:
            ending = self.judge.run_fresh(self.suite, far, self.source, self.limits)
            is_missed = ending.passed and self._is_noticed(change._replace(text=far), ending)
            self.strikes += STRIKES * is_missed
        self.changes.drop(change)
        return _Finding(TURNED_OFF, is_final=self.strikes >= STRIKES)


@dataclass(frozen=True, slots=True)
class _SuiteProgram:
    """A candidate and tests that were built."""

    built: Built
    stdin: str
    mark: Mark
    rules: SuiteRules
    compiled: bool


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
            problem = self.problem
            asked = f"{problem.reference}\n{problem.prompt}\nclass {check.entry_point}"
            return SuiteParts(
                check.before, source, tests, check.files, check.target, libraries=check.libraries, asked=asked
            )
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
