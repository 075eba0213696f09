"""Runs that wait for their turn and are made in the background, one after the other.

A run that was accepted is in the store with all its candidates, each as a trial without a verdict. So it can be seen,
and gone on with, whatever becomes of the process that accepted it.
"""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from enum import StrEnum

from assay.benchmarks.base import Benchmark
from assay.choices import Sitting
from assay.engines.base import Engine
from assay.errors import AssayError, Fault, InvalidValue
from assay.evaluation.evaluating import Evaluation, new_run
from assay.evaluation.pump import Progress, Stopped
from assay.front.pooling import LONGEST_WAIT_SECONDS, Full
from assay.records import Attempt, Trial, Verdict
from assay.reports.report import Report
from assay.spec import Run, RunSpec, RunState
from assay.store.base import Store

ROOM = 16
"""Runs that may wait."""
REMEMBERED = 256
"""Runs whose end is remembered, with why it came; the store knows the rest."""
USUAL_SECONDS = 30.0
"""Of a run, until one has been made."""
NOT_YET = "not judged yet"


class Stage(StrEnum):
    """Where a run is."""

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    INTERRUPTED = "interrupted"
    """It was stopped, or the service was: what is judged is kept, and it can be gone on with."""
    FAILED = "failed"
    """It ended with an error, and can be gone on with when that is mended."""

    @property
    def is_over(self) -> bool:
        return self not in (Stage.QUEUED, Stage.RUNNING)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a run stands."""

    run_id: str
    stage: Stage
    total: int = 0
    done: int = 0
    """Candidates with a verdict, or of which it is known that there will be none."""
    passed: int = 0
    faults: int = 0
    cached: int = 0
    error: str = ""


class KeptAttempts:
    """The candidates of a run that the store keeps as its trials, as an evaluation takes them."""

    def __init__(self, store: Store, run: Run, total: int) -> None:
        self._store = store
        self._run = run
        self._total = total

    def __iter__(self) -> Iterator[Attempt]:
        kept = list(self._store.trials(self._run.id))  # they are replaced while the attempts are gone through
        yield from (Attempt(trial.problem_id, trial.candidate) for trial in kept)

    def notes_about(self, judged: Collection[str] | None) -> Sequence[str]:
        """Return what was noted when they were read."""
        return self._run.notes

    def count(self) -> int:
        return self._total


class _Turn:
    """One run that waits or is in work."""

    def __init__(self, run: Run, benchmark: Benchmark, total: int) -> None:
        self.run = run
        self.benchmark = benchmark
        self.evaluation: Evaluation | None = None
        self.is_cancelled = False
        self.standing = Standing(run.id, Stage.QUEUED, total)

    def watch(self, progress: Progress) -> None:
        """Take over how far the run is."""
        self.standing = replace(
            self.standing,
            stage=Stage.RUNNING,
            done=progress.done,
            passed=progress.passed,
            faults=progress.faults,
            cached=progress.cached,
        )


class RunQueue:
    """Makes runs in a thread of its own, each with workers that `open_engine` opens."""

    def __init__(self, store: Store, open_engine: Callable[[], Engine], *, room: int = ROOM) -> None:
        self._store = store
        self._open_engine = open_engine
        self._room = room
        self._changed = threading.Condition()
        self._waiting: deque[_Turn] = deque()
        self._turns: dict[str, _Turn] = {}
        """By run, the oldest first; those that are over are forgotten in time."""
        self._in_work: _Turn | None = None
        self._seconds_each = USUAL_SECONDS
        self._is_closed = False
        self._thread: threading.Thread | None = None
        self.on_finish: Callable[[Report], None] = lambda report: None
        """Is told of every run that is finished."""

    def add(self, spec: RunSpec, benchmark: Benchmark, attempts: Sequence[Attempt], notes: Sequence[str] = ()) -> Run:
        """Keep a new run with its candidates, and let it wait for its turn; raises `Full` where there is no room."""
        if not attempts:
            raise InvalidValue("candidates: there is none")
        self._check_room()
        run = replace(
            new_run(spec, benchmark, facts={}, plan=""),
            state=RunState.INTERRUPTED,
            notes=tuple(notes),
            trials=len(attempts),
        )
        self._store.add_run(run)
        self._store.add_trials(
            run.id,
            [
                (place, Trial(attempt.problem_id, attempt.candidate, None, fault=NOT_YET, judge=spec.judging.judge))
                for place, attempt in enumerate(attempts)
            ],
        )
        self._put(_Turn(run, benchmark, len(attempts)))
        return run

    def resume(self, run: Run, benchmark: Benchmark) -> Standing:
        """Let a run that was interrupted go on; one that waits or is in work does so anyway."""
        standing = self.standing(run)
        if standing.stage is Stage.FINISHED:
            raise InvalidValue(f"run {run.id} is finished, so there is nothing to go on with")
        if standing.stage.is_over:
            self._check_room()
            self._put(_Turn(run, benchmark, standing.total))
        return self.standing(run)

    def cancel(self, run: Run) -> Standing:
        """End a run that waits or is in work, soon; what is judged is kept."""
        with self._changed:
            turn = self._turns.get(run.id)
            if turn is not None and not turn.standing.stage.is_over:
                turn.is_cancelled = True
                if turn in self._waiting:
                    self._waiting.remove(turn)
                    turn.standing = replace(turn.standing, stage=Stage.INTERRUPTED)
                elif turn.evaluation is not None:
                    turn.evaluation.stop()
        return self.standing(run)

    def standing(self, run: Run) -> Standing:
        """Return how a run stands, also one that another process makes or that ended before this one began."""
        turn = self._turns.get(run.id)
        if turn is not None:
            return turn.standing
        counts = self._store.counts(run.id)
        total, unjudged = sum(counts.values()), counts.get(None, 0)
        is_finished = run.state is RunState.FINISHED
        return Standing(
            run.id,
            Stage(run.state.value),
            total,
            total if is_finished else total - unjudged,
            counts.get(Verdict.PASSED, 0),
            unjudged if is_finished else 0,
        )

    def retry_seconds(self) -> int:
        """Return after how long a place may be free."""
        return max(1, min(LONGEST_WAIT_SECONDS, math.ceil(self._seconds_each)))

    def close(self) -> None:
        """Stop the run in work, keep what is judged, and begin with no other."""
        with self._changed:
            self._is_closed = True
            for turn in self._waiting:
                turn.standing = replace(turn.standing, stage=Stage.INTERRUPTED)
            self._waiting.clear()
            if self._in_work is not None:
                self._in_work.is_cancelled = True
                if self._in_work.evaluation is not None:
                    self._in_work.evaluation.stop()
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _check_room(self) -> None:
        with self._changed:
            if self._is_closed:
                raise Fault("the service stops, and begins with no run")
            if len(self._waiting) >= self._room:
                raise Full(len(self._waiting), self.retry_seconds())

    def _put(self, turn: _Turn) -> None:
        with self._changed:
            self._turns[turn.run.id] = turn
            self._forget()
            self._waiting.append(turn)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True, name="assay-runs")
                self._thread.start()
            self._changed.notify_all()

    def _forget(self) -> None:
        over = [run_id for run_id, turn in self._turns.items() if turn.standing.stage.is_over]
        for run_id in over[: max(0, len(self._turns) - REMEMBERED)]:
            del self._turns[run_id]

    def _work(self) -> None:
        while (turn := self._next()) is not None:
            began = time.monotonic()
            stage, error = self._made(turn)
            self._seconds_each += 0.3 * (time.monotonic() - began - self._seconds_each)
            with self._changed:
                turn.standing = replace(turn.standing, stage=stage, error=error)
                turn.evaluation = None
                self._in_work = None

    def _next(self) -> _Turn | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_closed)
            if self._is_closed:
                return None
            self._in_work = self._waiting.popleft()
            self._in_work.standing = replace(self._in_work.standing, stage=Stage.RUNNING)
            return self._in_work

    def _made(self, turn: _Turn) -> tuple[Stage, str]:
        """Make a run; returns how it ended, and why where that is an error."""
        try:
            with closing(self._open_engine()) as engine:
                evaluation = self._evaluation(turn, engine)
                with self._changed:
                    turn.evaluation = evaluation
                    if turn.is_cancelled:
                        return Stage.INTERRUPTED, ""
                report = evaluation.finish()
        except Stopped:
            return Stage.INTERRUPTED, ""
        except AssayError as error:
            return Stage.FAILED, str(error)
        except Exception as error:  # the next run may do better
            return Stage.FAILED, f"a mistake of ours: {type(error).__name__}"
        with suppress(AssayError):  # the run is finished and kept, whoever is told of it
            self.on_finish(report)
        return Stage.FINISHED, ""

    def _evaluation(self, turn: _Turn, engine: Engine) -> Evaluation:
        run = turn.run
        assert run.spec is not None, "it was looked at before the run was put in line"
        return Evaluation(
            run.spec,
            KeptAttempts(self._store, run, turn.standing.total),
            engine=engine,
            store=self._store,
            benchmark=turn.benchmark,
            sitting=Sitting(run_id=run.id),
            watch=turn.watch,
        )
