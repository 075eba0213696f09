"""A sandbox whose answers are given beforehand, for tests and examples of everything that uses a sandbox."""

from __future__ import annotations

import marshal
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from assay.errors import InvalidValue, SandboxUnavailable, UsageError
from assay.records import Execution, Limits, Program
from assay.sandbox.base import CallsJob, Frame, SessionJob
from assay.sandbox.guest import frames, runtime, wire

Functions = Mapping[str, Callable[..., object]]
LEFT = Execution(0, isolation="scripted")


@dataclass(frozen=True, slots=True)
class ScriptedMessages:
    """A process that writes exactly these messages and then ends, as only a hostile candidate does."""

    messages: tuple[Frame, ...]
    ending: Execution = LEFT


OneProcess = Functions | ScriptedMessages | Execution | SandboxUnavailable
"""Functions that answer, messages as they are, an end before the first answer, or a fault before the first line."""
Behaviour = OneProcess | Sequence[OneProcess]
"""What every process of a candidate does, or what each of them does in turn; the last one stays."""


class ScriptedSandbox:
    """A sandbox that answers for each source with the functions given for it; nothing untrusted runs.

    >>> from assay.records import Limits
    >>> sandbox = ScriptedSandbox({"def double(x): ...": {"double": lambda x: 2 * x}})
    >>> session = sandbox.session(CallsJob(b"def double(x): ...", "double"), Limits())
    >>> session.next().kind == frames.LOADED
    True
    """

    isolation = "scripted"
    python = "scripted"

    def __init__(
        self,
        candidates: Mapping[str, Behaviour] | None = None,
        programs: Mapping[tuple[str, ...], Execution] | None = None,
    ) -> None:
        self.candidates = dict(candidates or {})
        self.programs = dict(programs or {})

    def run(self, program: Program, limits: Limits) -> Execution:
        if program.argv not in self.programs:
            raise InvalidValue(f"program {program.argv!r} has no script")
        return self.programs[program.argv]

    def session(self, job: SessionJob, limits: Limits) -> ScriptedSession:
        if not isinstance(job, CallsJob):
            raise UsageError(f"a scripted sandbox answers calls, got {type(job).__name__}")
        source = job.source.decode()
        if source not in self.candidates:
            raise UsageError(f"candidate {source!r} has no script")
        behaviour = self._next_behaviour(source)
        if isinstance(behaviour, SandboxUnavailable):
            raise behaviour
        return ScriptedSession(behaviour, job)

    def _next_behaviour(self, source: str) -> OneProcess:
        behaviour = self.candidates[source]
        if not isinstance(behaviour, Sequence):
            return behaviour
        if len(behaviour) > 1:
            self.candidates[source] = behaviour[1:]
        return behaviour[0]

    def restart(self) -> None:
        """Do nothing: nothing is left from one session to the next."""

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class ScriptedSession:
    """A session with the messages that a candidate with these functions would write."""

    leftover = 0

    def __init__(self, behaviour: Functions | ScriptedMessages | Execution, job: CallsJob) -> None:
        self.pid = os.getpid()
        self.garbage = ""
        self._ended = behaviour if isinstance(behaviour, Execution) else LEFT
        self._frames: list[Frame] = []
        if isinstance(behaviour, ScriptedMessages):
            self._ended = behaviour.ending
            self._frames = list(behaviour.messages)
            return
        if isinstance(behaviour, Execution):
            return
        if job.name not in behaviour:
            self._frames.append(Frame(frames.UNLOADED, wire.encode(("missing", job.name, "", [], "", None))))
            return
        self._function = behaviour[job.name]
        self._frames.append(Frame(frames.LOADED, b""))
        if job.calls:
            self._answer(job.calls)

    @property
    def over(self) -> bool:
        return not self._frames

    def next(self, within: float | None = None) -> Frame | None:
        return self._frames.pop(0) if self._frames else None

    def send(self, kind: int, body: bytes) -> None:
        if kind == frames.CASES:
            self._answer(body)

    def _answer(self, body: bytes) -> None:
        channel = frames.Channel(-1)
        for case in marshal.loads(body)[1]:
            arguments, keywords = wire.decode(case)  # a pair by agreement
            runtime.answer(channel, self._function, arguments, keywords)
        for data in channel.pending:
            self._frames.append(Frame(data[frames.HEADER.size - 1], data[frames.HEADER.size :]))
        self._frames.append(Frame(frames.DONE, b""))

    def send_descriptor(self, kind: int, body: bytes, channel: socket.socket) -> None:
        raise UsageError("a scripted session has no use for a channel")

    def begin_case(self, seconds: float | None = None) -> None:
        """Do nothing: scripted answers take no time."""

    def seconds_in_all(self, seconds: float) -> None:
        """Do nothing: scripted answers take no time."""

    def effective_seconds(self) -> float:
        return 0.0

    def detach(self) -> socket.socket:
        raise UsageError("a scripted session has no channel")

    def exclude_time_of(self, pid: int) -> None:
        """Do nothing: scripted answers take no time."""

    def seconds_left(self) -> float:
        return 1.0

    def end(self) -> Execution:
        self._frames.clear()
        return self._ended
