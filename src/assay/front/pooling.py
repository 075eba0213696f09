"""Workers that stay: many callers hand over candidates at any time, and each gets its verdicts as they come.

A way of judging (`Judging` without its limits, which each candidate brings along) has worker processes of its own,
which start when it is first asked for. Callers take turns, so that one with ten thousand candidates keeps nobody
waiting who has one.
"""

from __future__ import annotations

import math
import os
import queue
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from assay.engines.base import TICK_SECONDS, Engine, Task
from assay.engines.local import LocalEngine, checked_workers
from assay.errors import AssayError, Fault, InvalidValue
from assay.evaluation.digests import Keys
from assay.records import Candidate, Limits, Problem, Trial
from assay.spec import Judging

if TYPE_CHECKING:
    from assay.store.base import Verdicts

ROOM = 20_000
"""Candidates that may wait, of all callers together."""
WAYS = 4
"""Ways of judging whose workers stay though they have nothing to do; those that have are never ended for others."""
SPARES = 6
"""Workers that are started at most, besides one more for each, while the others judge what takes long."""
BATCH = 256
"""Verdicts that are written to the cache at once."""
BATCH_SECONDS = 1.0
LOOK_UPS = 500
"""Keys that are looked up in the cache at once."""
LONGEST_WAIT_SECONDS = 600
USUAL_LIMITS = Limits()
STOPPED = "the judging was stopped before it was judged"

Item = tuple[Problem, Candidate]
Deliver = Callable[[int, Trial], None]
"""Is given the place of a candidate in its batch, and its trial; called in another thread, and must not wait."""


class Full(AssayError):
    """There is no room for more candidates now."""

    def __init__(self, waiting: int, retry_seconds: int) -> None:
        super().__init__(f"{waiting:,} candidates wait to be judged: try again in {retry_seconds} s")
        self.retry_seconds = retry_seconds
        """After how long there may be room, as far as one can tell."""


class Batch:
    """Candidates that were handed over together; `cancel` gives up those that are not judged yet."""

    def __init__(self, deliver: Deliver) -> None:
        self.is_cancelled = False
        self._deliver = deliver

    def cancel(self) -> None:
        """Let nothing more of it be judged or delivered; a candidate in work is ended soon, where it takes long."""
        self.is_cancelled = True

    def deliver(self, place: int, trial: Trial) -> None:
        """Give a trial to whoever waits for it; nobody is told of more where that fails."""
        if self.is_cancelled:
            return
        try:
            self._deliver(place, trial)
        except Exception:  # whoever waited is gone
            self.cancel()


@dataclass(slots=True)
class _Entry:
    """One candidate on its way."""

    batch: Batch
    place: int
    task: Task
    is_last: bool = False
    """Whether there is no further try."""
    twins: list[_Entry] = field(default_factory=list)
    """Those of the same batch with the very same code."""

    def settle(self, trial: Trial) -> int:
        """Deliver its trial, and that of its twins; returns how many."""
        for one in (self, *self.twins):
            own = replace(trial, problem_id=one.task.problem.id, candidate=one.task.candidate)
            one.batch.deliver(one.place, own)
        return 1 + len(self.twins)


def local_engine(workers: int | None = None) -> LocalEngine:
    """Return workers of this machine for a pool, with so many in reserve that a few endless loops hold up nobody."""
    number = checked_workers(workers or os.cpu_count() or 1)
    return LocalEngine(number, spares=number + SPARES)


class JudgingPool:
    """Worker processes that many threads share.

    `make_engine` opens the workers of one way of judging. With `verdicts`, what was judged before is not judged again.

    >>> from assay.engines.inline import InlineEngine
    >>> from assay.records import Case, Cases
    >>> double = Problem("double", Cases("double", (Case((2,), 4),)))
    >>> with closing(JudgingPool(InlineEngine)) as pool:
    ...     [trial.passed for _, trial in pool.judge(Judging(), [(double, Candidate("def double(x): return 2 * x"))])]
    [True]
    """

    def __init__(
        self,
        make_engine: Callable[[], Engine],
        *,
        verdicts: Verdicts | None = None,
        room: int = ROOM,
        ways: int = WAYS,
    ) -> None:
        self.room = room
        self._make_engine = make_engine
        self._verdicts = verdicts
        self._ways = ways
        self._open: OrderedDict[tuple[Judging, bool], _Line] = OrderedDict()
        """The one that was used longest ago first."""
        self._ending: list[_Line] = []
        self._lock = threading.Lock()
        self._is_closed = False
        self.load = Load()

    def submit(
        self,
        judging: Judging,
        items: Sequence[Item],
        deliver: Deliver,
        *,
        cached: bool = True,
        apart: bool = False,
    ) -> Batch:
        """Hand over candidates; each trial is delivered as soon as it is there, in any order.

        Raises `Full` where there is no room, and what keeps the workers from starting. A problem that cannot be judged
        gives a trial with that as its fault. Without `cached`, no verdict of before is used and none is kept. `apart`
        is for tests that a stranger wrote: their workers serve no other problems, and nothing they say is kept.
        """
        if len(items) > self.room:
            raise InvalidValue(f"candidates: at most {self.room:,} at once, got {len(items):,}")
        self.load.add(len(items), self.room)
        try:
            line = self._line(replace(judging, limits=USUAL_LIMITS), apart)
            try:
                return line.take(judging.limits, items, deliver, self._verdicts if cached and not apart else None)
            finally:
                line.release()
        except BaseException:
            self.load.remove(len(items))
            raise

    def judge(
        self, judging: Judging, items: Sequence[Item], *, cached: bool = True, apart: bool = False
    ) -> Iterator[tuple[int, Trial]]:
        """Give the place of each candidate with its trial, as they come; closing this gives up the rest."""
        answers: queue.SimpleQueue[tuple[int, Trial]] = queue.SimpleQueue()
        batch = self.submit(judging, items, lambda *answer: answers.put(answer), cached=cached, apart=apart)
        try:
            for _ in items:
                yield answers.get()
        finally:
            batch.cancel()

    def close(self) -> None:
        """End all workers; candidates that wait are delivered as unjudged."""
        with self._lock:
            self._is_closed = True
            lines = [*self._ending, *self._open.values()]
            self._open.clear()
            self._ending.clear()
        for line in lines:
            line.stop()
        for line in lines:
            line.join()

    def _line(self, judging: Judging, apart: bool) -> _Line:
        """Return the workers of this way of judging, held until `release`; where many are open, an idle one ends."""
        with self._lock:
            if self._is_closed:
                raise Fault(STOPPED)
            key = judging, apart
            found = self._open.get(key)
            if found is None or found.is_over:
                self._make_space(key)
                found = self._open[key] = _Line(judging, self._make_engine, self.load)
                found.start()
            self._open.move_to_end(key)
            found.hold()
            return found

    def _make_space(self, key: tuple[Judging, bool]) -> None:
        self._open.pop(key, None)
        if len(self._open) < self._ways:
            return
        idle = next((key for key, line in self._open.items() if line.is_idle), None)
        if idle is None:
            return
        self._ending = [line for line in self._ending if line.is_alive()]
        self._ending.append(self._open.pop(idle))
        self._ending[-1].stop()


class Load:
    """How much waits, and how fast it gets less."""

    def __init__(self) -> None:
        self.waiting = 0
        """Candidates that are neither delivered nor given up."""
        self.judged = 0
        self.seconds_each = 0.05
        """Between two trials, where there is enough to do; lately."""
        self._lock = threading.Lock()

    def add(self, number: int, room: int) -> None:
        """Count candidates that come, or raise `Full`."""
        with self._lock:
            if self.waiting + number > room:
                raise Full(self.waiting, self.retry_seconds())
            self.waiting += number

    def remove(self, number: int) -> None:
        """Count candidates that wait no more."""
        with self._lock:
            self.waiting -= number

    def note(self, seconds: float) -> None:
        """Take into account that a trial came so long after the one before."""
        self.judged += 1
        self.seconds_each += 0.05 * (min(seconds, 10.0) - self.seconds_each)

    def retry_seconds(self) -> int:
        """Return after how long half of what waits may be judged."""
        return max(1, min(LONGEST_WAIT_SECONDS, math.ceil(self.waiting * self.seconds_each / 2)))


class _Line(threading.Thread):
    """The workers of one way of judging, with what waits for them.

    The thread opens the workers itself: a worker process ends with the thread that started it.
    """

    def __init__(self, judging: Judging, make_engine: Callable[[], Engine], load: Load) -> None:
        super().__init__(daemon=True, name="assay-judging")
        self.is_over = False
        """Whether nothing is taken any more."""
        self.engine: Engine | None = None
        """The workers; `None`: they were not opened yet."""
        self._judging = judging
        self._make_engine = make_engine
        self._load = load
        self._keys: Future[Keys] = Future()
        self._changed = threading.Condition()
        self._holders = 0
        self._batches: deque[tuple[Batch, deque[_Entry]]] = deque()
        """Those with candidates that wait; the first has the next turn."""
        self._numbers = count()
        self._in_work: dict[int, _Entry] = {}
        self._same: dict[str, list[_Entry]] = {}
        """Key → candidates of other batches that wait for the verdict on the very same code, which is in work."""
        self._verdicts: Verdicts | None = None
        self._new: list[tuple[str, Trial]] = []
        """Verdicts for the cache that are not written yet."""
        self._written = self._last = time.monotonic()

    def hold(self) -> None:
        """Keep it from counting as idle until `release`."""
        with self._changed:
            self._holders += 1

    def release(self) -> None:
        with self._changed:
            self._holders -= 1

    @property
    def is_idle(self) -> bool:
        return not (self._holders or self._batches or self._in_work)

    def take(self, limits: Limits, items: Sequence[Item], deliver: Deliver, verdicts: Verdicts | None) -> Batch:
        """Put candidates in line, but for those whose verdict is known; waits for the workers to start."""
        keys = self._keys.result()
        batch = Batch(deliver)
        given = [keys.key(problem, candidate, limits) if verdicts else "" for problem, candidate in items]
        known = _known(verdicts, given)
        waiting: deque[_Entry] = deque()
        first: dict[str, _Entry] = {}
        settled = 0
        for place, ((problem, candidate), key) in enumerate(zip(items, given, strict=True)):
            number = next(self._numbers)
            wanted = partial(self._is_wanted, batch, key)
            task = Task(number, problem, candidate, key, is_tolerant=True, limits=limits, is_wanted=wanted)
            entry = _Entry(batch, place, task)
            if key in known:
                settled += entry.settle(known[key])
            elif key in first:
                first[key].twins.append(entry)
            else:
                waiting.append(entry)
                first |= {key: entry} if key else {}
        with self._changed:
            if self.is_over:
                raise Fault(STOPPED)
            self._load.remove(settled)
            self._verdicts = self._verdicts or verdicts
            if waiting:
                self._batches.append((batch, waiting))
                self._changed.notify()
        return batch

    def stop(self) -> None:
        """End it soon, from any thread."""
        with self._changed:
            self.is_over = True
            self._changed.notify()

    def run(self) -> None:
        try:
            engine = self.engine = self._make_engine()
            engine.start(self._judging)
            self._keys.set_result(Keys(self._judging, engine.machine()))
            self._judge(engine)
            self._give_up(STOPPED)
        except BaseException as error:
            self.is_over = True
            if not self._keys.done():
                self._keys.set_exception(error)
            self._give_up(str(error))
        finally:
            if self.engine is not None:
                self.engine.close()

    def _judge(self, engine: Engine) -> None:
        with closing(engine.trials(self._tasks())) as answers:
            for answer in answers:
                if answer is not None:
                    self._settle(*answer)
                if self.is_over:
                    break
        self._write()

    def _tasks(self) -> Iterator[Task | None]:
        while not self.is_over:
            if len(self._new) >= BATCH or (self._new and time.monotonic() - self._written > BATCH_SECONDS):
                self._write()
            yield self._next()

    def _next(self) -> Task | None:
        """Return the next task by turns; `None`: there is none, which is waited for where nothing is in work."""
        with self._changed:
            if not self._batches and not self._in_work:
                self._changed.wait(TICK_SECONDS)
                self._last = time.monotonic()
            while self._batches:
                batch, entries = self._batches.popleft()
                if batch.is_cancelled:
                    self._load.remove(sum(1 + len(entry.twins) for entry in entries))
                    continue
                entry = entries.popleft()
                if entries:
                    self._batches.append((batch, entries))
                if not entry.task.key:
                    return self._begun(entry)
                if entry.task.key not in self._same:
                    self._same[entry.task.key] = []
                    return self._begun(entry)
                self._same[entry.task.key].append(entry)
            return None

    def _is_wanted(self, batch: Batch, key: str) -> bool:
        """Whether somebody waits for a candidate: its own batch, or another one with the same code."""
        return not batch.is_cancelled or any(not one.batch.is_cancelled for one in tuple(self._same.get(key, ())))

    def _begun(self, entry: _Entry) -> Task:
        self._in_work[entry.task.sequence] = entry
        return entry.task

    def _settle(self, task: Task, trial: Trial) -> None:
        """Deliver a trial; one that our side failed on is tried once more, behind all that wait."""
        now = time.monotonic()
        self._load.note(now - self._last)
        self._last = now
        with self._changed:
            entry = self._in_work.pop(task.sequence)
            twins = self._same.pop(task.key, [])
            if not trial.settled and not entry.is_last:
                for one in (entry, *twins):
                    one.is_last = True
                    self._batches.append((one.batch, deque([one])))
                return
        if trial.verdict is not None and task.key:
            self._new.append((task.key, trial))
        for one in (entry, *twins):
            self._load.remove(one.settle(trial))

    def _write(self) -> None:
        new, self._new = self._new, []
        self._written = time.monotonic()
        if new and self._verdicts is not None:
            with suppress(Fault):  # the verdicts are told in any case; the cache only saves time
                self._verdicts.cache(new)

    def _give_up(self, why: str) -> None:
        """Deliver all that is left as unjudged."""
        with self._changed:
            self.is_over = True
            left = [*self._in_work.values(), *(entry for twins in self._same.values() for entry in twins)]
            left += [entry for _, entries in self._batches for entry in entries]
            self._batches.clear()
            self._in_work.clear()
            self._same.clear()
        for entry in left:
            task = entry.task
            trial = Trial(task.problem.id, task.candidate, None, fault=why, judge=self._judging.judge)
            self._load.remove(entry.settle(trial))


def _known(verdicts: Verdicts | None, keys: Sequence[str]) -> dict[str, Trial]:
    """Return the trials that the cache has under these keys."""
    found: dict[str, Trial] = {}
    for start in range(0, len(keys) if verdicts is not None else 0, LOOK_UPS):
        assert verdicts is not None, "there is a cache"
        found |= verdicts.cached(list(set(keys[start : start + LOOK_UPS])))
    return found
