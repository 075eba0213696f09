"""A worker process: it answers tasks with trials until its channel closes."""

from __future__ import annotations

import os
import pickle
import signal
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.engines.channel import Closed, WorkerChannel
from assay.errors import AssayError, Fault, UsageError
from assay.records import Candidate, Limits, Problem, Trial
from assay.spec import Judging

if TYPE_CHECKING:
    from assay.engines.workplace import Workplace

MOST_KNOWN = 2048
"""Problems that a worker keeps: more than most benchmarks have, and a bound for one that serves for months."""
MOST_KNOWN_BYTES = 64 << 20
"""What they take in all, as they are sent; the newest is kept however large it is."""


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
    >>> known.add(Problem("a", Untested("f")), 100)
    >>> known.add(Problem("b", Untested("f")), 100)
    >>> list(known)
    ['b']
    """

    def __init__(self, most: int = MOST_KNOWN, most_bytes: int = MOST_KNOWN_BYTES) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._problems: dict[str, tuple[Problem, int]] = {}
        self._bytes = 0

    def __iter__(self) -> Iterator[str]:
        return iter(self._problems)

    def __getitem__(self, problem_id: str) -> Problem:
        return self._problems[problem_id][0]

    def has(self, problem: Problem) -> bool:
        """Whether it is this very problem that is known by its id."""
        found = self._problems.get(problem.id)
        return found is not None and found[0] is problem

    def add(self, problem: Problem, size: int) -> None:
        """Keep a problem of that many bytes, in the place of another of its id; the oldest make room for it."""
        self._forget(problem.id)
        while self._problems and (len(self._problems) >= self._most or self._bytes + size > self._most_bytes):
            self._forget(next(iter(self._problems)))
        self._problems[problem.id] = problem, size
        self._bytes += size

    def clear(self) -> None:
        self._problems.clear()
        self._bytes = 0

    def _forget(self, problem_id: str) -> None:
        self._bytes -= self._problems.pop(problem_id, (None, 0))[1]


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
                packed, problem_id, candidate, probed, limits = channel.receive()
                if packed is not None:
                    problems.add(pickle.loads(packed), len(packed))
                channel.send(_answer(workplace, problems[problem_id], candidate, probed, limits))
    except AssayError as error:
        channel.send(Refusal.of(error))


def _answer(
    workplace: Workplace, problem: Problem, candidate: Candidate, probed: bool, limits: Limits | None
) -> Trial | Refusal:
    """Return the trial, or why the problem cannot be judged, which does not keep the next one from it."""
    try:
        return workplace.trial(problem, candidate, probed=probed, limits=limits)
    except UsageError as error:
        return Refusal.of(error)
