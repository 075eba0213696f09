"""The one way from tasks to kept trials: pulled lazily, judged side by side, recorded in batches; memory stays flat.

Whatever ends the process, what was recorded stays. A trial whose judging failed on our side is tried once more, alone,
before it is left unjudged.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from assay.engines.base import Engine, ShowsWork, Task
from assay.errors import AssayError, Fault
from assay.records import Trial

if TYPE_CHECKING:
    from assay.store.base import Verdicts

BATCH = 256
BATCH_SECONDS = 1.0
LOOK_UPS = 64
"""Tasks that are looked up in the cache at once."""
LOOK_UP_SECONDS = 0.05
"""What comes later than this is not waited for, so that a slow source keeps no task from being judged."""
ONLY_FAULTS = 32
"""After so many faults and no verdict the run ends: something is wrong with this machine, not with the candidates."""

Keep = Callable[[Sequence[tuple[int, Trial]]], None]
"""Keeps trials with their places in the run."""


class Stopped(AssayError):
    """Somebody stopped the judging; what was judged is kept."""


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
    longest: tuple[str, float] | None = None
    """The problem whose candidate has been in work for longest, and the seconds; `None`: nobody knows."""


class Watcher(Protocol):
    """Is told how far the run is, often."""

    def __call__(self, progress: Progress) -> None: ...


def ignore(progress: Progress) -> None:
    """Watches nothing."""


class Gate(Protocol):
    """Says which trials are kept, and when there are enough of them."""

    @property
    def decided(self) -> bool:
        """Whether no further trial is wanted."""

    def admit(self, sequence: int, trial: Trial) -> Sequence[tuple[int, Trial]]:
        """Take a trial; returns those that are to be kept now."""

    def miss(self, problem_id: str, attempt: int) -> Sequence[tuple[int, Trial]]:
        """Be told that an attempt could not be judged and is tried again at the end; returns as `admit` does."""


class OpenGate:
    """Lets every trial in."""

    decided = False

    def admit(self, sequence: int, trial: Trial) -> Sequence[tuple[int, Trial]]:
        return ((sequence, trial),)

    def miss(self, problem_id: str, attempt: int) -> Sequence[tuple[int, Trial]]:
        return ()


class Pump:
    """Judges tasks with an engine and keeps their trials; serves a run and a retry alike."""

    def __init__(
        self,
        engine: Engine,
        keep: Keep,
        *,
        verdicts: Verdicts | None = None,
        progress: Progress | None = None,
        watch: Watcher = ignore,
    ) -> None:
        self.progress = progress or Progress()
        self.gate: Gate = OpenGate()
        self._engine = engine
        self._keep = keep
        self._verdicts = verdicts
        """Where verdicts on tasks with a key are looked up and kept; `None`: neither is done."""
        self._watch = watch
        self._stop = False
        self._batch: list[tuple[int, Trial]] = []
        self._new: list[tuple[str, Trial]] = []
        """Verdicts for the cache that are not written yet."""
        self._written = time.monotonic()
        self._same: dict[str, list[Task]] = defaultdict(list)
        """Tasks that wait for the verdict on the very same code."""
        self._judged = 0
        self._faulty: list[Task] = []

    def judge(self, tasks: Iterable[Task | None]) -> None:
        """Judge all tasks; on any exception, `KeyboardInterrupt` too, what is done has been kept.

        `None` among the tasks says that there is none yet: it is asked again soon, and what is judged goes on.
        """
        try:
            self._judge(self._unknown(iter(tasks)), self._take, lambda: self.gate.decided)
            faulty, self._faulty = self._faulty, []
            for task in faulty:
                self._judge([task], self._take_last, lambda: False)
        finally:
            self._write()

    def stop(self) -> None:
        """End the judging soon, from any thread: `judge` raises `Stopped` after it kept what is done."""
        self._stop = True

    def _judge(
        self, tasks: Iterable[Task | None], take: Callable[[Task, Trial], None], is_enough: Callable[[], bool]
    ) -> None:
        with closing(self._engine.trials(tasks)) as answers:
            for answer in answers:
                if answer is not None:
                    take(*answer)
                self._look_around()
                if is_enough():  # what is in work is given up
                    return

    def _look_around(self) -> None:
        if len(self._batch) >= BATCH or (self._batch and time.monotonic() - self._written > BATCH_SECONDS):
            self._write()
        if isinstance(self._engine, ShowsWork):
            self.progress.longest = self._engine.longest_in_work()
        self._watch(self.progress)
        if self._stop:
            raise Stopped("the run was stopped; what was judged is kept")

    def _unknown(self, tasks: Iterator[Task | None]) -> Iterator[Task | None]:
        """The tasks whose verdict is not known from before; the others are recorded on the way."""
        if self._verdicts is None:
            yield from tasks
            return
        while chunk := _next_few(tasks):
            known = self._verdicts.cached([task.key for task in chunk if task is not None])
            for task in chunk:
                trial = None if task is None else known.get(task.key)
                if task is None:
                    yield None
                elif trial is not None:
                    self.progress.cached += 1
                    self._record(task, trial)
                elif task.key in self._same:
                    self._same[task.key].append(task)
                else:
                    self._same[task.key] = []
                    yield task
            if known:
                self._look_around()

    def _take(self, task: Task, trial: Trial) -> None:
        twins = self._same.pop(task.key, []) if self._verdicts is not None else []
        if not trial.settled:
            self._faulty += [task, *twins]
            for one in (task, *twins):
                self._batch += self.gate.miss(one.problem.id, one.candidate.attempt)
            if len(self._faulty) >= ONLY_FAULTS and not self._judged:
                raise Fault(f"no candidate could be judged: {trial.fault}")
            return
        self._judged += 1
        self._take_last(task, trial)
        for twin in twins:
            self._record(twin, trial)

    def _take_last(self, task: Task, trial: Trial) -> None:
        """The trial as it is, for there is no further try."""
        if trial.verdict is not None and self._verdicts is not None and not any(one.fault for one in trial.probes):
            self._new.append((task.key, trial))  # what a probe could not answer is asked again the next time
        self._record(task, trial)

    def _record(self, task: Task, trial: Trial) -> None:
        own = replace(trial, problem_id=task.problem.id, candidate=task.candidate)
        self._batch += self.gate.admit(task.sequence, own)
        self.progress.done += 1
        self.progress.passed += trial.verdict is not None and trial.verdict.passed
        self.progress.faults += trial.verdict is None

    def _write(self) -> None:
        if self._batch:
            self._keep(self._batch)
            self._batch = []
        if self._new and self._verdicts is not None:
            self._verdicts.cache(self._new)
            self._new = []
        self._written = time.monotonic()


def _next_few(tasks: Iterator[Task | None]) -> list[Task | None]:
    """As many tasks as come at once, with `None` behind them where there are no more yet; an empty list at the end."""
    chunk: list[Task | None] = []
    began = time.monotonic()
    for task in tasks:
        chunk.append(task)
        if task is None or len(chunk) >= LOOK_UPS or time.monotonic() - began > LOOK_UP_SECONDS:
            break
    return chunk
