"""Candidate and tests in one process, for suites that must patch the candidate's own: a pass there can be forged.

Its trials say so: `judge="shared"`, and `isolation` begins with `shared`. Everything else holds: the sandbox, the
limits, outcomes that fail closed.
"""

from __future__ import annotations

from assay.errors import Fault, InvalidProblem
from assay.judges.host import server, statements
from assay.judges.hosting import script
from assay.judges.loading import Loading
from assay.judges.separate import first_failure, once, source_bytes
from assay.judges.suites import plan
from assay.judges.verdicts import ending_of, status_of, suspicions_of, verdict_of
from assay.records import (
    Candidate,
    CaseKind,
    CaseOutcome,
    CaseStatus,
    Limits,
    Problem,
    Suite,
    Suspicion,
    SuspicionKind,
    Trial,
)
from assay.sandbox.base import Job, Sandbox
from assay.sandbox.guest import frames, wire

MODULES = ("statements", "testcases", "together")


class SharedJudge:
    """Runs a suite in the candidate's process."""

    name = "shared"

    def __init__(self, sandbox: Sandbox, limits: Limits | None = None) -> None:
        self.sandbox = sandbox
        self.limits = limits or Limits()

    def judge(self, problem: Problem, candidate: Candidate) -> Trial:
        if problem.suite is None:
            raise InvalidProblem(f"problem {problem.id!r}: the shared judge runs suites, got data cases")
        found = plan(problem, problem.suite)
        try:
            run = SharedRun(self.sandbox, problem, problem.suite, found, source_bytes(candidate), self.limits)
        except Fault as fault:
            return Trial(problem.id, candidate, None, fault=str(fault), judge=self.name)
        outcomes = tuple(run.outcomes)
        verdict = run.verdict or verdict_of(outcomes, cases=len(found.cases))
        return Trial(
            problem.id,
            candidate,
            verdict,
            outcomes,
            once(run.suspicions),
            detail=run.detail or first_failure(outcomes, verdict),
            executions=tuple(run.executions),
            judge=self.name,
            isolation=f"shared+{self.sandbox.isolation}",
        )


class SharedRun(Loading):
    """One process with candidate and tests; it reports each case as it ends."""

    def __init__(
        self, sandbox: Sandbox, problem: Problem, suite: Suite, found: statements.Plan, source: bytes, limits: Limits
    ) -> None:
        super().__init__()
        self.steps = found.cases
        parts = (suite.source, suite.edge_source, suite.style.value, suite.prelude)
        names = (problem.entry_point, *suite.names)
        session = sandbox.session(Job(source, (*names, *parts), "script", script(MODULES)), limits)
        broken = ""
        if not self.load(session):
            self.not_loaded(session)
        else:
            done = False
            while (frame := session.next()) is not None:
                if frame.kind == server.FINISHED:
                    done = True
                    break
                if frame.kind == frames.SUSPECT:
                    self.note(frame)
                elif frame.kind == server.CASE:
                    broken = broken or self._case(frame.body)
            execution = session.end()
            self.executions.append(execution)
            if session.garbage or broken:
                self.suspicions.append(Suspicion(SuspicionKind.GARBAGE, session.garbage or broken))
            if not done or execution.killed_by is not None:
                self.suspicions += suspicions_of(execution)
                self._add(status_of(execution), ending_of(execution))
        while len(self.outcomes) < len(self.steps):
            self._add(CaseStatus.NOT_RUN, self.detail or "the process was over")

    def _case(self, body: bytes) -> str:
        """Takes down one reported outcome; what is wrong with it, if anything."""
        try:
            _, status, error, _ = wire.decode(body)  # type: ignore[misc]  # checked by the unpacking
            self._add(CaseStatus(status), str(error)[:2000])
        except (wire.Malformed, wire.TooLarge, TypeError, ValueError) as problem:
            return str(problem)
        return ""

    def _add(self, status: CaseStatus, error: str = "") -> None:
        step = self.steps[min(len(self.outcomes), len(self.steps) - 1)]
        kind = CaseKind.EDGE if step.edge else CaseKind.BASIC
        self.outcomes.append(CaseOutcome(status, kind, step.name, error=error))

