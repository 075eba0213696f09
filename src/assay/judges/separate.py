"""The judge of function-level problems: candidate and tests never share a process."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import Self

from assay.bounding import bounded
from assay.errors import Fault, InvalidProblem, SandboxUnavailable
from assay.judges import hosting
from assay.judges.base import UnderLimits, not_taken
from assay.judges.bundle import Unplaceable, bundle, unplaceable
from assay.judges.cases import CaseRun, Prepared
from assay.judges.libraries import Libraries
from assay.judges.properties import PropertyJudge
from assay.judges.propertycases import PropertyCases, PropertyOutcomes
from assay.judges.suitecontrol import ControlledSuite
from assay.judges.suiterun import SuiteRun
from assay.judges.suites import PlannedSuite, as_cases, generates_data, recorded_cases
from assay.judges.verdicts import deciding, verdict_of
from assay.records import (
    Candidate,
    CaseOutcome,
    Cases,
    CaseStatus,
    ComparatorKind,
    Limits,
    Problem,
    Suite,
    Suspicion,
    Trial,
    Verdict,
)
from assay.sandbox.base import Sandbox

MAX_PREPARED = 256
_PreparedKey = tuple[int, Limits | None]
"""The identity of a problem, with the limits where its properties hold them."""


class SeparateJudge(UnderLimits):
    """Judges candidates in processes of their own; a pass cannot be forged.

    >>> from assay.records import Candidate, Case, Cases, Problem
    >>> from assay.sandbox.warm import WarmPython
    >>> problem = Problem("double", Cases("double", (Case((2,), 4), Case((-1,), -2))))
    >>> with WarmPython() as sandbox, SeparateJudge(sandbox) as judge:
    ...     judge.judge(problem, Candidate("def double(x): return x + x")).verdict
    <Verdict.PASSED: 'passed'>
    """

    name = "separate"
    takes = (Cases, Suite)

    def __init__(self, sandbox: Sandbox, limits: Limits | None = None, *, first_failure: bool = False) -> None:
        """`first_failure` stops a candidate at its first case that does not pass: the verdict is the same."""
        self.sandbox = sandbox
        self.limits = limits or Limits()
        self.first_failure = first_failure
        self.host = hosting.HostClient(sandbox)
        self.libraries = Libraries(sandbox)
        self._prepared: OrderedDict[_PreparedKey, tuple[Problem, Prepared | ControlledSuite, PropertyCases | None]]
        self._prepared = OrderedDict()

    @staticmethod
    def layers(sandbox: Sandbox, limits: Limits) -> str:
        """Return the layers in force where candidates run."""
        return sandbox.isolation

    def judge(self, problem: Problem, candidate: Candidate) -> Trial:
        try:
            tests, properties = self._prepare(problem)
            trial = partial(self._trial, problem, tests, properties)
            return self.libraries.with_all(problem, candidate, trial, judge=self.name)
        except Fault as fault:
            return Trial(problem.id, candidate, None, fault=str(fault), judge=self.name)

    def _trial(
        self,
        problem: Problem,
        tests: Prepared | ControlledSuite,
        properties: PropertyCases | None,
        candidate: Candidate,
    ) -> Trial:
        """Return the trial of one candidate whose libraries are all there."""
        source = source_bytes(candidate)
        try:
            bundled = bundle(problem, source)
            run = self._run(tests, bundled)
            more = self._properties(properties, run, bundled)
        except Unplaceable as error:
            return unplaceable(
                problem, candidate, tests.cases, error, judge=self.name, isolation=self.sandbox.isolation
            )
        note = tests.note(run) if isinstance(tests, ControlledSuite) and isinstance(run, SuiteRun) else ""
        if properties is not None and all(one.passed for one in more.outcomes):
            note = "; ".join(filter(None, [note, properties.note(more)]))
        outcomes = (*run.folded(), *more.outcomes)
        verdict = more.verdict if run.verdict is None else run.verdict
        if verdict is None:
            cases = run.number + len(problem.properties)
            verdict = verdict_of(outcomes, cases=cases, edge_decides=problem.edge_decides)
        hard_coded = tests.answers.suspicions(source) if isinstance(tests, Prepared) else ()
        suspicions = once([*run.suspicions, *more.suspicions, *hard_coded])
        return bounded(
            Trial(
                problem.id,
                candidate,
                verdict,
                outcomes,
                suspicions,
                detail=run.detail or more.detail or first_failure(problem, outcomes, verdict) or note,
                executions=(*run.executions, *more.executions),
                judge=self.name,
                isolation=self.sandbox.isolation,
            )
        )

    def close(self) -> None:
        self.host.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _prepare(self, problem: Problem) -> tuple[Prepared | ControlledSuite, PropertyCases | None]:
        """Return the data cases of a problem, or its suite taken apart where that is more, and its properties."""
        key = id(problem), self.limits if problem.properties else None
        known = self._prepared.get(key)
        if known is not None and known[0] is problem:
            return known[1], known[2]
        if problem.language != "python":
            raise InvalidProblem(f"problem {problem.id!r}: this judge runs python, got language {problem.language!r}")
        tests = self._tests(problem)
        properties = None
        if problem.properties:
            limits = self.limits.beside(problem.pace)
            properties = PropertyCases(problem, PropertyJudge(self.sandbox, self.host, limits))
        self._prepared[key] = problem, tests, properties
        while len(self._prepared) > MAX_PREPARED:
            self._prepared.popitem(last=False)
        return tests, properties

    def _tests(self, problem: Problem) -> Prepared | ControlledSuite:
        match problem.check:
            case Cases(cases=cases):
                return Prepared(problem, cases)
            case Suite() as suite:
                data = as_cases(problem, suite)
                if data:
                    return Prepared(problem, data)
                return self._recorded(problem, suite) or ControlledSuite(PlannedSuite.of(problem, suite), self._suite)
        raise not_taken(problem, self.name, self.takes)

    def _recorded(self, problem: Problem, suite: Suite) -> Prepared | None:
        """A suite that only generates data, run once without a candidate; `None` where it is more."""
        entries = generates_data(problem, suite)
        calls = self.host.record(suite, entries) if entries else None
        made = recorded_cases(problem, suite, calls) if calls else None
        if made is None:
            return None
        return Prepared(problem, tuple(case for _, case in made), [number for number, _ in made])

    def _properties(self, properties: PropertyCases | None, run: CaseRun | SuiteRun, source: bytes) -> PropertyOutcomes:
        """Return what the properties of a problem came to with a candidate whose other cases have run."""
        if properties is None:
            return PropertyOutcomes()
        if run.verdict is not None:
            return properties.not_run(run.detail)
        decide = deciding(run.outcomes, edge_decides=properties.edge_decides)
        if self.first_failure and not all(outcome.passed for outcome in decide):
            return properties.not_run("it was stopped at its first failure")
        return properties.run(source, first_failure=self.first_failure)

    def _run(self, tests: Prepared | ControlledSuite, source: bytes) -> CaseRun | SuiteRun:
        """All cases of one candidate; a sandbox that fails before the first line gets one more chance, fresh."""
        try:
            return self._run_once(tests, source)
        except SandboxUnavailable:
            self.sandbox.restart()
        return self._run_once(tests, source)

    def _run_once(self, tests: Prepared | ControlledSuite, source: bytes) -> CaseRun | SuiteRun:
        if isinstance(tests, Prepared):
            return self._cases(tests, source)
        return tests.run(source)

    def _suite(
        self,
        planned: PlannedSuite,
        source: bytes,
        *,
        methods: frozenset[str] | None,
        profiling: bool,
        variant: str,
        all_cases: bool,
    ) -> SuiteRun:
        run = SuiteRun(
            self.sandbox,
            self.host,
            planned,
            source,
            self.limits,
            methods=methods,
            profiling=profiling,
            variant=variant,
            first_failure=self.first_failure and not all_cases,
        )
        run.run()
        return run

    def _cases(self, prepared: Prepared, source: bytes) -> CaseRun:
        run = CaseRun(self.sandbox, prepared, source, self.limits, first_failure=self.first_failure)
        run.run()
        if run.verdict is None and any(case.comparator.kind is ComparatorKind.PREDICATE for case in prepared.cases):
            self._ask_predicates(prepared, run)
        return run

    def _ask_predicates(self, prepared: Prepared, run: CaseRun) -> None:
        """Predicates are test code: they see plain values, in the process that runs test code."""
        for i, (case, value) in enumerate(zip(prepared.cases, run.values, strict=True)):
            if case.comparator.kind is ComparatorKind.PREDICATE and value is not None:
                old = run.outcomes[i]
                source, arguments = case.comparator.source, prepared.arguments[i]
                status, error = self.host.accept(source, value, arguments, self.limits.seconds)
                run.outcomes[i] = CaseOutcome(CaseStatus(status), old.kind, old.name, old.actual, "accepted", error)


def source_bytes(candidate: Candidate) -> bytes:
    """The source as the interpreter gets it; what cannot be text is left for the compiler to refuse."""
    source = candidate.source
    return source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")


def first_failure(problem: Problem, outcomes: tuple[CaseOutcome, ...], verdict: Verdict) -> str:
    """Why the first case that decides and did not pass did not; empty where the verdict is a pass."""
    if verdict.passed:
        return ""
    decide = deciding(outcomes, edge_decides=problem.edge_decides)
    worst = next((outcome for outcome in decide if not outcome.passed), None)
    if worst is None:
        return "no case was run"
    return worst.error or f"expected {worst.expected}, got {worst.actual}"


def once(suspicions: list[Suspicion]) -> tuple[Suspicion, ...]:
    return tuple(dict.fromkeys(suspicions))[:64]
