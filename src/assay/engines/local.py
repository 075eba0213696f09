"""Worker processes side by side: tasks in, trials out; a worker that dies is replaced and its task done again.

A trial that takes long goes on beside quick ones: its slot is given to a spare worker, and since time is the
candidate's own, waiting for a CPU costs it nothing.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from assay.engines.base import PROBE_WALL_SECONDS, Answer, Supply, Task
from assay.engines.channel import Closed, WorkerChannel
from assay.engines.settling import settle
from assay.engines.worker import Known, Refusal
from assay.errors import Fault, InvalidOption, UsageError
from assay.records import Trial
from assay.spec import Judging, Machine

START_SECONDS = 120.0
MAX_STARTS = 3
"""How often a worker process may die while it gets ready."""
END_SECONDS = 5.0
"""How long a worker may take to remove its folders before it is killed."""
MOST_PER_CORE = 8
LONG_SECONDS = 1.0
"""What a trial takes before its place is given to another: few do, and a spare worker has to be started."""
PROGRAM = "import sys; from assay.engines.worker import main; main(int(sys.argv[1]))"
Reply = Callable[[Answer | BaseException], None]
Order = tuple[Task, Reply]
"""A task, and where its answer goes."""


def checked_workers(number: int) -> int:
    """The number of workers, where this machine can do with so many."""
    most = MOST_PER_CORE * (os.cpu_count() or 1)
    if not 1 <= number <= most:
        raise InvalidOption("workers", f"workers must be from 1 to {most} on this machine, got {number!r}")
    return number


class LocalEngine:
    """Some worker processes of this machine, fed from one queue.

    The processes start at once, and begin to work when they are told how. `program` is what a worker process runs,
    with the number of its socket as argument; `environment` holds variables for it beside those of this process. A
    trial that takes `long_seconds` goes on beside others, as long as there are `spares`: workers beyond the others, by
    default as many. A task whose trial nobody wants is not begun, or ended where it takes long.
    """

    def __init__(
        self,
        workers: int | None = None,
        *,
        program: str = PROGRAM,
        long_seconds: float = LONG_SECONDS,
        environment: Mapping[str, str] | None = None,
        spares: int | None = None,
    ) -> None:
        self.workers = checked_workers(workers or os.cpu_count() or 1)
        self.spares = self.workers if spares is None else spares
        self.room = 4 * self.workers + max(0, self.spares - self.workers)
        self._long_seconds = long_seconds
        self._program = program
        self._environment = environment or {}
        self._judging: Judging | None = None
        self._orders: queue.Queue[Order | None] = queue.Queue()
        self._slots = Slots(self.workers, long_seconds)
        self._members: list[_Member] = []
        self._closed = False
        try:
            for _ in range(self.workers):
                self._add_member().stand_by()
        except BaseException:
            self.close()
            raise

    def _add_member(self) -> _Member:
        self._members.append(_Member(self._orders, self._slots, self._program, self._environment))
        return self._members[-1]

    def start(self, judging: Judging) -> None:
        """Let all workers begin; the same again changes nothing."""
        if self._judging is not None:
            assert judging == self._judging, "an engine works in one way"
            return
        self._judging = judging
        for member in self._members:
            member.begin(judging)

    def machine(self) -> Machine:
        """What the first worker found; raises the error that keeps it from working."""
        first = self._members[0]
        found = first.found.get(timeout=START_SECONDS)
        if isinstance(found, BaseException):
            self.close()
            raise found
        first.found.put(found)
        return found

    def trials(self, tasks: Iterable[Task | None]) -> Generator[Answer | None, None, None]:
        """Give each task with its trial; `None` now and then, where all take long or there is no task yet."""
        answers: queue.Queue[Answer | BaseException] = queue.Queue()
        supply, waiting = Supply(tasks), 0
        try:
            while True:
                while waiting < self.room and (task := supply.take()) is not None:
                    self._orders.put((task, answers.put))
                    waiting += 1
                if supply.ended and not waiting:
                    return
                answer = self._next(answers, supply.wait_seconds(full=waiting >= self.room))
                waiting -= answer is not None
                yield answer
        finally:
            self._give_up_orders()

    def _give_up_orders(self) -> None:
        """Take out what no worker has begun with."""
        with suppress(queue.Empty):
            while not self._closed:
                self._orders.get_nowait()

    def _next(self, answers: queue.Queue[Answer | BaseException], seconds: float) -> Answer | None:
        """The next answer; `None` when there was none in time."""
        self._end_unwanted()
        self._make_room()
        try:
            answer = answers.get(timeout=seconds)
        except queue.Empty:
            if self._closed:
                raise Fault("the engine was closed before all trials were made") from None
            broken = next((member.error for member in self._members if member.error is not None), None)
            if broken is not None:
                raise broken from None
            return None
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _make_room(self) -> None:
        """Let somebody else work beside trials that take long, where all of them do and others wait."""
        if self._judging is None or not (self._orders.qsize() or self._slots.waiting):
            return
        is_waiting = bool(self._slots.waiting)  # a worker with a task, which takes the slot that is given up
        more = self._slots.give_up_one([member.slot for member in self._members])
        if more and not is_waiting and len(self._members) < self.workers + self.spares:
            self._add_member().begin(self._judging)

    def _end_unwanted(self) -> None:
        """End trials that take long and that nobody waits for any more; their workers are replaced."""
        for member in self._members:
            member.end_unwanted(self._long_seconds)

    def longest_in_work(self) -> tuple[str, float] | None:
        """Return the problem whose candidate has been in work for longest, and the seconds; `None`: nothing is."""
        begun = [found for member in self._members if (found := member.in_work) is not None]
        if not begun:
            return None
        task, since = min(begun, key=lambda one: one[1])
        return task.problem.id, time.monotonic() - since

    def close(self) -> None:
        """End all workers at once; trials in work are given up."""
        self._closed = True
        for member in self._members:
            member.stop()
        self._slots.close()
        for _ in self._members:
            self._orders.put(None)
        for member in self._members:
            member.end()


class Slot:
    """Where one trial is in work."""

    def __init__(self) -> None:
        self.since: float | None = None
        """When its trial began; `None`: there is none, or somebody else works in this slot."""


class Slots:
    """As many trials at a time as there are workers, those that take long not counted."""

    def __init__(self, number: int, long_seconds: float = LONG_SECONDS) -> None:
        self.waiting = 0
        """Workers that have a task, and no slot to work in."""
        self._free = number
        self._long_seconds = long_seconds
        self._changed = threading.Condition()
        self._closed = False

    def take(self, slot: Slot) -> None:
        """Waits until there is room for a trial, which begins now."""
        with self._changed:
            self.waiting += 1
            self._changed.wait_for(lambda: self._free > 0 or self._closed)
            self.waiting -= 1
            self._free -= 1
            slot.since = time.monotonic()

    def leave(self, slot: Slot) -> None:
        """The trial is over."""
        with self._changed:
            if slot.since is not None:
                slot.since = None
                self._free += 1
                self._changed.notify()

    def give_up_one(self, slots: Sequence[Slot]) -> bool:
        """Lets somebody else work if the trials in all slots take long; whether that is so."""
        with self._changed:
            now = time.monotonic()
            begun = [slot for slot in slots if slot.since is not None]
            if self._free > 0 or any(now - (slot.since or now) < self._long_seconds for slot in begun):
                return False
            begun[0].since = None
            self._free += 1
            self._changed.notify()
            return True

    def close(self) -> None:
        """Lets everybody go on who waits."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class _Member(threading.Thread):
    """One worker process and the thread that talks to it."""

    def __init__(
        self, orders: queue.Queue[Order | None], slots: Slots, program: str, environment: Mapping[str, str]
    ) -> None:
        super().__init__(daemon=True)
        self.program = program
        self.environment = environment
        self.judging = Judging()
        self.judge = self.judging.judge
        self.orders = orders
        self.slots = slots
        self.slot = Slot()
        self.found: queue.Queue[Machine | BaseException] = queue.Queue()
        self.error: BaseException | None = None
        """What ended it while it had no task."""
        self.process: subprocess.Popen[bytes] | None = None
        self.channel: WorkerChannel | None = None
        self.known = Known()
        """The problems that the worker has."""
        self.stopped = False
        self.in_work: tuple[Task, float] | None = None
        """The task that it works on, and since when."""
        self._ending = threading.Lock()
        """Held while a task begins or ends, so that a process is ended for the task that it works on and no other."""

    def begin(self, judging: Judging) -> None:
        """Start to work in that way."""
        self.judging, self.judge = judging, judging.judge
        self.start()

    def end(self) -> None:
        """Wait for the end of the thread, and of the process that stands by where there is none."""
        if self.ident is not None:
            self.join()
        else:
            self.renew()

    def run(self) -> None:
        try:
            self._launch()
            while (order := self.orders.get()) is not None and not self.stopped:
                self._fill(*order)
        except BaseException as error:
            self.found.put(error)
            self.error = None if self.stopped else error
        finally:
            self.renew()

    def _fill(self, task: Task, reply: Reply) -> None:
        self.slots.take(self.slot)
        with self._ending:
            self.in_work = task, time.monotonic()
        try:
            reply((task, settle(self, task)))
        except UsageError as error:  # of this problem: the next one may be fit
            reply(error)
        except BaseException as error:
            if not self.stopped:
                reply(error)
            raise
        finally:
            with self._ending:
                self.in_work = None
            self.slots.leave(self.slot)

    def end_unwanted(self, long_seconds: float) -> None:
        """End the process where its trial has taken that long and nobody wants it; may be called again and again."""
        with self._ending:
            if self.in_work is None or self.in_work[0].is_wanted():
                return
            process, seconds = self.process, time.monotonic() - self.in_work[1]
            if process is not None and seconds >= long_seconds:
                process.send_signal(signal.SIGTERM if seconds < long_seconds + END_SECONDS else signal.SIGKILL)

    def stop(self) -> None:
        self.stopped = True
        process = self.process
        if process is not None and process.poll() is None:
            process.send_signal(signal.SIGTERM)

    def attempt(self, task: Task) -> Trial | None:
        """Try a task once; `None` when the worker died or did not answer."""
        try:
            if self.channel is None:
                self._launch()
            return self._asked(task)
        except (Closed, TimeoutError):
            self.renew()
            return None
        except Fault as fault:
            self.renew()
            return Trial(task.problem.id, task.candidate, None, fault=str(fault), judge=self.judge)

    def _asked(self, task: Task) -> Trial:
        assert self.channel is not None, "a worker was launched"
        packed = None if self.known.has(task.problem) else pickle.dumps(task.problem, protocol=pickle.HIGHEST_PROTOCOL)
        limits = (task.limits or self.judging.limits).beside(task.problem.pace)
        probing = len(self.judging.probes) * PROBE_WALL_SECONDS if task.probed else 0
        self.channel.connection.settimeout(60 + 3 * task.problem.check.wall_seconds(limits) + probing)
        self.channel.send((packed, task.problem.id, task.candidate, task.probed, task.limits))
        if packed is not None:
            self.known.add(task.problem, len(packed))
        answer = self.channel.receive()
        if isinstance(answer, Refusal):
            raise answer.error()
        assert isinstance(answer, Trial), "a worker answers with a trial"
        return answer

    def stand_by(self) -> None:
        """Start the process, which gets ready and then waits to be told how to work."""
        ours, theirs = socket.socketpair()
        ours.settimeout(START_SECONDS)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", self.program, str(theirs.fileno())],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
                env={**_environment(), **self.environment},
            )
        self.channel = WorkerChannel(ours)
        self.known.clear()
        if self.stopped:
            self.stop()

    def _launch(self) -> None:
        """Tell the process how to work; one that died while it got ready is started again."""
        for left in reversed(range(MAX_STARTS)):
            try:
                answer = self._introduced()
                break
            except Closed as error:
                self.renew()
                if self.stopped or not left:
                    raise Fault(f"a worker process did not start: {error}") from None
        if isinstance(answer, Refusal):
            raise answer.error()
        self.found.put(answer)

    def _introduced(self) -> Machine | Refusal:
        if self.channel is None:
            self.stand_by()
        assert self.channel is not None, "it was just started"
        self.channel.send(self.judging)
        answer: Machine | Refusal = self.channel.receive()
        return answer

    def renew(self) -> None:
        """End the process; the next task gets another."""
        if self.channel is not None:
            self.channel.close()
            self.channel = None
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None


def _environment() -> dict[str, str]:
    """Ours, with the folder of this very package first: a worker must be of the same code."""
    home = str(Path(__file__).parents[2])
    path = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{home}{os.pathsep}{path}" if path else home}
