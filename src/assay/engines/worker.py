"""A worker process: it answers tasks with trials until its channel closes."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.engines.channel import Closed, WorkerChannel
from assay.errors import AssayError, Fault, UsageError
from assay.records import Candidate, Problem, Trial
from assay.spec import Judging

if TYPE_CHECKING:
    from assay.engines.workplace import Workplace

MOST_KNOWN = 2048
"""Problems that a worker keeps: more than most benchmarks have, and a bound for one that serves for months."""


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


class Known:
    """The problems that a worker has, by id; both sides keep the same account of which were forgotten.

    >>> from assay.records import Untested
    >>> known = Known(most=1)
    >>> known.add(Problem("a", Untested("f")))
    >>> known.add(Problem("b", Untested("f")))
    >>> list(known)
    ['b']
    """

    def __init__(self, most: int = MOST_KNOWN) -> None:
        self._most = most
        self._problems: dict[str, Problem] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._problems)

    def __getitem__(self, problem_id: str) -> Problem:
        return self._problems[problem_id]

    def has(self, problem: Problem) -> bool:
        """Whether it is this very problem that is known by its id."""
        return self._problems.get(problem.id) is problem

    def add(self, problem: Problem) -> None:
        """Keep a problem, in the place of another one of its id; the oldest is forgotten where there are too many."""
        self._problems.pop(problem.id, None)
        if len(self._problems) >= self._most:
            del self._problems[next(iter(self._problems))]
        self._problems[problem.id] = problem

    def clear(self) -> None:
        self._problems.clear()


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
    problems = Known()
    try:
        with Workplace(judging) as workplace:
            channel.send(workplace.machine)
            while True:
                problem, problem_id, candidate, probed = channel.receive()
                if problem is not None:
                    problems.add(problem)
                channel.send(_answer(workplace, problems[problem_id], candidate, probed))
    except AssayError as error:
        channel.send(Refusal.of(error))


def _answer(workplace: Workplace, problem: Problem, candidate: Candidate, probed: bool) -> Trial | Refusal:
    """Return the trial, or why the problem cannot be judged, which does not keep the next one from it."""
    try:
        return workplace.trial(problem, candidate, probed=probed)
    except UsageError as error:
        return Refusal.of(error)
