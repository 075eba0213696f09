"""Actors of a Ray cluster side by side: tasks in, trials out; what a lost node had is done again, once."""

from __future__ import annotations

import logging
import os
import queue
import signal
import socket
import threading
import time
import warnings
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import count
from typing import Any

from assay import __version__
from assay.engines.base import TICK_SECONDS, Answer, Supply, Task
from assay.engines.cluster_worker import ClusterWorker, packed, unpacked
from assay.engines.local import END_SECONDS, MAX_STARTS, PROGRAM, START_SECONDS
from assay.engines.worker import Refusal
from assay.errors import Fault, InvalidOption, MissingExtra, UsageError
from assay.records import Trial
from assay.spec import Judging, Machine

BATCH = 8
"""Tasks of one message: enough that a message costs little, and few enough that all actors have some at the end."""
FILL_SECONDS = 0.05
"""How long tasks are collected for one message, where they come slowly."""
DEPTH = 2
"""Batches that an actor has: one in work, and one that waits, so that it never has nothing to do."""
KNOCK_SECONDS = 10.0
BEGUN = 0
"""Stands for the number of a batch where an actor has begun."""
CONTROL = "control"
"""The thread of an actor that can be reached while a batch is in work."""


@contextmanager
def connected(address: str | None) -> Iterator[Any]:  # Any: the package `ray`, which has no types that we could rely on
    """The package `ray`, connected to a cluster; a connection that is there already is used and stays.

    Without an address it is the cluster that `RAY_ADDRESS` names or that runs on this machine, or else a new one of
    this machine alone, which ends with the connection.
    """
    try:
        import ray
    except ImportError:
        raise MissingExtra("The engine 'ray'", "Ray", "ray") from None
    if ray.is_initialized():
        yield ray
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a cluster that we start reports to nobody
    handler = signal.getsignal(signal.SIGTERM)
    try:
        _knock(address)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of future versions of Ray
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)
    except (OSError, ValueError, RuntimeError) as error:
        raise InvalidOption("address", f"no Ray cluster answers at {address!r}: {error}") from None
    # Ray writes what it notices to standard output, which belongs to the report; there is no other switch.
    ray._private.worker._worker_logs_enabled = False
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, handler)  # Ray has put its own there
    try:
        yield ray
    finally:
        ray.shutdown()


def _knock(address: str | None) -> None:
    """Raise an `OSError` where nobody listens: Ray would try for minutes, and heed no Ctrl-C meanwhile."""
    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    if host and port.isdecimal() and len(port) < 6:
        socket.create_connection((host, int(port)), timeout=KNOCK_SECONDS).close()


def reason_of(error: BaseException | None) -> str:
    """The last line of what Ray tells about an error, behind all tracebacks.

    >>> reason_of(RuntimeError("the actor died:\\n  line 3\\nModuleNotFoundError: No module named 'assay'"))
    "ModuleNotFoundError: No module named 'assay'"
    """
    return next((line.strip() for line in reversed(str(error).splitlines()) if line.strip()), type(error).__name__)


class RayEngine:
    """One actor for each of some CPUs of a cluster.

    Each node needs the same version of Assay. Where there are fewer CPUs than `slots`, the others wait for nodes that
    join. `program` is what a worker process runs, as for `LocalEngine`.
    """

    def __init__(self, address: str | None = None, slots: int | None = None, *, program: str = PROGRAM) -> None:
        self._stack = ExitStack()
        self._ray = self._stack.enter_context(connected(address))
        self.slots = slots or max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self.room = self.slots * DEPTH * BATCH
        self._program = program
        self._judging: Judging | None = None
        self._machine: Machine | None = None
        self._events: queue.Queue[_Event] = queue.Queue()
        self._actors: set[_Actor] = set()
        self._free: deque[_Actor] = deque()
        """Each actor as often as it can be given another batch; those without any stand in front."""
        self._problems: dict[str, Any] = {}  # Any: where Ray keeps each problem
        self._last_sign = time.monotonic()
        self._closed = False

    def start(self, judging: Judging) -> None:
        """Let all actors begin; the same again changes nothing."""
        if self._judging is not None:
            assert judging == self._judging, "an engine works in one way"
            return
        self._judging, self._last_sign = judging, time.monotonic()
        for _ in range(self.slots):
            self._add_actor()

    def machine(self) -> Machine:
        """What the first actor found, and every other one must find too."""
        try:
            while self._machine is None:
                event = self._next_event()
                if event is not None:
                    self._welcome(event)
        except BaseException:
            self.close()
            raise
        return self._machine

    def trials(self, tasks: Iterable[Task | None]) -> Generator[Answer | None, None, None]:
        """Give each task with its trial; `None` now and then, where all take long or there is no task yet."""
        assert self._judging is not None, "an engine is started before it works"
        line = Line(tasks, self._judging.judge)
        try:
            while True:
                while self._free and (batch := line.batch()):
                    self._send(self._free.popleft(), batch)
                if line.ended and self._free and not any(actor.sent for actor in self._actors):
                    return
                event = self._next_event(line.supply.wait_seconds(full=not self._free))
                if event is None:
                    yield None
                elif event.number == BEGUN:
                    self._welcome(event)
                else:
                    yield from self._answers(event, line)
        finally:
            self._give_up()

    def close(self) -> None:
        """End all actors at once; a cluster that was started for this engine alone ends too."""
        if self._closed:
            return
        self._closed = True
        begun = [actor.handle for actor in self._actors if actor.ready]
        stopping = [handle.stop.options(concurrency_group=CONTROL).remote() for handle in begun]
        if stopping:
            self._ray.wait(stopping, num_returns=len(stopping), timeout=END_SECONDS)
        for actor in self._actors:
            self._ray.kill(actor.handle)
        self._stack.close()

    def _add_actor(self, deaths: int = 0) -> None:
        kind = self._ray.remote(num_cpus=1, scheduling_strategy="SPREAD", concurrency_groups={CONTROL: 1})
        actor = _Actor(kind(ClusterWorker).remote(self._program), deaths)
        self._actors.add(actor)
        self._watch(_Event(actor, BEGUN), actor.handle.begin.remote(__version__, self._judging))

    def _send(self, actor: _Actor, batch: list[Task]) -> None:
        """Give an actor a batch, with the problems that it may not have yet."""
        new = {task.problem.id: task.problem for task in batch if task.problem.id not in actor.known}
        for name, problem in new.items():
            if name not in self._problems:
                self._problems[name] = self._ray.put(problem)
        reference = actor.handle.judge.remote(packed(batch), *(self._problems[name] for name in new))
        number = next(actor.numbers)
        actor.sent[number] = batch, reference
        self._watch(_Event(actor, number), reference)

    def _watch(self, event: _Event, reference: Any) -> None:  # Any: a reference of Ray's
        """Let the event happen when the answer is there; this costs the same however many answers are waited for."""

        def happen(future: Any) -> None:  # Any: of `concurrent.futures`, with whatever the actor answers
            event.error = future.exception()
            event.answer = None if event.error else future.result()
            self._events.put(event)

        reference.future().add_done_callback(happen)

    def _next_event(self, seconds: float = TICK_SECONDS) -> _Event | None:
        """What happens next; `None` when nothing did in time."""
        try:
            event = self._events.get(timeout=seconds)
        except queue.Empty:
            if self._closed:
                raise Fault("the engine was closed before all trials were made") from None
            silent = time.monotonic() - self._last_sign > START_SECONDS
            if silent and not any(actor.ready for actor in self._actors):
                raise Fault(f"no worker of the cluster started in {START_SECONDS:g} s: is there a free CPU?") from None
            return None
        self._last_sign = time.monotonic()
        return event

    def _welcome(self, event: _Event) -> None:
        """Take an actor into service that has begun; for one that died, another is started."""
        actor = event.actor
        if self._is_lost(event):
            if actor.deaths + 1 >= MAX_STARTS:
                raise Fault(f"a worker of the cluster did not start: {reason_of(event.error)}")
            self._lose(actor, deaths=actor.deaths + 1)
            return
        found = _checked(event.answer)
        if self._machine not in (None, found):
            raise UsageError(f"the nodes of the cluster differ: one has {self._machine}, another has {found}")
        self._machine, actor.ready = found, True
        self._free.appendleft(actor)
        self._free.extend([actor] * (DEPTH - 1))

    def _answers(self, event: _Event, line: Line) -> Iterator[Answer]:
        """The trials of a batch; what the actor did not come to waits for another, and what it lost is done again."""
        actor = event.actor
        if actor not in self._actors:  # it was lost, and its tasks are with others
            return
        if self._is_lost(event):
            lost = [task for batch, _ in actor.sent.values() for task in batch]
            self._lose(actor)
            yield from line.again(lost)
            return
        batch, _ = actor.sent.pop(event.number, ((), None))  # none: it was given up
        self._make_free(actor)
        if batch:
            actor.known.update(task.problem.id for task in batch)
            left = dict(enumerate(batch))
            for place, trial in unpacked(_checked(event.answer)):
                task = left.pop(place)
                yield task, replace(trial, candidate=task.candidate)
            line.put_back(left.values())

    def _make_free(self, actor: _Actor) -> None:
        if actor.sent:
            self._free.append(actor)
        else:
            self._free.appendleft(actor)

    def _is_lost(self, event: _Event) -> bool:
        """Whether the actor is gone, or its answer; what its code raised is raised here."""
        known = self._ray.exceptions
        if event.error is None or isinstance(event.error, known.TaskCancelledError):
            return False
        if isinstance(event.error, known.RayTaskError) or getattr(event.error, "actor_init_failed", False):
            raise Fault(f"a worker of the cluster failed: {reason_of(event.error)}")
        if isinstance(event.error, known.RayError):
            return True
        raise event.error

    def _lose(self, actor: _Actor, deaths: int = 0) -> None:
        """Replace an actor that is gone."""
        self._actors.remove(actor)
        self._free = deque(other for other in self._free if other is not actor)
        self._ray.kill(actor.handle)  # it may only be out of reach
        self._add_actor(deaths)

    def _give_up(self) -> None:
        """Take back what no actor has begun with; what is in work is not waited for."""
        for actor in () if self._closed else self._actors:
            for _, reference in actor.sent.values():
                self._ray.cancel(reference)
            actor.sent.clear()


class _Actor:
    """One actor as its engine sees it."""

    def __init__(self, handle: Any, deaths: int) -> None:  # Any: Ray's
        self.handle = handle
        self.deaths = deaths
        """How many before it died in a row without having begun."""
        self.ready = False
        self.known: set[str] = set()
        """The problems that it has for sure."""
        self.numbers = count(BEGUN + 1)
        self.sent: dict[int, tuple[list[Task], Any]] = {}  # Any: Ray's reference of the answer
        """The batches that it has."""


class _Event:
    """An actor has begun, or answered a batch, or is gone."""

    def __init__(self, actor: _Actor, number: int) -> None:
        self.actor = actor
        self.number = number
        """Of the batch, or `BEGUN`."""
        self.answer: Any = None  # Any: what the method of the actor returns
        self.error: BaseException | None = None


class Line:
    """The tasks of one caller that no actor has."""

    def __init__(self, tasks: Iterable[Task | None], judge: str) -> None:
        self.supply = Supply(tasks)
        self._judge = judge
        self._back: deque[Task] = deque()
        self._alone: deque[Task] = deque()
        """Those that were lost once: each is sent alone, so that one that takes its node along takes no other task."""
        self._lost: set[int] = set()

    @property
    def ended(self) -> bool:
        """Whether there will be no more tasks."""
        return self.supply.ended and not self._back and not self._alone

    def batch(self) -> list[Task]:
        """The next tasks for one actor; empty: there are none, or none yet."""
        if self._alone:
            return [self._alone.popleft()]
        batch = [self._back.popleft() for _ in range(min(BATCH, len(self._back)))]
        end = time.monotonic() + FILL_SECONDS
        while len(batch) < BATCH and (not batch or time.monotonic() < end):
            task = self.supply.take()
            if task is None:
                break
            batch.append(task)
        return batch

    def put_back(self, tasks: Iterable[Task]) -> None:
        """Take back tasks that nobody has begun with."""
        self._back.extend(tasks)

    def again(self, batch: Sequence[Task]) -> Iterator[Answer]:
        """Take back tasks whose actor is gone; those that were lost before have a trial without a verdict."""
        for task in batch:
            if task.sequence in self._lost:
                why = "its node was lost twice"
                yield task, Trial(task.problem.id, task.candidate, None, fault=why, judge=self._judge)
            else:
                self._lost.add(task.sequence)
                self._alone.append(task)


def _checked(answer: Any) -> Any:  # Any: what a method of an actor returns
    """The answer; raises what it says instead."""
    if isinstance(answer, Refusal):
        raise answer.error()
    return answer
