"""A worker process: it answers tasks with trials until its channel closes."""

from __future__ import annotations

import os
import signal
import socket
import sys
from dataclasses import dataclass

from assay.engines.channel import Closed, WorkerChannel
from assay.errors import AssayError, Fault, UsageError
from assay.records import Problem
from assay.spec import Judging


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a worker cannot go on: the caller's mistake, or a failure of ours."""

    message: str
    usage: bool

    @classmethod
    def of(cls, error: AssayError, where: str = "") -> Refusal:
        """The refusal that becomes the same kind of error on the other side."""
        return cls(f"{where}{error}", isinstance(error, UsageError))

    def error(self) -> AssayError:
        return UsageError(self.message) if self.usage else Fault(self.message)


def main(descriptor: int) -> None:
    """The whole life of a worker, which talks over the socket of that number."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    _end_with_parent()
    channel = WorkerChannel(socket.socket(fileno=descriptor))
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


def _serve(channel: WorkerChannel) -> None:
    from assay.engines.workplace import Workplace
    from assay.judges import separate  # noqa: F401  # while nobody is waiting
    from assay.sandbox import warm  # noqa: F401  # likewise

    judging: Judging = channel.receive()
    problems: dict[str, Problem] = {}
    try:
        with Workplace(judging) as workplace:
            channel.send(workplace.machine)
            while True:
                problem, problem_id, candidate, probed = channel.receive()
                if problem is not None:
                    problems[problem_id] = problem
                channel.send(workplace.trial(problems[problem_id], candidate, probed=probed))
    except AssayError as error:
        channel.send(Refusal.of(error))
