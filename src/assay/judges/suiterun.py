"""Test code against one candidate: the judge's process runs the statements, this one keeps the time."""

from __future__ import annotations

from assay.judges.hosting import HostClient, HostLost
from assay.judges.loading import Loading
from assay.judges.host import server, statements
from assay.judges.reading import read_suspicion
from assay.judges.verdicts import ending_of, status_of, suspicions_of
from assay.records import (
    CaseKind,
    CaseOutcome,
    CaseStatus,
    Execution,
    Limits,
    Problem,
    Suite,
    Suspicion,
    SuspicionKind,
)
from assay.sandbox.base import Frame, Job, Sandbox, Session
from assay.sandbox.guest import frames, wire

LOOK_SECONDS = 1.0
GRACE_SECONDS = 10.0
"""How long the judge's process may take to notice that the candidate is gone."""


class SuiteRun(Loading):
    """One candidate and one suite; several candidate processes where one does not survive all cases."""

    def __init__(
        self, sandbox: Sandbox, host: HostClient, problem: Problem, suite: Suite, plan: statements.Plan, source: bytes, limits: Limits
    ) -> None:
        super().__init__()
        self.sandbox = sandbox
        self.host = host
        self.problem = problem
        self.suite = suite
        self.steps = plan.cases
        self.names = [step.name for step in self.steps]
        self.source = source
        self.limits = limits
        self.broken: tuple[CaseStatus, str] | None = None

    def run(self) -> None:
        for attempt in range(2):
            try:
                self._attempt()
                break
            except HostLost as lost:
                self.host.replace()
                if attempt:
                    self._add(CaseStatus.TIMED_OUT if "stalled" in str(lost) else CaseStatus.CRASHED, str(lost))
                else:
                    self.outcomes.clear()
        self._leave_the_rest()

    def _attempt(self) -> None:
        session = self._start()
        if session is None:
            return
        session.help_with(self.host.pid)
        self.host.begin(self.problem, self.suite, session.detach())
        try:
            while session is not None:
                session = self._follow(session)
        finally:
            if session is not None:
                self.executions.append(session.end())

    def _start(self) -> Session | None:
        """A loaded candidate, or `None` after taking down why there is none."""
        names = (self.problem.entry_point, *self.suite.names)
        session = self.sandbox.session(Job(self.source, names, "serve"), self.limits)
        if self.load(session):
            if not session.leftover:
                return session
            session.garbage = f"{session.leftover} bytes that nobody asked for"
        self.not_loaded(session)
        return None

    def _follow(self, session: Session) -> Session | None:
        """Handles one report of the judge's process; the session to go on with, if any."""
        frame = self._report(session)
        if frame.kind == server.CASE:
            name, status, error, _ = wire.decode(frame.body)  # type: ignore[misc]  # our own process wrote it
            self._add(CaseStatus(status), error)
            session.begin_case()
        elif frame.kind == server.BROKEN:
            status, error = wire.decode(frame.body)  # type: ignore[misc]  # our own process wrote it
            self.broken = CaseStatus(status), error
        elif frame.kind == frames.SUSPECT:
            suspicion = read_suspicion(frame.body)
            if suspicion is not None:
                self.suspicions.append(suspicion)
        elif frame.kind == server.GONE:
            return self._gone(session, frame)
        elif frame.kind == server.FINISHED:
            self._finished(session)
            return None
        return session

    def _report(self, session: Session) -> Frame:
        """The next report; stops the candidate when its time is over, and then waits for the judge to notice."""
        waited = 0.0
        while True:
            left = session.seconds_left()
            step = min(left, LOOK_SECONDS) if left > 0 else LOOK_SECONDS
            frame = self.host.next(within=step)
            if frame is not None:
                return frame
            if left <= 0:
                waited += step
                if waited > GRACE_SECONDS:
                    raise HostLost("the judge's process stalled")

    def _gone(self, session: Session, frame: Frame) -> Session | None:
        """The candidate's process is over in the middle of a case; another one takes the rest."""
        name, why, garbage = wire.decode(frame.body)  # type: ignore[misc]  # our own process wrote it
        execution = session.end()
        self._take(execution)
        if garbage:
            self.suspicions.append(Suspicion(SuspicionKind.GARBAGE, garbage))
        if name:
            status = CaseStatus.CRASHED if garbage and execution.killed_by is None else status_of(execution)
            self._add(status, f"unreadable: {garbage}" if garbage else ending_of(execution))
        elif not self.outcomes:
            self.broken = status_of(execution), f"before the first case it {ending_of(execution)}"
        if len(self.outcomes) >= len(self.steps) or self.used >= self.limits.trial_seconds or (not name and self.broken):
            self.host.stop()
            self._drain()
            return None
        following = self._start()
        if following is None:
            self.host.stop()
            self._drain()
            return None
        following.help_with(self.host.pid)
        self.host.go_on(following.detach())
        return following

    def _drain(self) -> None:
        """Reads on until the judge's process is ready for the next candidate."""
        for _ in range(int(GRACE_SECONDS)):
            frame = self.host.next(within=LOOK_SECONDS)
            if frame is not None and frame.kind == server.FINISHED:
                return
        raise HostLost("the judge's process stalled")

    def _finished(self, session: Session) -> None:
        execution = session.end()
        self._take(execution, ended=False)
        if execution.killed_by is not None and self.outcomes:
            status = status_of(execution)
            last = self.outcomes[-1]
            if status in (CaseStatus.TIMED_OUT, CaseStatus.OUT_OF_MEMORY) and last.passed:
                self.outcomes[-1] = CaseOutcome(status, last.kind, last.name, error=ending_of(execution))

    def _take(self, execution: Execution, *, ended: bool = True) -> None:
        self.executions.append(execution)
        self.used += execution.effective_seconds
        if ended:
            self.suspicions += suspicions_of(execution)

    def _add(self, status: CaseStatus, error: str = "") -> None:
        step = self.steps[min(len(self.outcomes), len(self.steps) - 1)]
        kind = CaseKind.EDGE if step.edge else CaseKind.BASIC
        if self.broken is not None and status is CaseStatus.NOT_RUN:
            status, error = self.broken
            self.broken = None
        self.outcomes.append(CaseOutcome(status, kind, step.name, error=error))

    def _leave_the_rest(self) -> None:
        reason = self.detail if self.verdict is not None else "the trial's time was used up"
        while len(self.outcomes) < len(self.steps):
            self._add(CaseStatus.NOT_RUN, reason)
