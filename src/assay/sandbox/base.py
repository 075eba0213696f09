"""What every sandbox can do: run a program, and hold a session with a candidate that answers calls."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from assay.records import MIB, Execution, Limits, Program


@dataclass(frozen=True, slots=True)
class CallsJob:
    """A function of a candidate's source, and all calls of it at once."""

    source: bytes
    name: str
    """The function that is called."""
    calls: bytes = b""
    """The arguments of all calls, made by `assay.sandbox.calling.pack_calls`; empty: they follow as a message."""
    arguments_back: bool = False
    """Whether each value comes with the arguments as they are after the call: `(value, arguments, keywords)`."""

    def fields(self) -> tuple[Any, ...]:  # Any: what `marshal` writes
        return "returning" if self.arguments_back else "calls", self.source, (self.name,)


@dataclass(frozen=True, slots=True)
class ServeJob:
    """A candidate's source whose functions and objects are used one request at a time."""

    source: bytes
    names: tuple[str, ...]
    """What the source must define; the first must be callable."""

    def fields(self) -> tuple[Any, ...]:  # Any: what `marshal` writes
        return "serve", self.source, self.names


@dataclass(frozen=True, slots=True)
class HostJob:
    """Modules of ours that run test code, with or without a candidate in the same process."""

    modules: tuple[tuple[str, str], ...]
    """Name and source of each; the last has a function `main(channel, source, arguments)`."""
    source: bytes = b""
    """The candidate that shares the process; empty: there is none, and nothing that the process does is reported."""
    arguments: tuple[str, ...] = ()

    def fields(self) -> tuple[Any, ...]:  # Any: what `marshal` writes
        return "host", self.source, self.arguments, self.modules


@dataclass(frozen=True, slots=True)
class Keep:
    """Files and folders of a program's scratch folder that are read after its end."""

    paths: tuple[str, ...]
    """Relative; of a folder, all files in it."""
    most_files: int = 1000
    most_bytes: int = 4 * MIB
    """Of all files together."""


@dataclass(frozen=True, slots=True)
class KeptFiles:
    """What was there when a program had ended and all its processes were gone."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    """Regular files by their path."""
    left_out: tuple[str, ...] = ()
    """Some of what is not among them, and why: links, devices, one too many, one too large."""


@dataclass(frozen=True, slots=True)
class ProgramJob:
    """A program that runs to its end, with its files and its standard input."""

    program: Program
    warm: bool = False
    """Whether it is a Python program that starts in the warm interpreter itself."""
    keep: Keep | None = None
    """Which of its files are read after its end; a warm one keeps none."""

    def fields(self) -> tuple[Any, ...]:  # Any: what `marshal` writes
        program = self.program
        return "python" if self.warm else "program", program.argv, tuple(program.files.items()), program.stdin


SessionJob = CallsJob | ServeJob | HostJob
"""What a session begins with."""
Job = SessionJob | ProgramJob
"""What a process begins with; `fields` is what the process is sent of it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message of the candidate's process; its body is hostile until decoded."""

    kind: int
    body: bytes


class Session(Protocol):
    """One candidate process, from its first line to its end, under the limits it was started with."""

    garbage: str
    """What made the channel unreadable; empty when nothing did."""

    @property
    def pid(self) -> int:
        """The candidate's process, as this process sees it; 0 before every layer is in force."""

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""

    @property
    def leftover(self) -> int:
        """Bytes that came after the last message read."""

    def next(self, within: float | None = None) -> Frame | None:
        """Return the next message, or `None` when the process is over (see `end`) or nothing came within that time."""

    def send(self, kind: int, body: bytes) -> None:
        """Write one message to the candidate's process."""

    def send_descriptor(self, kind: int, body: bytes, channel: socket.socket) -> None:
        """Write one message together with a channel, which is closed on this side."""

    def begin_case(self, seconds: float | None = None) -> None:
        """Start the clock of one case, which may take that long; `None`: as long as the rest of the time."""

    def seconds_in_all(self, seconds: float) -> None:
        """Change the effective time that the process may use from its start to its end."""

    def effective_seconds(self) -> float:
        """Return the effective time that the process has used so far."""

    def detach(self) -> socket.socket:
        """Return the channel for somebody else to use; the session still enforces the limits."""

    def exclude_time_of(self, pid: int) -> None:
        """Leave out the time of a process of ours that works in turn with the candidate."""

    def seconds_left(self) -> float:
        """Return how long to wait on a detached channel before asking again; 0 when the candidate was stopped."""

    def end(self) -> Execution:
        """End the process if it still lives, clean up after it, and return what happened."""


class Sandbox(Protocol):
    """A place to run programs that nobody trusts."""

    @property
    def isolation(self) -> str:
        """The layers in force, for records and signatures."""

    @property
    def python(self) -> str:
        """The version of the interpreter that runs candidates."""

    def run(self, program: Program, limits: Limits) -> Execution:
        """Run a program to its end and return the facts; only our own failure raises `Fault`."""

    def session(self, job: SessionJob, limits: Limits) -> Session:
        """Start a candidate; raise `SandboxUnavailable` when that fails before the candidate's first line."""

    def restart(self) -> None:
        """Throw away whatever earlier candidates could have touched."""

    def close(self) -> None:
        """End every process and remove every file of this sandbox."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *exception: object) -> None: ...
