"""Data cases: all arguments go to the candidate in one message, answers are compared here, one fork in all."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import replace
from time import monotonic

from assay.errors import InvalidProblem, InvalidValue
from assay.judges.comparators import compares_types, matches
from assay.judges.hardcoded import HardCodedAnswers
from assay.judges.large import LargeCase, expected_text
from assay.judges.loading import Loading
from assay.judges.reading import MAX_SHOWN, shown, suspicion
from assay.judges.verdicts import status_of, suspicions_of
from assay.records import (
    Case,
    CaseKind,
    CaseOutcome,
    CaseStatus,
    ComparatorKind,
    Execution,
    Limits,
    Problem,
    Suspicion,
    SuspicionKind,
)
from assay.sandbox.base import CallsJob, Frame, Sandbox, Session
from assay.sandbox.calling import (
    ANSWERS,
    MAX_KEPT_BYTES,
    check_arguments,
    contains_opaque,
    encode_calls,
    pack_calls,
)
from assay.sandbox.endings import Raised, ending_of, read_raised
from assay.sandbox.guest import frames, messages, wire
from assay.sandbox.guest.parent import UNREADABLE
from assay.text import legible

LITERAL = (ComparatorKind.EXACT, ComparatorKind.EXACT_TYPES, ComparatorKind.CLOSE)
"""Comparators by which any plain value without a NaN matches itself."""
MAX_OUTCOMES = 10_000
MAX_TEXTS = 64
"""Cases of one candidate that did not pass and whose values are put into words; of the others, only how they ended."""


class Prepared:
    """The cases of a problem, encoded once for all candidates."""

    def __init__(self, problem: Problem, cases: tuple[Case, ...], groups: Sequence[int] | None = None) -> None:
        self.cases = tuple(map(_with_plain_data, cases))
        self.groups = list(groups or range(len(cases)))
        """The case of the suite that each call belongs to, where one case makes several."""
        self.name = problem.check.entry_point
        self.arguments, tagged = _encoded(problem, self.cases)
        self.expected = _shortcuts(self.cases)
        self.message = pack_calls(self.arguments, tagged=tagged)
        self.answers = HardCodedAnswers(cases)
        self.pace = problem.pace
        self.edge_decides = problem.edge_decides
        self._outcomes: dict[tuple[CaseStatus, CaseKind, str, str], CaseOutcome] = {}

    def outcome(self, status: CaseStatus, case: Case, error: str = "") -> CaseOutcome:
        """An outcome without values; one for all cases that have the same, for there may be very many."""
        key = status, case.kind, case.name, error
        found = self._outcomes.get(key)
        if found is None:
            if len(self._outcomes) >= MAX_OUTCOMES:
                self._outcomes.clear()
            found = self._outcomes[key] = CaseOutcome(status, case.kind, case.name, error=error)
        return found

    def is_expected(self, index: int, body: bytes) -> bool:
        """Whether these very bytes are right; where they are not, the value that they mean still may be."""
        if body == self.expected[index]:
            return True
        case = self.cases[index]
        return isinstance(case, LargeCase) and case.comparator.kind in LITERAL and case.packed.is_encoded_as(body)


def _with_plain_data(case: Case) -> Case:
    """A case whose expected value is what a candidate's would become: the data in it (see `derived`)."""
    try:
        if case.raises is not None or isinstance(case, LargeCase) or wire.is_plain(case.expected):
            return case
        return replace(case, expected=wire.decode(wire.encode(case.expected, None, None, True)))
    except (TypeError, wire.TooLarge, wire.Malformed):  # it is compared as it is
        return case


def _encoded(problem: Problem, cases: Sequence[Case]) -> tuple[list[bytes], bool]:
    """Return the arguments of all cases, and whether some of them need tags."""
    try:
        return encode_calls([(case.arguments, case.keywords) for case in cases])
    except InvalidValue as error:
        raise InvalidProblem(f"problem {problem.id!r}: {error}") from error


def _shortcuts(cases: Sequence[Case]) -> Sequence[bytes | None]:
    """For each case the bytes that are right; of values that are plain, as most are, all at one look."""
    simple = [
        index
        for index, case in enumerate(cases)
        if type(case) is Case and case.raises is None and case.comparator.kind in LITERAL
    ]
    values = [cases[index].expected for index in simple]
    together = wire.encode_each_plain(values)
    if together is None or not wire.equals_itself(values):
        return [_shortcut(case) for case in cases]
    known = dict(zip(simple, together, strict=True))
    return [known[index] if index in known else _shortcut(case) for index, case in enumerate(cases)]


def _shortcut(case: Case) -> bytes | None:
    """The bytes of the expected value, where the same bytes always mean a match (not so with a NaN in it)."""
    if case.raises is not None or case.comparator.kind in (ComparatorKind.ONE_OF, ComparatorKind.PREDICATE):
        return None
    if isinstance(case, LargeCase):
        return None
    try:
        data = wire.encode_plain(case.expected) or wire.encode(case.expected)
        if case.comparator.kind in LITERAL and wire.equals_itself(case.expected):
            return data
        return data if matches(case.comparator, wire.decode(data), case.expected) else None
    except (TypeError, wire.TooLarge, wire.Malformed):
        return None


class CaseRun(Loading):
    """One candidate on the cases of one problem, in one process; what it does not get to is not run."""

    def __init__(
        self, sandbox: Sandbox, prepared: Prepared, source: bytes, limits: Limits, *, first_failure: bool = False
    ) -> None:
        super().__init__()
        self.sandbox = sandbox
        self.prepared = prepared
        self.number = len(set(prepared.groups))
        self.job = CallsJob(source, prepared.name, prepared.message)
        self.limits = limits.beside(prepared.pace)
        self.first_failure = first_failure
        """Whether it is stopped at the first case that does not pass, of those that decide."""
        self.values: list[bytes | None] = []
        """For each outcome the value that a predicate has yet to decide about, elsewhere."""
        self._kept = 0
        self._texts = 0
        self._has_failed = False
        self._stopped = False
        self._started = monotonic()
        self._case_seconds = _case_seconds(self.limits, prepared)

    def run(self) -> None:
        session = self.sandbox.session(self.job, self.limits)
        try:
            if not self.load(session):
                self.not_loaded(session)
            else:
                self._follow(session)
        finally:
            session.end()
        self._leave_the_rest()

    def _follow(self, session: Session) -> None:
        """Reads answers until the process is over, or not wanted any more, and says what its end means."""
        done = self._answers(session)
        execution = session.end()
        self.take(execution)
        if execution.exit_code == UNREADABLE:
            check_arguments(self.sandbox, self.job, self.limits)
        if done:
            self._after_the_end(session, execution)
        elif not self._stopped:
            self._broke_off(session, execution)

    def _is_enough(self) -> bool:
        """Whether it has failed, and either that is enough or the time after a failure is over, ours included.

        HardCodedAnswers that are large and wrong take us longer than the candidate.
        """
        if not self._has_failed or self.limits.failed_seconds is None:
            return self._has_failed and self.first_failure
        return self.first_failure or monotonic() - self._started > self.limits.seconds_after_failure

    def folded(self) -> list[CaseOutcome]:
        """One outcome for each case of the suite: that of its first call that did not pass, with the time of all."""
        first: dict[int, CaseOutcome] = {}
        seconds: dict[int, float] = {}
        for group, outcome in zip(self.prepared.groups, self.outcomes, strict=True):
            seconds[group] = seconds.get(group, 0.0) + outcome.seconds
            if group not in first or (first[group].passed and not outcome.passed):
                first[group] = outcome
        return [_lasting(first[group], seconds[group]) for group in sorted(first)]

    def _answers(self, session: Session) -> bool:
        """Reads answers until all are there or the process is over; whether it finished as it should."""
        self._begin_case(session)
        while True:
            frame = session.next()
            if frame is None:
                return False
            if frame.kind in ANSWERS and len(self.outcomes) < len(self.prepared.cases):
                if not self._answer(session, frame):
                    return False
                if self._is_enough():
                    self._stopped = True
                    return False
                self._begin_case(session)
            elif frame.kind == frames.SUSPECT:
                self.note(frame)
            elif frame.kind == frames.DONE:
                return len(self.outcomes) == len(self.prepared.cases)
            else:
                session.garbage = f"a message of kind {frame.kind} where an answer belongs"
                return False

    def _begin_case(self, session: Session) -> None:
        if self._case_seconds is not None:
            session.begin_case(self._case_seconds[len(self.outcomes)])

    def _answer(self, session: Session, frame: Frame) -> bool:
        index = len(self.outcomes)
        case = self.prepared.cases[index]
        if frame.kind == frames.VALUE and self.prepared.is_expected(index, frame.body):
            self._add(self.timed(session, self.prepared.outcome(CaseStatus.PASSED, case)))
            return True
        try:
            outcome = self._judged(case, frame)
        except wire.Malformed as error:
            session.garbage = str(error)
            return False
        except wire.TooLarge as error:
            outcome = self._failed(case, f"the value is too large to be compared: {error}")
        except Exception as error:  # a value that our own comparison stumbles over does not match, and does no harm
            outcome = self._failed(case, f"the value cannot be compared: {type(error).__name__}")
        outcome = self.timed(session, outcome)
        undecided = outcome.status is CaseStatus.NOT_RUN
        self._add(outcome, frame.body if undecided else None)
        decides = self.prepared.edge_decides or case.kind is CaseKind.BASIC
        if decides and not undecided and not outcome.passed and not self._has_failed:
            self._has_failed = True
            session.seconds_in_all(self.limits.seconds_after_failure)
        return True

    def _add(self, outcome: CaseOutcome, value: bytes | None = None) -> None:
        self.outcomes.append(outcome)
        self.values.append(value)
        self._kept += len(value) if value is not None else 0

    def _judged(self, case: Case, frame: Frame) -> CaseOutcome:
        if frame.kind == frames.RAISED:
            return self._raised(case, read_raised(frame.body))
        if frame.kind == frames.TOO_LARGE:
            return self._failed(
                case, f"the value is too large to be compared: {legible(messages.read_text(frame.body, 100))}"
            )
        lies: list[str] = []
        derived: list[str] = []
        value = wire.decode(frame.body, lies=lies, derived=derived)
        if case.comparator.kind is ComparatorKind.PREDICATE:
            if self._kept + len(frame.body) > MAX_KEPT_BYTES:
                raise wire.TooLarge(f"more than {MAX_KEPT_BYTES} bytes in all values")
            return CaseOutcome(CaseStatus.NOT_RUN, case.kind, case.name, shown(value), "", "undecided")
        if derived and case.raises is None and compares_types(case.comparator):
            self._look_for_lies(value, lies)
            return self._failed(
                case, f"the value is of a class of its own, {legible(derived[0])}, not of the same type"
            )
        if case.raises is None and matches(case.comparator, value, case.expected):
            return self.prepared.outcome(CaseStatus.PASSED, case)
        self._look_for_lies(value, lies)
        if not self._has_room_for_texts():
            return self.prepared.outcome(CaseStatus.FAILED, case)
        expected = f"an exception {case.raises}" if case.raises else expected_text(case)
        return CaseOutcome(CaseStatus.FAILED, case.kind, case.name, shown(value), expected)

    def _has_room_for_texts(self) -> bool:
        """Whether the values of one more case are to be put into words."""
        self._texts += 1
        return self._texts <= MAX_TEXTS

    def _raised(self, case: Case, raised: Raised) -> CaseOutcome:
        if case.raises is not None and _is_raised(case.raises, raised):
            return self.prepared.outcome(CaseStatus.PASSED, case)
        if raised.leaves:
            self.suspicions.append(Suspicion(SuspicionKind.EARLY_EXIT, "exits with success during a call"))
        if not self._has_room_for_texts():
            return self.prepared.outcome(raised.status, case, raised.name)
        expected = f"an exception {case.raises}" if case.raises else expected_text(case)
        return CaseOutcome(raised.status, case.kind, case.name, "", expected, str(raised))

    def _failed(self, case: Case, error: str) -> CaseOutcome:
        return CaseOutcome(CaseStatus.FAILED, case.kind, case.name, "", expected_text(case), error)

    def _look_for_lies(self, value: object, lies: list[str]) -> None:
        """Notes an object whose class defines equality, be it in the value or known by its data only (`lies`)."""
        found = contains_opaque(value)
        named = repr(found) if found is not None and found.lies else f"a {legible(lies[0])}" if lies else ""
        if named:
            evidence = f"returned {named}, whose class defines equality"
            self.suspicions.append(suspicion(SuspicionKind.LYING_EQUALITY, evidence))

    def _broke_off(self, session: Session, execution: Execution) -> None:
        """The process ended, or wrote what cannot be read, at a case: that case says so, or else the last one."""
        if session.garbage:
            self.suspicions.append(suspicion(SuspicionKind.GARBAGE, session.garbage))
        else:
            self.suspicions += suspicions_of(execution)
        index = min(len(self.outcomes), len(self.prepared.cases) - 1)
        case = self.prepared.cases[index]
        error = f"unreadable: {legible(session.garbage[:MAX_SHOWN])}" if session.garbage else ending_of(execution)
        status = CaseStatus.CRASHED if session.garbage else status_of(execution)
        outcome = CaseOutcome(status, case.kind, case.name, "", expected_text(case), error)
        if len(self.outcomes) > index:
            self._replace_last(outcome)
        else:
            self._add(outcome)

    def _after_the_end(self, session: Session, execution: Execution) -> None:
        """All answers are there; a limit that was crossed on the way still counts."""
        left = session.leftover
        if left:
            self.suspicions.append(Suspicion(SuspicionKind.LATE_OUTPUT, f"{left} bytes after the last answer"))
        if execution.killed_by is None:
            return
        self.suspicions += suspicions_of(execution)
        status = status_of(execution)
        if status in (CaseStatus.TIMED_OUT, CaseStatus.OUT_OF_MEMORY):
            last = self.outcomes[-1]
            outcome = CaseOutcome(status, last.kind, last.name, last.actual, last.expected, ending_of(execution))
            self._replace_last(outcome)

    def _replace_last(self, outcome: CaseOutcome) -> None:
        """Decides the last case otherwise than its answer would; nobody is to look at the answer any more.

        A case that has failed stays as it is: what came after it, within the shorter time that a failure leaves, says
        nothing about it.
        """
        if self.outcomes[-1].status in (CaseStatus.PASSED, CaseStatus.NOT_RUN):
            self.outcomes[-1], self.values[-1] = outcome, None

    def _leave_the_rest(self) -> None:
        reason = self.detail or self.why_not_run(first_failure=self.first_failure)
        for case in self.prepared.cases[len(self.outcomes) :]:
            self._add(self.prepared.outcome(CaseStatus.NOT_RUN, case, reason))


def _is_raised(name: str, raised: Raised) -> bool:
    """Return whether an exception is the expected one; a class of the candidate's own is none of Python's."""
    kind = getattr(builtins, name, None)
    if isinstance(kind, type) and issubclass(kind, BaseException):
        return kind.__name__ in raised.bases
    return name == raised.name


def _lasting(outcome: CaseOutcome, seconds: float) -> CaseOutcome:
    return outcome if outcome.seconds == seconds else replace(outcome, seconds=seconds)


def _case_seconds(limits: Limits, prepared: Prepared) -> list[float] | None:
    """How long each call may take; `None` where cases have no limit of their own.

    The reference was measured by cases, so each of several calls of one case has the time of that case.
    """
    if limits.case_seconds is None:
        return None
    needed = prepared.pace.cases if prepared.pace is not None else {}
    found = [limits.of_case(needed.get(group, 0.0)) or limits.case_seconds for group in prepared.groups]
    return [*found, limits.case_seconds]  # after the last call it has to end
