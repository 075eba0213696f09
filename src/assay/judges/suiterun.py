"""Test code against one candidate: the judge's process runs the statements, this one keeps the time."""

from __future__ import annotations

from collections import Counter

from assay.errors import InvalidProblem
from assay.judges.host import server, statements
from assay.judges.hosting import MAX_ATTEMPTS, HostClient, HostLost, HostStalled
from assay.judges.loading import Loading
from assay.judges.reading import suspicion
from assay.judges.suites import PlannedSuite
from assay.judges.verdicts import status_of, suspicions_of
from assay.records import CaseKind, CaseOutcome, CaseStatus, Execution, Limits, SuspicionKind
from assay.sandbox.base import Frame, Sandbox, ServeJob, Session
from assay.sandbox.endings import ending_of
from assay.sandbox.guest import frames, messages, wire
from assay.text import legible

LOOK_SECONDS = 1.0
GRACE_SECONDS = 5.0
"""How long the judge's process may take to notice that the candidate is gone."""
MAX_ERROR = 4000


class SuiteOutcomes(Loading):
    """The outcomes of a suite's cases, in the order in which they came."""

    def __init__(self, plan: statements.Plan) -> None:
        super().__init__()
        self.steps = plan.cases
        self.names = [step.name for step in self.steps]
        # Of two cases with one text, a basic one comes first: what it is must not depend on an edge case.
        self._step_of = {step.name: step for step in reversed(self.steps)}
        self._owed = Counter(self.names)
        self.by_object: set[str] = set()
        """Cases that passed by what an object of the candidate's own said, and those that failed by it."""
        self.by_value: set[str] = set()
        """Cases that failed where values of the candidate's are compared with each other."""
        self.wanted: set[str] = set()
        """Methods that the tests called on such objects, and that may count only if the reference has them."""
        self.changed: set[str] = set()
        """Cases in which the candidate changed a container that the tests have too."""
        self.masked: set[str] = set()
        """Cases in which something that the candidate gave was replaced by a constant."""
        self.kept: set[tuple[str, str]] = set()
        """Exceptions of the tests that the candidate kept, with the cases in which it did."""
        self.lawless: set[str] = set()
        """Cases whose objects break a law of equality, where that was asked for."""
        self.may_decide: set[str] = set()
        """Cases during which something came of which tests may ask which it is."""
        self.values: dict[str, str] = {}
        """What the names that the tests take from the candidate stand for, where that is plain data."""
        self.broken: tuple[CaseStatus, str] | None = None
        """Why the cases that follow cannot run; told with the first of them."""

    def add(self, name: str, status: CaseStatus, error: str = "") -> None:
        """Takes down one outcome; one that no statement of the suite announced counts as a case more."""
        if self._owed[name] == 0:
            name = legible(name)
            self.names.append(name)
        else:
            self._owed[name] -= 1
        if self.broken is not None and status is CaseStatus.NOT_RUN:
            status, error = self.broken
            self.broken = None
        step = self._step_of.get(name)
        kind = CaseKind.EDGE if step is not None and step.edge else CaseKind.BASIC
        self.outcomes.append(CaseOutcome(status, kind, name, error=legible(error)[:MAX_ERROR]))

    @property
    def number(self) -> int:
        """How many outcomes there must be."""
        return len(self.names)

    @property
    def left(self) -> list[str]:
        """The names of the cases that have no outcome yet."""
        owed = self._owed.copy()
        left = []
        for name in reversed(self.names):
            if owed[name]:
                owed[name] -= 1
                left.append(name)
        return left[::-1]

    def leave_the_rest(self, reason: str) -> None:
        for name in self.left:
            self.add(name, CaseStatus.NOT_RUN, reason)
        if self.broken is not None:
            self.add("preparation", *self.broken)
        place = {name: index for index, name in reversed([*enumerate(self.names)])}
        self.outcomes.sort(key=lambda outcome: place[outcome.name])


class SuiteRun(SuiteOutcomes):
    """One candidate and one suite; the cases that the candidate's process does not survive to are not run."""

    def __init__(
        self,
        sandbox: Sandbox,
        host: HostClient,
        planned: PlannedSuite,
        source: bytes,
        limits: Limits,
        *,
        methods: frozenset[str] | None = None,
        profiling: bool = False,
        variant: str = "",
        first_failure: bool = False,
    ) -> None:
        super().__init__(planned.plan)
        self.plan = planned.plan
        self.sandbox = sandbox
        self.host = host
        self.problem = planned.problem
        self.suite = planned.suite
        self.source = source
        self.limits = limits.beside(self.problem.pace)
        self.methods = methods
        self.profiling = profiling
        self.variant = variant
        self.first_failure = first_failure
        self.invalid = ""
        self.lost = False
        """Whether the candidate's process was over in the middle of the suite."""
        self.short_of_memory = False
        """Whether the judge's process said that memory ran out while it judged this candidate."""
        self.helper = 0

    def run(self) -> None:
        """Runs the suite; once more from the beginning where its end may be due to something else than this candidate.

        The judge's process may have ended, stalled or run out of memory by what the candidates before left in it, or
        somebody outside may have killed it. A fresh process decides: what happens there is due to this candidate.
        The same holds for a suite that fails there before anything of this candidate's was used.
        """
        for attempt in range(1, MAX_ATTEMPTS + 1):
            if attempt > 1:
                self._begin_again()
            try:
                self._attempt()
                if not self._may_be_due_to_others() or attempt == MAX_ATTEMPTS:
                    break
                self.host.replace()
            except HostLost as lost:
                ending = CaseStatus.TIMED_OUT if isinstance(lost, HostStalled) else CaseStatus.CRASHED
                undecided = not self.host.first or all(outcome.passed for outcome in self.outcomes)
                if not self.host.replaced(lost) or not undecided or attempt == MAX_ATTEMPTS:
                    self.add(self._current(), ending, str(lost))
                    break
        if self.invalid:
            self.host.forget(self.suite)
            raise InvalidProblem(f"problem {self.problem.id!r}: its suite cannot be run: {self.invalid}")
        self.leave_the_rest(self.detail or self.why_not_run(first_failure=self.first_failure))

    def _may_be_due_to_others(self) -> bool:
        """Whether the suite came to an end in a process that others had used, but to one that they may have caused."""
        return not self.host.first and (bool(self.invalid) or self.short_of_memory)

    def _begin_again(self) -> None:
        """Forgets the outcomes; what the candidate's processes did and what is suspicious about them stays."""
        suspicions, executions = self.suspicions, self.executions
        SuiteOutcomes.__init__(self, self.plan)
        self.suspicions, self.executions = suspicions, executions
        self.invalid = ""
        self.lost = False
        self.short_of_memory = False

    def _current(self) -> str:
        return (self.left or [self.names[-1]])[0]

    def _attempt(self) -> None:
        self.helper = self.host.pid
        session = self._start()
        if session is None:
            return
        try:
            self.host.begin(
                self.problem,
                self.suite,
                session.detach(),
                seconds=self.limits.seconds,
                methods=self.methods,
                profiling=self.profiling,
                variant=self.variant,
                first_failure=self.first_failure,
            )
            self._begin_case(session)
            while self._follow(session):
                pass
        finally:
            self.take(session.end())

    def _start(self) -> Session | None:
        """A loaded candidate, or `None` after taking down why there is none."""
        session = self.sandbox.session(ServeJob(self.source, self.suite.required), self.limits)
        if self.load(session):
            if not session.leftover:
                session.exclude_time_of(self.helper)
                return session
            session.garbage = f"{session.leftover} bytes that nobody asked for"
        self.not_loaded(session)
        return None

    def _follow(self, session: Session) -> bool:
        """Handles one report of the judge's process; whether more will come."""
        frame = self._report(session)
        if frame.kind == server.CASE:
            self._case(session, *_texts(frame, *server.CASE_LENGTHS))
        elif frame.kind == server.BROKEN:
            self._broken(*_texts(frame, *server.BROKEN_LENGTHS))
        elif frame.kind == server.NOTE:
            self._noted(*_texts(frame, *server.NOTE_LENGTHS))
        elif frame.kind == frames.SUSPECT:
            self.note(frame)
        elif frame.kind == server.GONE:
            self._gone(session, *_texts(frame, *server.GONE_LENGTHS))
        elif frame.kind == server.FINISHED:
            if not self.lost:
                self._finished(session)
            return False
        return True

    def _noted(self, about: str, name: str, text: str) -> None:
        if about == server.WANTED:
            self.wanted.add(name)
        elif about == server.CHANGED:
            self.changed.add(name)
        elif about == server.MASKED:
            self.masked.add(name)
        elif about == server.KEPT:
            self.kept.add((name, text))
        elif about == server.LAWLESS:
            self.lawless.add(name)
        elif about == server.MAY_DECIDE:
            self.may_decide.add(name)
        else:
            self.values[name] = text

    def _case(self, session: Session, name: str, status: str, error: str, decided_by: str) -> None:
        self._note_memory(status)
        if decided_by:
            (self.by_object if decided_by == server.BY_OBJECT else self.by_value).add(name)
        self.add(name, _status(status), error)
        self.outcomes[-1] = self.timed(session, self.outcomes[-1])
        if not self.outcomes[-1].passed:
            session.seconds_in_all(self.limits.seconds_after_failure)
        self._begin_case(session)

    def _begin_case(self, session: Session) -> None:
        needed = self.problem.pace.cases.get(len(self.outcomes), 0.0) if self.problem.pace is not None else 0.0
        session.begin_case(self.limits.of_case(needed))

    def _broken(self, status: str, error: str) -> None:
        if status == server.INVALID:
            self.invalid = error
        else:
            self._note_memory(status)
            self.broken = _status(status), error

    def _note_memory(self, status: str) -> None:
        self.short_of_memory = self.short_of_memory or status == statements.OWN_MEMORY

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
                    raise HostStalled("the test code did not notice the end of the candidate")

    def _gone(self, session: Session, name: str, garbage: str, status: str, why: str) -> None:
        """The candidate's process is over in the middle of a step, and with it the suite."""
        self.lost = True
        self._note_memory(status)
        execution = session.end()
        if garbage:
            self.suspicions.append(suspicion(SuspicionKind.GARBAGE, garbage))
        else:
            self.suspicions += suspicions_of(execution)
        ending = self._ending(execution, garbage, status, why)
        if name:
            self.add(name, *ending)
        else:
            self.broken = ending[0], f"before a case could begin: {ending[1]}"

    @staticmethod
    def _ending(execution: Execution, garbage: str, status: str, why: str) -> tuple[CaseStatus, str]:
        if execution.killed_by is not None:
            return status_of(execution), ending_of(execution)
        if status:
            return _status(status), why
        return status_of(execution), f"unreadable: {garbage}" if garbage else ending_of(execution)

    def _finished(self, session: Session) -> None:
        """All cases are done; a limit that was crossed on the way still counts."""
        execution = session.end()
        if execution.killed_by is not None and self.outcomes:
            status = status_of(execution)
            last = self.outcomes[-1]
            if status in (CaseStatus.TIMED_OUT, CaseStatus.OUT_OF_MEMORY) and last.passed:
                self.outcomes[-1] = CaseOutcome(status, last.kind, last.name, error=ending_of(execution))


def _texts(frame: Frame, *lengths: int) -> tuple[str, ...]:
    """The texts of a report. Our own process wrote it, but it also holds the candidate's words and values."""
    try:
        return messages.read_texts(frame.body, *lengths)
    except wire.Malformed as error:
        raise HostLost(f"the judge's process made a report that cannot be read: {error}") from None


def _status(name: str) -> CaseStatus:
    try:
        return CaseStatus.OUT_OF_MEMORY if name == statements.OWN_MEMORY else CaseStatus(name)
    except ValueError:
        raise HostLost("the judge's process made a report that cannot be read") from None
