"""What every sandbox can do: run a program, and hold a session with a candidate that answers calls."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from typing import Literal, Protocol, Self

from assay.records import Execution, Limits, Program


@dataclass(frozen=True, slots=True)
class Job:
    """What a session begins with: the candidate's source and the names that must be in it."""

    source: bytes
    names: tuple[str, ...]
    """The entry point first."""
    mode: Literal["cases", "serve", "script", "exec", "python"] = "cases"
    """`cases`: the arguments come in bulk; `serve`: calls come one by one; `script`: modules of ours run instead;
    `exec`: a program, its input is the source and its files the script; `python`: the same in a warm interpreter."""
    script: tuple[tuple[str, str | bytes], ...] = ()
    """For `script`: names and sources of the modules, the last with a function `main(channel, source, names)`."""
    cases: bytes = b""
    """For `cases`: the message with all arguments; it travels with the source."""


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
        """Of the candidate's process, as this process sees it; 0 before every layer is in force."""

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""

    @property
    def leftover(self) -> int:
        """Bytes that came after the last message read."""

    def next(self, within: float | None = None) -> Frame | None:
        """The next message, or `None` when the process is over (see `end`) or nothing came within that time."""

    def send(self, kind: int, body: bytes) -> None:
        """Writes one message to the candidate's process."""

    def send_descriptor(self, kind: int, body: bytes, channel: socket.socket) -> None:
        """Writes one message together with a channel, which this side gives up."""

    def begin_case(self, seconds: float | None = None) -> None:
        """Starts the clock of one case, which may take that long; `None`: as long as the rest of the time."""

    def seconds_in_all(self, seconds: float) -> None:
        """Changes the effective time that the process may use from its start to its end."""

    def effective_seconds(self) -> float:
        """What the process has used so far."""

    def detach(self) -> socket.socket:
        """Hands the channel to somebody else; the limits stay with the session."""

    def help_with(self, pid: int) -> None:
        """Says that a process of ours works in turn with the candidate, so that its time is not the candidate's."""

    def seconds_left(self) -> float:
        """For whoever waits on a detached channel: when to look again; 0 when the candidate was stopped."""

    def end(self) -> Execution:
        """Ends the process if it still lives, cleans up after it, and says what happened."""


class Sandbox(Protocol):
    """Runs programs we do not trust."""

    @property
    def isolation(self) -> str:
        """The layers in force, for records and signatures."""

    @property
    def python(self) -> str:
        """The version of the interpreter that runs candidates."""

    def run(self, program: Program, limits: Limits) -> Execution:
        """Runs a program to its end; whatever it does is in the facts, only our own failure raises `Fault`."""

    def session(self, job: Job, limits: Limits) -> Session:
        """Starts a candidate; raises `SandboxUnavailable` when it fails before the candidate's first line."""

    def restart(self) -> None:
        """Throws away whatever earlier candidates could have touched."""

    def close(self) -> None:
        """Ends every process and removes every file of this sandbox."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *exception: object) -> None: ...
