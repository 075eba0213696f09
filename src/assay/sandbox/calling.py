"""Calls of a function that nobody trusts: many in one process, each with plain data or with why there is none."""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import repeat
from time import monotonic

from assay.errors import Fault, InvalidValue
from assay.records import CaseStatus, Execution, KilledBy, Limits
from assay.sandbox.base import CallsJob, Frame, Sandbox, Session
from assay.sandbox.endings import ending_of, read_raised
from assay.sandbox.guest import frames, messages, wire
from assay.sandbox.guest.parent import UNREADABLE
from assay.text import legible

Arguments = tuple[Sequence[object], Mapping[str, object]]
"""What one call is made with: by position, and by name."""
MAX_KEPT_BYTES = 8 * wire.MAX_BYTES
"""Of all values that one process returns; a value that comes after as many is too large."""
NO_ROOM_LEFT = wire.encode(f"more than {MAX_KEPT_BYTES} bytes in all values")
MAX_GARBAGE = 500
ANSWERS = (frames.VALUE, frames.RAISED, frames.TOO_LARGE)
SHORT_SECONDS = 0.02
"""Calls that take less are not timed: to ask for the time would take longer than most of them."""


class CallEnd(StrEnum):
    """How a call ended."""

    RETURNED = "returned"
    """With a value that is data."""
    NOT_DATA = "not data"
    """With a value in which there is an object of the source's own."""
    TOO_LARGE = "too large"
    """With a value that is larger than can be sent or kept."""
    RAISED = "raised"
    TIMED_OUT = "timed out"
    OUT_OF_MEMORY = "out of memory"
    """Its process used too much, or it raised a `MemoryError`."""
    CRASHED = "crashed"
    """Its process ended in any other way, or wrote what cannot be read."""
    NOT_RUN = "not run"
    """An earlier call has ended the process."""
    NOT_LOADED = "not loaded"
    """The source has no such function, or fails before it is there."""


@dataclass(frozen=True, slots=True)
class CallResult:
    """What one call came to."""

    end: CallEnd
    value: object = None
    """What it returned. In a value that is not data, a `wire.Opaque` stands for each object of the source's own."""
    error: str = ""
    """Why there is no value that is data."""
    exception: str = ""
    """The name of the type that it raised."""
    seconds: float = 0.0
    """Effective time; 0 where it took less than `SHORT_SECONDS`."""
    encoded_bytes: int = 0
    """The size of the value on the channel."""


@dataclass(frozen=True, slots=True)
class CallsRun:
    """All calls of one process; to iterate over it gives one `CallResult` for each, read when it is asked for."""

    count: int
    """Of the calls that were to be made."""
    execution: Execution
    not_loaded: str
    """Why the function was never there; empty when it was."""
    replies: list[_Reply]
    last: CallResult | None
    """What became of the call after the replies, where the process was over before it had replied to all."""

    def __iter__(self) -> Iterator[CallResult]:
        if self.not_loaded:
            yield from repeat(CallResult(CallEnd.NOT_LOADED, error=self.not_loaded), self.count)
            return
        left = self.count
        last = self.last
        for reply in self.replies:
            left -= 1
            try:
                yield _read(reply)
            except wire.Malformed as error:  # what it wrote after that means nothing
                yield CallResult(CallEnd.CRASHED, error=f"unreadable: {legible(str(error))}")
                last = None
                break
        if last is not None:
            left -= 1
            yield last
        yield from repeat(CallResult(CallEnd.NOT_RUN, error="its process was over before"), left)


@dataclass(frozen=True, slots=True)
class _Reply:
    """A message about one call, which may be anything."""

    kind: int
    body: bytes
    seconds: float


def call(
    sandbox: Sandbox, source: str, name: str, calls: Sequence[Arguments], *, limits: Limits | None = None
) -> list[CallResult]:
    """Call the function `name` of a source with each of these arguments, and return what each call came to.

    All calls are made one after the other in one process of the sandbox, under `limits` in all (and `case_seconds` for
    each). When a call ends that process, the calls after it are not run. Raises `InvalidValue` for arguments that are
    not data, and `Fault` for what is not the source's doing.

    >>> from assay.sandbox.warm import WarmPython
    >>> with WarmPython() as sandbox:
    ...     answers = call(sandbox, "def half(x): return 1 / x", "half", [((2,), {}), ((), {"x": 0})])
    >>> [(one.end.value, one.value, one.exception) for one in answers]
    [('returned', 0.5, ''), ('raised', None, 'ZeroDivisionError')]
    """
    return list(run_calls(sandbox, source, name, calls, limits=limits))


def run_calls(
    sandbox: Sandbox, source: str, name: str, calls: Sequence[Arguments], *, limits: Limits | None = None
) -> CallsRun:
    """Do the same as `call`, and return the facts about the process besides; values are read one at a time."""
    limits = limits or Limits()
    arguments, tagged = encode_calls(calls)
    job = CallsJob(source.encode("utf-8", "surrogatepass"), name, pack_calls(arguments, tagged=tagged))
    session = sandbox.session(job, limits)
    reader = _RepliesReader(session, len(calls), limits.case_seconds)
    try:
        reader.read()
    finally:
        execution = session.end()
    if execution.exit_code == UNREADABLE:
        check_arguments(sandbox, job, limits)
    if not reader.loaded:
        said = reader.not_loaded or f"while it was loaded it {_ending(session, execution)}"
        return CallsRun(len(calls), execution, said, [], None)
    end = _killed(execution)
    failed = not reader.done or end is not CallEnd.CRASHED
    if failed and reader.has_all() and not reader.take_back():
        failed = False
    last = CallResult(end, error=_ending(session, execution)) if failed else None
    return CallsRun(len(calls), execution, "", reader.replies, last)


def encode_calls(calls: Sequence[Arguments]) -> tuple[list[bytes], bool]:
    """Return the arguments of each call as bytes, and whether some of them need tags; most do not."""
    given = [(tuple(arguments), dict(keywords)) for arguments, keywords in calls]
    together = wire.encode_each_plain(given)
    if together is not None:
        return together, False
    encoded = [_encoded(index, pair) for index, pair in enumerate(given)]
    return [data for data, _ in encoded], not all(plain for _, plain in encoded)


def _encoded(index: int, given: tuple[tuple[object, ...], dict[str, object]]) -> tuple[bytes, bool]:
    try:
        data = wire.encode_plain(given)
        return (wire.encode(given), wire.is_plain(given)) if data is None else (data, True)
    except (TypeError, wire.TooLarge) as error:
        raise InvalidValue(f"arguments of case {index} are not data: {error}") from error


def pack_calls(arguments: list[bytes], *, tagged: bool) -> bytes:
    """Return the message that carries the arguments of all calls, as `encode_calls` gives them."""
    return marshal.dumps((tagged, arguments), 2)


def check_arguments(sandbox: Sandbox, job: CallsJob, limits: Limits) -> None:
    """Raise `Fault` where the sandbox's interpreter cannot read the arguments, whichever function is called with them.

    A candidate's process that could not read them is no proof: candidates can bring that about.
    """
    anything = f"def {job.name}(*arguments, **keywords): pass".encode()
    session = sandbox.session(CallsJob(anything, job.name, job.calls), limits)
    try:
        while (frame := session.next()) is not None and frame.kind != frames.DONE:
            pass
    finally:
        execution = session.end()
    if execution.exit_code == UNREADABLE:
        raise Fault(f"the candidates' interpreter {ending_of(execution)}")


class AnswerTimer:
    """A timer for the answers of one session, where they take long enough to matter."""

    def __init__(self) -> None:
        self._last_answer = monotonic()
        self._used_before = 0.0
        """Effective seconds of the present process when its last long call was over."""

    def seconds(self, session: Session) -> float:
        """Return the effective time since the answer before; 0 for a short one."""
        now, before = monotonic(), self._last_answer
        self._last_answer = now
        if now - before < SHORT_SECONDS:
            return 0.0
        used = session.effective_seconds()
        taken = min(now - before, used - self._used_before)
        self._used_before = used
        return max(0.0, taken)


class _RepliesReader:
    """A reader of what a process with a `CallsJob` writes."""

    def __init__(self, session: Session, count: int, call_seconds: float | None) -> None:
        self.session = session
        self.count = count
        self.call_seconds = call_seconds
        self.replies: list[_Reply] = []
        self.loaded = False
        self.not_loaded = ""
        """What the process says about why there is no function."""
        self.done = False
        """Whether it has replied to all calls, and said so."""
        self._kept = 0

    def read(self) -> None:
        """Read until all replies are there, or nothing more can be believed or will come."""
        timer = AnswerTimer()
        while (frame := self._next()) is not None:
            if not self.loaded and frame.kind == frames.LOADED:
                self.loaded = True
            elif not self.loaded and frame.kind == frames.UNLOADED:
                self.not_loaded = _why_not_loaded(frame)
                return
            elif self.loaded and frame.kind in ANSWERS and not self.has_all():
                self._keep(frame, timer.seconds(self.session))
            elif self.loaded and frame.kind == frames.DONE:
                self.done = self.has_all()
                return
            else:
                self.session.garbage = f"a message of kind {frame.kind} where another belongs"
                return
            if self.call_seconds is not None:
                self.session.begin_case(self.call_seconds)

    def has_all(self) -> bool:
        return len(self.replies) == self.count

    def take_back(self) -> bool:
        """Remove the value of the last call, whose process did not end as it should; any other reply stays."""
        if not self.replies or self.replies[-1].kind != frames.VALUE:
            return False
        self.replies.pop()
        return True

    def _keep(self, frame: Frame, seconds: float) -> None:
        if self._kept + len(frame.body) > MAX_KEPT_BYTES:
            self.replies.append(_Reply(frames.TOO_LARGE, NO_ROOM_LEFT, seconds))
            return
        self._kept += len(frame.body)
        self.replies.append(_Reply(frame.kind, frame.body, seconds))

    def _next(self) -> Frame | None:
        """Return the next message that is not a report of the process about itself."""
        while (frame := self.session.next()) is not None and frame.kind == frames.SUSPECT:
            pass
        return frame


def _why_not_loaded(frame: Frame) -> str:
    try:
        return str(read_raised(frame.body))
    except (wire.Malformed, wire.TooLarge) as error:
        return f"unreadable: {error}"


def _killed(execution: Execution) -> CallEnd:
    """Return how the call ended during which a process ended that way."""
    if execution.killed_by in (KilledBy.TIME, KilledBy.WALL):
        return CallEnd.TIMED_OUT
    return CallEnd.OUT_OF_MEMORY if execution.killed_by is KilledBy.MEMORY else CallEnd.CRASHED


def _ending(session: Session, execution: Execution) -> str:
    return f"wrote {legible(session.garbage[:MAX_GARBAGE])}" if session.garbage else ending_of(execution)


def _read(reply: _Reply) -> CallResult:
    """Return what a reply means; raises `wire.Malformed` where it means nothing."""
    if reply.kind == frames.RAISED:
        raised = read_raised(reply.body)
        end = CallEnd.OUT_OF_MEMORY if raised.status is CaseStatus.OUT_OF_MEMORY else CallEnd.RAISED
        return CallResult(end, error=str(raised), exception=raised.name, seconds=reply.seconds)
    try:
        if reply.kind == frames.TOO_LARGE:
            raise wire.TooLarge(legible(messages.read_text(reply.body, 100)))
        value = wire.decode(reply.body)
    except wire.TooLarge as error:
        why = f"the value is too large to be compared: {error}"
        return CallResult(CallEnd.TOO_LARGE, error=why, seconds=reply.seconds)
    opaque = contains_opaque(value)
    end = CallEnd.RETURNED if opaque is None else CallEnd.NOT_DATA
    why = "" if opaque is None else f"it returns {opaque!r}, which is no data"
    return CallResult(end, value, why, seconds=reply.seconds, encoded_bytes=len(reply.body))


def contains_opaque(value: object) -> wire.Opaque | None:
    """Return the first object of the candidate's own in a plain structure."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, wire.Opaque):
            return item
        if isinstance(item, dict):
            stack.extend([*item.keys(), *item.values()])
        elif isinstance(item, (list, tuple, set, frozenset)):
            stack.extend(item)
    return None
