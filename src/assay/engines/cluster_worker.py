"""What a Ray actor is made of: a local engine with one worker, fed in batches, on whatever node the actor lives."""

from __future__ import annotations

import pickle
import platform
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from assay import __version__
from assay.engines.base import Task
from assay.engines.local import LocalEngine
from assay.engines.worker import Refusal
from assay.errors import AssayError
from assay.records import Candidate, Problem, Trial
from assay.spec import Judging, Machine

BATCH_SECONDS = 0.5
"""After that an actor begins with no further task of a batch, so that another one can have it."""


class ClusterWorker:
    """Judges batches on one CPU of a cluster.

    The work is done by a process of its own, as on a single machine: a candidate that ends it does not end the actor.
    That process dies with the thread that started it, which is the actor's main thread and lives as long as the actor.
    """

    def __init__(self, program: str) -> None:
        self._engine = LocalEngine(1, program=program)
        self._engine.room = 2  # one in work and one that waits: what an actor has pulled, no other can judge
        self._problems: dict[str, Problem] = {}

    def begin(self, version: str, judging: Judging) -> Machine | Refusal:
        """Start to judge in that way; says what this node gives, or why it cannot be used."""
        if version != __version__:
            return Refusal(f"node {platform.node()} has assay {__version__}, and the run is of {version}", usage=True)
        try:
            self._engine.start(judging)
            return self._engine.machine()
        except AssayError as error:
            return Refusal.of(error, f"node {platform.node()}: ")

    def judge(self, message: bytes, *problems: Problem) -> bytes | Refusal:
        """Answer a batch that `packed` made, with what `unpacked` reads; `problems` are those that are new here."""
        self._problems.update((problem.id, problem) for problem in problems)
        try:
            answers = [answer for answer in self._engine.trials(self._tasks(message)) if answer is not None]
        except AssayError as error:
            return Refusal.of(error)
        return pickle.dumps(
            [(task.sequence, replace(trial, candidate=_NO_CANDIDATE)) for task, trial in answers],
            protocol=pickle.HIGHEST_PROTOCOL,
        )

    def _tasks(self, message: bytes) -> Iterator[Task]:
        """The tasks of a batch; where they take long, only the first of them."""
        end = time.monotonic() + BATCH_SECONDS
        for place, (problem_id, candidate, limits) in enumerate(pickle.loads(message)):
            if place and time.monotonic() > end:
                return
            yield Task(place, self._problems[problem_id], candidate, limits=limits)

    def stop(self) -> None:
        """End the worker and its sandbox, also while a batch is in work."""
        self._engine.close()


_NO_CANDIDATE = Candidate("")
"""Stands in a trial on its way back, for the other side has the candidate."""


def packed(batch: Sequence[Task]) -> bytes:
    """The tasks as an actor takes them, without their problems."""
    return pickle.dumps(
        [(task.problem.id, task.candidate, task.limits) for task in batch], protocol=pickle.HIGHEST_PROTOCOL
    )


def unpacked(message: bytes) -> list[tuple[int, Trial]]:
    """The trials that an actor made of a batch, each with its place there."""
    trials: list[tuple[int, Trial]] = pickle.loads(message)
    return trials
