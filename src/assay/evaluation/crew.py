"""Worker processes side by side: tasks in, trials out; a worker that dies is replaced and its task done again.

A trial that takes long goes on beside quick ones: its place is given to a spare worker, and since time is the
candidate's own, waiting for a CPU costs it nothing.

A candidate with which no worker can finish is told apart from a machine on which nothing works: a harmless candidate
of the same problem is judged. If that succeeds, the failure is the candidate's and it gets a verdict like any other.
"""

from __future__ import annotations

import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from assay.errors import Fault, InvalidValue
from assay.evaluation.channel import Channel, Closed
from assay.evaluation.worker import Hello, Refusal, Setup, Task
from assay.records import Candidate, Problem, Suspicion, SuspicionKind, Trial, Verdict

MAX_DEATHS = 3
"""How often the worker of one task may die before it is asked who is to blame."""
MAX_FAULTS = 2
"""How often one task may come back without a verdict before it is asked who is to blame."""
START_SECONDS = 120.0
END_SECONDS = 5.0
"""How long a worker may take to remove its folders before it is killed."""
MOST_PER_CORE = 8
LONG_SECONDS = 1.0
"""What a trial takes before its place is given to another: few do, and a spare worker has to be started."""
PROGRAM = "import sys; from assay.evaluation.worker import main; main(int(sys.argv[1]))"
Answer = tuple[Task, Trial] | BaseException


def checked_workers(number: int) -> int:
    """The number of workers, where this machine can do with so many."""
    most = MOST_PER_CORE * (os.cpu_count() or 1)
    if not 1 <= number <= most:
        raise InvalidValue(f"workers must be from 1 to {most} on this machine, got {number!r}")
    return number


class Crew:
    """Some workers, fed from one queue.

    Their processes start at once, and begin to work when they are told how. `put` never has more than `room` tasks
    waiting; `get` gives the trials in the order in which they end. `program` is what a worker process runs, with the
    number of its socket as argument.
    """

    def __init__(self, workers: int, *, program: str = PROGRAM, long_seconds: float = LONG_SECONDS) -> None:
        self.workers = checked_workers(workers)
        self.room = 4 * workers
        self.waiting = 0
        """Tasks that were put and whose trials were not got."""
        self._program = program
        self._setup: Setup | None = None
        self._tasks: queue.Queue[Task | None] = queue.Queue()
        self._answers: queue.Queue[Answer] = queue.Queue()
        self._places = Places(workers, long_seconds)
        self._members: list[_Member] = []
        try:
            for _ in range(workers):
                self._add_member().stand_by()
        except BaseException:
            self.close()
            raise

    def _add_member(self) -> _Member:
        self._members.append(_Member(self._tasks, self._answers.put, self._places, self._program))
        return self._members[-1]

    def start(self, setup: Setup) -> None:
        """Lets all workers begin; the same again changes nothing."""
        if self._setup is not None:
            assert setup == self._setup, "a crew works in one way"
            return
        self._setup = setup
        for member in self._members:
            member.begin(setup)

    def hello(self) -> Hello:
        """What the first worker found on this machine; raises the error that keeps it from working."""
        first = self._members[0]
        hello = first.hello.get(timeout=START_SECONDS)
        if isinstance(hello, BaseException):
            self.close()
            raise hello
        first.hello.put(hello)
        return hello

    def put(self, task: Task) -> None:
        self.waiting += 1
        self._tasks.put(task)

    def get(self, timeout: float | None = None) -> tuple[Task, Trial] | None:
        """The next trial; `None` when there was none in time. To be called often: long trials are noticed here."""
        self._make_room()
        try:
            answer = self._answers.get(timeout=timeout)
        except queue.Empty:
            return None
        if isinstance(answer, BaseException):
            raise answer
        self.waiting -= 1
        return answer

    def _make_room(self) -> None:
        """Lets somebody else work beside trials that take long, where all of them do and others wait."""
        if self._setup is None or not self._tasks.qsize():
            return
        more = self._places.give_up_one([member.place for member in self._members])
        if more and len(self._members) < 2 * self.workers:
            self._add_member().begin(self._setup)

    def pids(self) -> list[int]:
        """The processes of the workers that live."""
        return [member.process.pid for member in self._members if member.process is not None]

    def close(self) -> None:
        """Ends all workers at once; trials in work are given up."""
        for member in self._members:
            member.stop()
        self._places.close()
        for _ in self._members:
            self._tasks.put(None)
        for member in self._members:
            member.end()


class Place:
    """Where one trial is in work."""

    def __init__(self) -> None:
        self.since: float | None = None
        """When its trial began; `None`: there is none, or somebody else works in this place."""


class Places:
    """As many trials at a time as there are workers, those that take long not counted."""

    def __init__(self, number: int, long_seconds: float = LONG_SECONDS) -> None:
        self._free = number
        self._long_seconds = long_seconds
        self._changed = threading.Condition()
        self._closed = False

    def take(self, place: Place) -> None:
        """Waits until there is room for a trial, which begins now."""
        with self._changed:
            self._changed.wait_for(lambda: self._free > 0 or self._closed)
            self._free -= 1
            place.since = time.monotonic()

    def leave(self, place: Place) -> None:
        """The trial is over."""
        with self._changed:
            if place.since is not None:
                place.since = None
                self._free += 1
                self._changed.notify()

    def give_up_one(self, places: Sequence[Place]) -> bool:
        """Lets somebody else work if the trials in all places take long; whether that is so."""
        with self._changed:
            now = time.monotonic()
            begun = [place for place in places if place.since is not None]
            if self._free > 0 or any(now - (place.since or now) < self._long_seconds for place in begun):
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
        self, tasks: queue.Queue[Task | None], answer: Callable[[Answer], None], places: Places, program: str
    ) -> None:
        super().__init__(daemon=True)
        self.program = program
        self.setup = Setup()
        self.tasks = tasks
        self.answer = answer
        self.places = places
        self.place = Place()
        self.hello: queue.Queue[Hello | BaseException] = queue.Queue()
        self.process: subprocess.Popen[bytes] | None = None
        self.channel: Channel | None = None
        self.known: set[str] = set()
        """The problems that the worker has."""
        self.stopped = False
        self._isolation = ""

    def begin(self, setup: Setup) -> None:
        """Starts to work in that way."""
        self.setup = setup
        self.start()

    def end(self) -> None:
        """Waits for the end of the thread, and of the process that stands by where there is none."""
        if self.ident is not None:
            self.join()
        else:
            self._end()

    def run(self) -> None:
        try:
            self._launch()
            while (task := self.tasks.get()) is not None and not self.stopped:
                self.places.take(self.place)
                try:
                    self.answer((task, self._trial(task)))
                finally:
                    self.places.leave(self.place)
        except BaseException as error:
            self.hello.put(error)
            if not self.stopped:
                self.answer(error)
        finally:
            self._end()

    def stop(self) -> None:
        self.stopped = True
        process = self.process
        if process is not None and process.poll() is None:
            process.send_signal(signal.SIGTERM)

    def _trial(self, task: Task) -> Trial:
        """The trial of one task; what fails again and again is blamed on the candidate if others can be judged."""
        trial, why, deaths, faults = None, "", 0, 0
        while deaths < MAX_DEATHS and faults < MAX_FAULTS and not self.stopped:
            trial = self._attempt(task)
            if trial is None:
                deaths += 1
                why = f"the process that judged it ended {deaths} times"
            elif trial.verdict is not None:
                return replace(trial, candidate=task.candidate)
            else:
                faults += 1
                why = trial.fault
        if not self.stopped and self._can_judge(task):
            return self._blamed(task, why)
        return Trial(task.problem.id, task.candidate, None, fault=why, judge=self.setup.judge)

    def _attempt(self, task: Task) -> Trial | None:
        """One attempt at a task; `None` when the worker died or did not answer."""
        try:
            if self.channel is None:
                self._launch()
            return self._asked(task)
        except (Closed, TimeoutError):
            self._end()
            return None
        except Fault as fault:
            self._end()
            return Trial(task.problem.id, task.candidate, None, fault=str(fault), judge=self.setup.judge)

    def _can_judge(self, task: Task) -> bool:
        """Whether a fresh worker judges a harmless candidate of the same problem."""
        self._end()
        trial = self._attempt(replace(task, candidate=Candidate(_harmless(task.problem))))
        return trial is not None and trial.verdict is not None

    def _blamed(self, task: Task, why: str) -> Trial:
        detail = f"it could not be judged while other candidates can: {why}"
        suspicion = Suspicion(SuspicionKind.GARBAGE, why[:500])
        return Trial(
            task.problem.id,
            task.candidate,
            Verdict.CRASHED,
            suspicions=(suspicion,),
            detail=detail,
            judge=self.setup.judge,
            isolation=self._isolation,
        )

    def _asked(self, task: Task) -> Trial:
        assert self.channel is not None, "a worker was launched"
        problem = None if task.problem.id in self.known else task.problem
        limits = self.setup.limits.beside(task.problem.pace)
        self.channel.connection.settimeout(60 + 3 * limits.wall_seconds)
        self.channel.send((problem, task.problem.id, task.candidate))
        self.known.add(task.problem.id)
        answer = self.channel.receive()
        if isinstance(answer, Refusal):
            raise answer.error()
        assert isinstance(answer, Trial), "a worker answers with a trial"
        return answer

    def stand_by(self) -> None:
        """Starts the process, which gets ready and then waits to be told how to work."""
        ours, theirs = socket.socketpair()
        ours.settimeout(START_SECONDS)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", self.program, str(theirs.fileno())],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
                env=_environment(),
            )
        self.channel = Channel(ours)
        self.known.clear()
        if self.stopped:
            self.stop()

    def _launch(self) -> None:
        if self.channel is None:
            self.stand_by()
        assert self.channel is not None, "it was just started"
        try:
            self.channel.send(self.setup)
            answer = self.channel.receive()
        except Closed as error:
            raise Fault(f"a worker process did not start: {error}") from None
        if isinstance(answer, Refusal):
            raise answer.error()
        self._isolation = answer.isolation
        self.hello.put(answer)

    def _end(self) -> None:
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


def _harmless(problem: Problem) -> str:
    """A candidate that has what the tests ask for and does nothing."""
    return "\n".join(f"def {name}(*given, **named): return None" for name in dict.fromkeys(problem.check.required))


def _environment() -> dict[str, str]:
    """Ours, with the folder of this very package first: a worker must be of the same code."""
    home = str(Path(__file__).parents[2])
    path = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{home}{os.pathsep}{path}" if path else home}
