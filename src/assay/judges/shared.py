"""Candidate and tests in one process, for suites that must patch the candidate's own: a pass there can be forged.

Its trials say so: `judge="shared"`, and `isolation` begins with `shared`. Everything else holds: the sandbox, the
limits, outcomes that fail closed.
"""

from __future__ import annotations

from functools import partial

from assay.bounding import bounded
from assay.errors import Fault, InvalidProblem
from assay.judges.base import SHARED, UnderLimits, not_taken
from assay.judges.bundle import Unplaceable, bundle, unplaceable
from assay.judges.host import server, statements
from assay.judges.hosting import parts_of, script
from assay.judges.libraries import Libraries
from assay.judges.native import NativeJudge
from assay.judges.reading import suspicion
from assay.judges.separate import first_failure, once, source_bytes
from assay.judges.suiterun import SuiteOutcomes
from assay.judges.suites import PlannedSuite
from assay.judges.verdicts import status_of, suspicions_of, verdict_of
from assay.records import (
    Candidate,
    CaseStatus,
    Limits,
    NativeSuite,
    Problem,
    Suite,
    SuspicionKind,
    Trial,
)
from assay.sandbox.base import HostJob, Sandbox, Session
from assay.sandbox.endings import ending_of
from assay.sandbox.guest import frames, messages, wire
from assay.sandbox.warm import WarmPython

MODULES = ("judges.host.statements", "judges.host.testcases", "judges.host.together")
MAX_MORE = 1000
"""Test methods that a suite may make while it runs, beyond those that it spells out."""


class SharedJudge(UnderLimits):
    """Runs a suite in the candidate's process."""

    name = SHARED
    takes = (Suite, NativeSuite)

    def __init__(self, sandbox: Sandbox, limits: Limits | None = None, *, first_failure: bool = False) -> None:
        self.sandbox = sandbox
        self.limits = limits or Limits()
        self.first_failure = first_failure
        self.libraries = Libraries(sandbox)
        self._native = NativeJudge(sandbox) if isinstance(sandbox, WarmPython) else None
        """For tests in the candidate's own language, which need a sandbox that runs programs."""

    @staticmethod
    def layers(sandbox: Sandbox, limits: Limits) -> str:
        """Return the layers in force where candidates run, after the word that their process is not theirs alone."""
        return f"{SHARED}+{sandbox.isolation}"

    def judge(self, problem: Problem, candidate: Candidate) -> Trial:
        if isinstance(problem.check, NativeSuite) and self._native is not None:
            return self._native.judge(problem, problem.check, candidate, self.limits)
        if not isinstance(problem.check, Suite):
            raise not_taken(problem, self.name, self.takes)
        if problem.properties:
            raise InvalidProblem(f"problem {problem.id!r}: properties need the separate judge, got the shared")
        planned = PlannedSuite.of(problem, problem.check)
        try:
            return self.libraries.with_all(problem, candidate, partial(self._trial, planned), judge=self.name)
        except Fault as fault:
            return Trial(problem.id, candidate, None, fault=str(fault), judge=self.name)

    def _trial(self, planned: PlannedSuite, candidate: Candidate) -> Trial:
        """Return the trial of one candidate whose libraries are all there."""
        problem = planned.problem
        try:
            source = bundle(problem, source_bytes(candidate))
        except Unplaceable as error:
            layers = self.layers(self.sandbox, self.limits)
            return unplaceable(problem, candidate, planned.cases, error, judge=self.name, isolation=layers)
        limits = self.limits.beside(problem.pace)
        run = SharedRun(self.sandbox, planned, source, limits, first_failure=self.first_failure)
        outcomes = tuple(run.outcomes)
        verdict = run.verdict
        if verdict is None:
            verdict = verdict_of(outcomes, cases=len(run.names), edge_decides=problem.edge_decides)
        return bounded(
            Trial(
                problem.id,
                candidate,
                verdict,
                outcomes,
                once(run.suspicions),
                detail=run.detail or first_failure(problem, outcomes, verdict),
                executions=tuple(run.executions),
                judge=self.name,
                isolation=self.layers(self.sandbox, self.limits),
            )
        )


class SharedRun(SuiteOutcomes):
    """One process with candidate and tests; it reports each case as it ends."""

    def __init__(
        self,
        sandbox: Sandbox,
        planned: PlannedSuite,
        source: bytes,
        limits: Limits,
        *,
        first_failure: bool = False,
    ) -> None:
        super().__init__(planned.plan)
        self.first_failure = first_failure
        suite = planned.suite
        job = HostJob(script(MODULES), source, (*suite.required, *parts_of(suite)))
        session = sandbox.session(job, limits)
        if self.load(session):
            self._follow(session)
        else:
            self.not_loaded(session)
        self.leave_the_rest(self.detail or self.why_not_run(first_failure=first_failure))

    def _follow(self, session: Session) -> None:
        """Reads reports until the process says that it is done, or is over."""
        done, broken = False, ""
        while not done and not broken and (frame := session.next()) is not None:
            if frame.kind == frames.SUSPECT:
                self.note(frame)
            elif frame.kind == server.CASE:
                broken = self._case(frame.body)
                done = not broken and self.first_failure and not self.outcomes[-1].passed
            else:
                done = frame.kind == server.FINISHED
        execution = session.end()
        self.take(execution)
        if session.garbage or broken:
            self.suspicions.append(suspicion(SuspicionKind.GARBAGE, session.garbage or broken))
        if not done or execution.killed_by is not None:
            self.suspicions += suspicions_of(execution)
            self.add((self.left or self.names)[0], status_of(execution), broken or ending_of(execution))

    def _case(self, body: bytes) -> str:
        """Takes down one reported outcome; what is wrong with it, if anything."""
        try:
            name, status, error = messages.read_texts(body, *server.CASE_LENGTHS[:3])
            self.add(name, CaseStatus.OUT_OF_MEMORY if status == statements.OWN_MEMORY else CaseStatus(status), error)
        except (wire.Malformed, ValueError) as problem:
            return str(problem) or "not an outcome"
        return "" if len(self.outcomes) <= len(self.steps) + MAX_MORE else "more outcomes than cases"
