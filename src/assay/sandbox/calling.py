"""Calls of a function that nobody trusts: many in one process, each with plain data or with why there is none."""

from __future__ import annotations

import builtins
import marshal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import repeat
from time import monotonic

from assay.errors import Fault, InvalidValue
from assay.records import CaseStatus, KilledBy, Limits
from assay.sandbox.base import CallsJob, Frame, Sandbox, Session
from assay.sandbox.endings import Raised, ending_of, read_raised
from assay.sandbox.guest import frames, messages, wire
from assay.sandbox.guest.parent import UNREADABLE
from assay.text import legible

Arguments = tuple[Sequence[object], Mapping[str, object]]
"""What one call is made with: by position, and by name."""
MAX_KEPT_BYTES = 8 * wire.MAX_BYTES
"""Of all values that one process returns; a value that comes after as many is too large."""
NO_ROOM_LEFT = Frame(frames.TOO_LARGE, wire.encode(f"more than {MAX_KEPT_BYTES} bytes in all values"))
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
    """The name of the type that it raised, led by `candidate.` where only the name is that of one of Python's own."""
    seconds: float = 0.0
    """Effective time; 0 where it took less than `SHORT_SECONDS`."""
    derived: tuple[str, ...] = ()
    """The classes in the value of which only the data was sent, such as subclasses of `list`."""
    encoded_bytes: int = 0
    """The size of the value on the channel."""
    after: Arguments | None = None
    """The arguments when the call had returned, where they were asked for."""


def call(
    sandbox: Sandbox,
    source: str,
    name: str,
    calls: Sequence[Arguments],
    *,
    limits: Limits | None = None,
    arguments_back: bool = False,
) -> list[CallResult]:
    """Call the function `name` of a source with each of these arguments, and return what each call came to.

    All calls are made one after the other in one process of the sandbox, under `limits` in all (and `case_seconds` for
    each). When a call ends that process, the calls after it are not run. With `arguments_back`, each result says what
    its arguments are after the call. Raises `InvalidValue` for arguments that are
    not data, and `Fault` for what is not the source's doing.

    >>> from assay.sandbox.warm import WarmPython
    >>> with WarmPython() as sandbox:
    ...     answers = call(sandbox, "def half(x): return 1 / x", "half", [((2,), {}), ((), {"x": 0})])
    >>> [(one.end.value, one.value, one.exception) for one in answers]
    [('returned', 0.5, ''), ('raised', None, 'ZeroDivisionError')]
    """
    return list(CallsRun(sandbox, source, name, calls, limits=limits, arguments_back=arguments_back))


class CallsRun:
    """The calls that `call` makes, with the facts about their process.

    To iterate over it gives one `CallResult` for each call; a value is decoded when its turn comes.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        source: str,
        name: str,
        calls: Sequence[Arguments],
        *,
        limits: Limits | None = None,
        arguments_back: bool = False,
    ) -> None:
        limits = limits or Limits()
        arguments, tagged = encode_calls(calls)
        packed = pack_calls(arguments, tagged=tagged)
        job = CallsJob(source.encode("utf-8", "surrogatepass"), name, packed, arguments_back)
        self._arguments_back = arguments_back
        self.count = len(calls)
        self.not_loaded = ""
        """Why the function was never there; empty when it was."""
        self._replies: list[tuple[Frame, float]] = []
        """What the process wrote about each call, which may be anything, and how long that took."""
        self._kept_bytes = 0
        self._session = sandbox.session(job, limits)
        try:
            loaded = self._load()
            done = loaded and self._receive(limits.case_seconds)
        finally:
            self.execution = self._session.end()
        if self.execution.exit_code == UNREADABLE:
            check_arguments(sandbox, job, limits)
        if not loaded:
            self.not_loaded = self.not_loaded or f"while it was loaded it {self._ending()}"
        self._last = self._end_of_process(done=done)

    def __iter__(self) -> Iterator[CallResult]:
        if self.not_loaded:
            yield from repeat(CallResult(CallEnd.NOT_LOADED, error=self.not_loaded), self.count)
            return
        left, last = self.count, self._last
        for frame, seconds in self._replies:
            left -= 1
            try:
                result = _read(frame, seconds)
                yield _with_arguments(result) if self._arguments_back else result
            except wire.Malformed as error:  # what it wrote after that means nothing
                yield CallResult(CallEnd.CRASHED, error=f"unreadable: {legible(str(error))}")
                last = None
                break
        if last is not None:
            left -= 1
            yield last
        yield from repeat(CallResult(CallEnd.NOT_RUN, error="its process was over before"), left)

    def _load(self) -> bool:
        """Read until the function is there; return false when it never will be."""
        frame = self._next()
        if frame is None or frame.kind == frames.LOADED:
            return frame is not None
        if frame.kind == frames.UNLOADED:
            try:
                self.not_loaded = str(read_raised(frame.body))
            except wire.Malformed as error:
                self.not_loaded = f"unreadable: {error}"
        else:
            self._session.garbage = f"a message of kind {frame.kind} before the candidate was loaded"
        return False

    def _receive(self, call_seconds: float | None) -> bool:
        """Read replies until the process says that it is done or is over; return whether it replied to all calls."""
        timer = AnswerTimer()
        while True:
            if call_seconds is not None:
                self._session.begin_case(call_seconds)
            frame = self._next()
            if frame is None:
                return False
            if frame.kind == frames.DONE:
                return len(self._replies) == self.count
            if frame.kind not in ANSWERS or len(self._replies) == self.count:
                self._session.garbage = f"a message of kind {frame.kind} where an answer belongs"
                return False
            if self._kept_bytes + len(frame.body) > MAX_KEPT_BYTES:
                frame = NO_ROOM_LEFT
            self._kept_bytes += len(frame.body)
            self._replies.append((frame, timer.seconds(self._session)))

    def _next(self) -> Frame | None:
        """Return the next message that is not a report of the process about itself."""
        while (frame := self._session.next()) is not None and frame.kind == frames.SUSPECT:
            pass
        return frame

    def _end_of_process(self, *, done: bool) -> CallResult | None:
        """Return what became of the call at which the process ended otherwise than it should; `None` for no such call.

        Where all have replied it is the last one, if that returned a value, which is taken back.
        """
        killed_by = self.execution.killed_by
        end = CallEnd.OUT_OF_MEMORY if killed_by is KilledBy.MEMORY else CallEnd.CRASHED
        end = CallEnd.TIMED_OUT if killed_by in (KilledBy.TIME, KilledBy.WALL) else end
        if done and end is CallEnd.CRASHED:
            return None
        if len(self._replies) == self.count:
            if not self._replies or self._replies[-1][0].kind != frames.VALUE:
                return None
            self._replies.pop()
        return CallResult(end, error=self._ending())

    def _ending(self) -> str:
        garbage = self._session.garbage
        return f"wrote {legible(garbage[:MAX_GARBAGE])}" if garbage else ending_of(self.execution)


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


def _read(reply: Frame, seconds: float) -> CallResult:
    """Return what a reply means; raise `wire.Malformed` where it means nothing."""
    if reply.kind == frames.RAISED:
        raised = read_raised(reply.body)
        end = CallEnd.OUT_OF_MEMORY if raised.status is CaseStatus.OUT_OF_MEMORY else CallEnd.RAISED
        return CallResult(end, error=str(raised), exception=_type_name(raised), seconds=seconds)
    try:
        if reply.kind == frames.TOO_LARGE:
            raise wire.TooLarge(legible(messages.read_text(reply.body, 100)))
        derived: list[str] = []
        value = wire.decode(reply.body, derived=derived)
    except wire.TooLarge as error:
        why = f"the value is too large to be compared: {error}"
        return CallResult(CallEnd.TOO_LARGE, error=why, seconds=seconds)
    opaque = contains_opaque(value)
    end = CallEnd.RETURNED if opaque is None else CallEnd.NOT_DATA
    why = "" if opaque is None else f"it returns {opaque!r}, which is no data"
    return CallResult(end, value, why, seconds=seconds, derived=tuple(derived), encoded_bytes=len(reply.body))


def _type_name(raised: Raised) -> str:
    """Return the name of an exception's type; a class of its own that has the name of one of Python's is told apart."""
    named_alike = isinstance(getattr(builtins, raised.name, None), type) and raised.name not in raised.bases[:1]
    return f"candidate.{raised.name}" if named_alike else raised.name


def _with_arguments(result: CallResult) -> CallResult:
    """Return a result whose value is what the function returned, with the arguments that came beside it."""
    if result.end not in (CallEnd.RETURNED, CallEnd.NOT_DATA):
        return result
    match result.value:
        case (value, tuple(arguments), dict(keywords)):
            opaque = contains_opaque(value)
            end = CallEnd.RETURNED if opaque is None else CallEnd.NOT_DATA
            error = "" if opaque is None else result.error
            return replace(result, end=end, value=value, error=error, after=(arguments, keywords))
    raise wire.Malformed("a value without the arguments that belong to it")


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
