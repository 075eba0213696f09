"""One run: candidates are read lazily, judged side by side, recorded in batches; memory stays flat.

Whatever ends the process, what was recorded stays, and the same plan again goes on where it was. A trial whose
judging failed on our side is tried once more, alone, before it is left unjudged.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Protocol

from assay.errors import Fault
from assay.evaluation.crew import Crew
from assay.evaluation.digests import Keys
from assay.evaluation.worker import Task
from assay.records import Candidate, Problem, Run, Trial, Verdict

if TYPE_CHECKING:
    from assay.store.base import Store, TrialKey

BATCH = 256
BATCH_SECONDS = 1.0
LOOK_UPS = 64
"""Candidates that are looked up in the cache at once."""
ONLY_FAULTS = 32
"""After so many faults and no verdict the run ends: something is wrong with this machine, not with the candidates."""


class Attempt(Protocol):
    """A candidate with its problem, as a reader gives it."""

    @property
    def problem(self) -> Problem: ...

    @property
    def candidate(self) -> Candidate: ...


@dataclass(slots=True)
class Progress:
    """How far a run is."""

    total: int | None = None
    """`None`: nobody knows yet."""
    done: int = 0
    passed: int = 0
    faults: int = 0
    cached: int = 0
    before: int = 0
    """Of `done`: recorded in an earlier sitting."""


class Watcher(Protocol):
    """Is told how far the run is, often."""

    def __call__(self, progress: Progress) -> None: ...


def ignore(progress: Progress) -> None:
    """Watches nothing."""


class Evaluation:
    """Judges what is not judged yet, and keeps the run's record true at every moment."""

    def __init__(
        self,
        run: Run,
        crew: Crew,
        store: Store,
        keys: Keys | None,
        *,
        watch: Watcher = ignore,
    ) -> None:
        self.run = run
        self.crew = crew
        self.store = store
        self.keys = keys
        """`None`: verdicts are neither looked up nor kept for the next time."""
        self.watch = watch
        self.progress = Progress()
        self._batch: list[tuple[int, Trial]] = []
        self._verdicts: list[tuple[str, Trial]] = []
        self._written = time.monotonic()
        self._started = time.monotonic()
        self._same: dict[str, list[Task]] = defaultdict(list)
        """Tasks that wait for the verdict on the very same code."""
        self._judged = 0
        self._faulty: list[Task] = []

    def judge(self, attempts: Iterable[Attempt]) -> None:
        """Judges all attempts; on any exception, `KeyboardInterrupt` too, what is done has been recorded."""
        try:
            self._judge(self._open(attempts))
            self._once_more()
        finally:
            self._write()

    @property
    def seconds(self) -> float:
        """Of this sitting and those before."""
        return self.run.seconds + time.monotonic() - self._started

    def _open(self, attempts: Iterable[Attempt]) -> Iterator[Task]:
        """The tasks that have no trial in the store yet."""
        done = self._done_before()
        for sequence, attempt in enumerate(attempts):
            if (attempt.problem.id, attempt.candidate.attempt) in done:
                continue
            key = self.keys.key(attempt.problem, attempt.candidate) if self.keys else ""
            yield Task(sequence, attempt.problem, attempt.candidate, key)

    def _done_before(self) -> set[TrialKey]:
        """What earlier sittings judged, which the progress counts from the beginning."""
        done = self.store.judged(self.run.id)
        self.progress.done = self.progress.before = len(done)
        self.progress.passed = self.store.counts(self.run.id).get(Verdict.PASSED, 0)
        return done

    def _judge(self, tasks: Iterator[Task]) -> None:
        source = self._unknown(tasks)
        more = True
        while more or self.crew.waiting:
            while more and self.crew.waiting < self.crew.room:
                task = next(source, None)
                if task is None:
                    more = False
                else:
                    self.crew.put(task)
            answer = self.crew.get(timeout=0.2) if self.crew.waiting else None
            if answer is not None:
                self._take(*answer)
            self._write_in_time()
            self.watch(self.progress)

    def _unknown(self, tasks: Iterator[Task]) -> Iterator[Task]:
        """The tasks whose verdict is not known from before; the others are recorded on the way."""
        if self.keys is None:
            yield from tasks
            return
        while chunk := list(islice(tasks, LOOK_UPS)):
            known = self.store.cached([task.key for task in chunk])
            for task in chunk:
                trial = known.get(task.key)
                if trial is not None:
                    self.progress.cached += 1
                    self._record(task, trial)
                elif task.key in self._same:
                    self._same[task.key].append(task)
                else:
                    self._same[task.key] = []
                    yield task

    def _take(self, task: Task, trial: Trial) -> None:
        twins = self._same.pop(task.key, []) if self.keys else []
        if trial.verdict is None:
            self._faulty += [task, *twins]
            if len(self._faulty) >= ONLY_FAULTS and not self._judged:
                raise Fault(f"no candidate could be judged: {trial.fault}")
            return
        self._judged += 1
        if self.keys:
            self._verdicts.append((task.key, trial))
        for one in (task, *twins):
            self._record(one, trial)

    def _record(self, task: Task, trial: Trial) -> None:
        self._batch.append((task.sequence, replace(trial, problem_id=task.problem.id, candidate=task.candidate)))
        self.progress.done += 1
        self.progress.passed += trial.verdict is not None and trial.verdict.passed
        self.progress.faults += trial.verdict is None

    def _once_more(self) -> None:
        """Judges again what could not be judged, one at a time."""
        faulty, self._faulty = self._faulty, []
        for task in faulty:
            self.crew.put(task)
            while (answer := self.crew.get(timeout=0.2)) is None:
                self.watch(self.progress)
            if answer[1].verdict is not None and self.keys:
                self._verdicts.append((task.key, answer[1]))
            self._record(task, answer[1])
            self._write_in_time()
            self.watch(self.progress)

    def _write_in_time(self) -> None:
        if len(self._batch) >= BATCH or (self._batch and time.monotonic() - self._written > BATCH_SECONDS):
            self._write()

    def _write(self) -> None:
        if self._batch:
            self.store.add_trials(self.run.id, self._batch)
            self._batch = []
        if self._verdicts:
            self.store.cache(self._verdicts)
            self._verdicts = []
        self._written = time.monotonic()
