"""A worker process: a warm sandbox and a judge, which answers tasks with trials until its channel closes."""

from __future__ import annotations

import os
import signal
import socket
import sys
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from assay.bounding import bounded
from assay.errors import AssayError, Fault, UsageError
from assay.evaluation.channel import Channel, Closed
from assay.records import Candidate, Limits, Problem, Trial

if TYPE_CHECKING:
    from assay.judges.base import Judge
    from assay.sandbox.warm import WarmPython

KEPT_OUTPUT = 2000
"""Bytes of each stream of a process that a trial keeps, and of sixteen such streams in all."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a worker is: the same for all of one run."""

    judge: str = "separate"
    limits: Limits = field(default_factory=Limits)
    isolation: str = "full"
    python: str | None = None
    first_failure: bool = False
    """Stop a candidate at its first case that does not pass."""


@dataclass(frozen=True, slots=True)
class Hello:
    """What a worker found when it started."""

    isolation: str
    python: str


@dataclass(frozen=True, slots=True)
class Task:
    """One trial to be made."""

    sequence: int
    problem: Problem
    candidate: Candidate
    key: str = ""
    """Under which its verdict is kept for the next time."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a worker cannot go on: the caller's mistake, or a failure of ours."""

    message: str
    usage: bool

    def error(self) -> AssayError:
        return UsageError(self.message) if self.usage else Fault(self.message)


def main(descriptor: int) -> None:
    """The whole life of a worker, which talks over the socket of that number."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    _end_with_parent()
    channel = Channel(socket.socket(fileno=descriptor))
    os.set_inheritable(descriptor, False)
    try:
        _serve(channel)
    except Closed:
        pass


def _leave(number: int, frame: object) -> None:
    """Ends this process in the usual way, so that the sandbox removes what it has made; once is enough."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(0)


def _end_with_parent() -> None:
    from assay.sandbox.guest import kernel

    try:
        kernel.set_pdeathsig(signal.SIGKILL)
    except (OSError, AttributeError):  # the end of the channel ends this process too, after the trial in work
        pass


def _serve(channel: Channel) -> None:
    from assay.judges import separate  # noqa: F401  # while nobody is waiting
    from assay.sandbox.warm import WarmPython

    setup: Setup = channel.receive()
    try:
        with WarmPython(python=setup.python, isolation_level=setup.isolation) as sandbox:
            channel.send(Hello(sandbox.isolation, sandbox.python))
            _answer(channel, sandbox, setup)
    except AssayError as error:
        channel.send(Refusal(str(error), isinstance(error, UsageError)))


def _answer(channel: Channel, sandbox: WarmPython, setup: Setup) -> None:
    from assay.judges.base import JUDGES

    problems: dict[str, Problem] = {}
    judge = JUDGES.get(setup.judge)(sandbox, setup.limits, first_failure=setup.first_failure)
    while True:
        problem, problem_id, candidate = channel.receive()
        if problem is not None:
            problems[problem_id] = problem
        channel.send(trimmed(_trial(judge, problems[problem_id], candidate)))


def _trial(judge: Judge, problem: Problem, candidate: Candidate) -> Trial:
    """One trial; a failure of ours at any point of it leaves this one trial without a verdict, and no other."""
    try:
        return judge.judge(problem, candidate)
    except Fault as fault:
        return Trial(problem.id, candidate, None, fault=str(fault))


def trimmed(trial: Trial) -> Trial:
    """The trial without its candidate's source, which the other side has, and with a bounded part of its output."""
    kept = bounded(trial, output_bytes=16 * KEPT_OUTPUT, stream_bytes=KEPT_OUTPUT)
    return replace(kept, candidate=replace(trial.candidate, source=""))
