"""The beginning of every run: the candidate is loaded, or there is a verdict already."""

from __future__ import annotations

from dataclasses import replace

from assay.judges.reading import MAX_SHOWN, read_suspicion, suspicion
from assay.judges.verdicts import status_of, suspicions_of
from assay.records import CaseOutcome, Execution, Suspicion, SuspicionKind, Verdict
from assay.sandbox.base import Frame, Session
from assay.sandbox.calling import AnswerTimer
from assay.sandbox.endings import ending_of, read_raised
from assay.sandbox.guest import frames, wire
from assay.text import legible

MAX_SUSPICIONS = 1000
WHOLE_OUTPUTS = 8
KEPT_BYTES = 2000


class Loading:
    """What a run gathers, and how it starts a candidate."""

    def __init__(self) -> None:
        self.outcomes: list[CaseOutcome] = []
        self.suspicions: list[Suspicion] = []
        self.executions: list[Execution] = []
        self.verdict: Verdict | None = None
        """Set where the candidate never got to its first case."""
        self.detail = ""
        self.used = 0.0
        """Effective seconds of all processes so far."""
        self._timer = AnswerTimer()

    def folded(self) -> list[CaseOutcome]:
        """One outcome for each case, where a case may have several calls."""
        return self.outcomes

    def load(self, session: Session) -> bool:
        """Reads until the candidate is loaded; false when it never will be."""
        while True:
            frame = session.next()
            if frame is None:
                return False
            if frame.kind == frames.LOADED:
                return True
            if frame.kind == frames.SUSPECT:
                self.note(frame)
                continue
            if frame.kind == frames.UNLOADED:
                self._unloaded(frame)
            else:
                session.garbage = f"a message of kind {frame.kind} before the candidate was loaded"
            return False

    def not_loaded(self, session: Session) -> None:
        """Ends a process that did not load the candidate, and says what that means."""
        execution = session.end()
        self.take(execution)
        if self.verdict is not None:
            return
        if session.garbage:
            self.suspicions.append(suspicion(SuspicionKind.GARBAGE, session.garbage))
        else:
            self.suspicions += suspicions_of(execution)
        self.verdict = Verdict(status_of(execution).value)
        did = f"wrote {legible(session.garbage[:MAX_SHOWN])}" if session.garbage else ending_of(execution)
        self.detail = f"while it was loaded it {did}"

    def timed(self, session: Session, outcome: CaseOutcome) -> CaseOutcome:
        """The outcome with what its case took since the one before; the short ones are not told apart."""
        seconds = self._timer.seconds(session)
        return replace(outcome, seconds=seconds) if seconds else outcome

    def why_not_run(self, *, first_failure: bool) -> str:
        """Why cases are left after the process is over."""
        failed = any(not outcome.passed for outcome in self.outcomes)
        return "it was stopped at its first failure" if first_failure and failed else "its process was over before"

    def take(self, execution: Execution) -> None:
        """Takes down one process that is over; of many, only the first ones keep all that they wrote."""
        if len(self.executions) >= WHOLE_OUTPUTS:
            out, err = execution.stdout[:KEPT_BYTES], execution.stderr[-KEPT_BYTES:]
            execution = replace(execution, stdout=out, stderr=err)
        self.executions.append(execution)
        self.used += execution.effective_seconds

    def note(self, frame: Frame) -> None:
        """Takes down what the candidate's side reports about itself; no honest one reports more than a few times."""
        found = read_suspicion(frame.body) if len(self.suspicions) < MAX_SUSPICIONS else None
        if found is not None:
            self.suspicions.append(found)

    def _unloaded(self, frame: Frame) -> None:
        try:
            raised = read_raised(frame.body)
        except (wire.Malformed, wire.TooLarge) as error:
            self.verdict, self.detail = Verdict.CRASHED, f"unreadable: {error}"
            return
        self.verdict, self.detail = raised.verdict, str(raised)
        if raised.leaves:
            self.suspicions.append(Suspicion(SuspicionKind.EARLY_EXIT, "exits with success while it is loaded"))
