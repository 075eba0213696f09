"""Children that are forked one for each mutant, watched from here, and ended when they loop or hang."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

TICK_SECONDS = 0.05
"""How often it is looked at whether a child that says nothing is still there: its pipe may be open elsewhere."""
SHORT_TICK_SECONDS = 0.005
LOOK_SECONDS = 0.5
"""How often it is looked at whether such a child works."""
END = "end"
"""The last that a child says."""
IDLE_SECONDS = 3.0
"""A child that has done next to nothing for so long is blocked."""
IDLE_SHARE = 0.01
"""The share of what it could have used, below which a child does next to nothing."""
BACKSTOP_SECONDS = 120.0
"""After so long a child is ended whatever it does, beyond what its tests take."""
SAMPLE_SECONDS = 0.001
"""CPU time that is spent to find out how much of a CPU a process gets at the moment."""
MAX_SAID = 1 << 20
"""Bytes that the child of a mutant may say."""
MAX_TOLD = 1 << 28
"""The same for one that runs all tests on the original."""
LAST_LINE = json.dumps(END).encode() + b"\n"
CPU_CLOCK = 2
"""Of the kernel's clocks of another process: the one of its CPU time."""


@dataclass
class Child:
    """One forked process: who it is for, what it has said, and how it ended."""

    tag: Any  # Any: whatever the caller knows it by
    pid: int
    pipe: int
    wall_seconds: float
    """How long its tests take without a mutant; a child that sleeps may take that long, and some more."""
    most_said: int = MAX_SAID
    said: bytearray = field(default_factory=bytearray)
    started: float = field(default_factory=time.monotonic)
    status: int = 0
    cpu_seconds: float = 0.0
    hung: bool = False
    """Whether it was ended from here, for it was blocked."""
    silent: bool = False
    """Whether it has closed its pipe; it may still run."""
    reaped: bool = False
    looked_at: float = 0.0
    """When it was last looked at; 0: never."""
    idle: float = 0.0
    """Seconds in which it could have worked and did not."""
    late: float = 0.0
    """Seconds in which it could have worked since its tests should have been over."""
    used: float = 0.0
    """CPU seconds when it was last looked at."""

    def read(self) -> bool:
        """Take what it has said; return false when it will say nothing more."""
        try:
            data = os.read(self.pipe, 1 << 16)
        except BlockingIOError:
            return True
        self.said += data
        return bool(data)

    def reap(self, options: int = 0) -> bool:
        """Note how it ended, if it has (or wait for that); return whether it has."""
        if not self.reaped:
            pid, status, usage = os.wait4(self.pid, options)
            if pid:
                self.reaped, self.status = True, status
                self.cpu_seconds = usage.ru_utime + usage.ru_stime
        return self.reaped

    @property
    def ended(self) -> bool:
        """Whether it has said its last word."""
        return self.said.endswith(LAST_LINE)

    def messages(self) -> list[Any]:  # Any: JSON
        """Return what it said before its last word, one message a line, as far as they can be read."""
        found = []
        for line in bytes(self.said).split(b"\n")[:-1]:
            try:
                found.append(json.loads(line))
            except ValueError:
                break
        return found[:-1] if self.ended else found

    @property
    def timed_out(self) -> bool:
        """Whether it was ended for want of CPU time, or because it was blocked."""
        return self.hung or (
            os.WIFSIGNALED(self.status) and os.WTERMSIG(self.status) in (signal.SIGPROF, signal.SIGXCPU)
        )

    def ending(self) -> str:
        """Return how it ended, in words."""
        if self.ended:
            return "ended as it should"
        if self.timed_out:
            return "blocked" if self.hung else "out of CPU time"
        if os.WIFSIGNALED(self.status):
            return f"ended by signal {os.WTERMSIG(self.status)}"
        return f"its process left with status {os.WEXITSTATUS(self.status)}"


class Speaker:
    """The child's end of its pipe."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    def say(self, message: object) -> None:
        """Write one line of JSON."""
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(self._pipe, data) :]


class Pool:
    """Runs children, at most `jobs` at a time."""

    def __init__(self, jobs: int, private: tuple[int, ...]) -> None:
        self._jobs = max(1, jobs)
        self._private = private
        """Descriptors that no child may have."""
        self._running: dict[int, Child] = {}
        self._poller = select.poll()

    @property
    def full(self) -> bool:
        """Whether no more can be started now."""
        return len(self._running) >= self._jobs

    def start(self, tag: Any, work: Callable[[Speaker], None], *, wall_seconds: float = 0.0) -> None:  # Any: see Child
        """Fork a child that does this work and then leaves."""
        ours, theirs = os.pipe()
        os.set_blocking(ours, False)
        pid = os.fork()
        if pid == 0:
            _be_child(work, theirs, (*self._private, ours, *self._running))
        os.close(theirs)
        self._running[ours] = Child(tag, pid, ours, wall_seconds)
        self._poller.register(ours, select.POLLIN)

    def finished(self) -> Iterator[Child]:
        """Wait until at least one child is over, and yield those that are; nothing where none runs."""
        over: list[Child] = []
        while self._running and not over:
            ready = {pipe for pipe, _ in self._poller.poll(self._tick() * 1000)}
            for child in list(self._running.values()):
                said = child.pipe in ready
                if said and not child.read():
                    self._poller.unregister(child.pipe)
                    child.silent, said = True, False
                if self._is_over(child, said=said):
                    over.append(self._end(child))
        yield from over

    def _tick(self) -> float:
        """Return how long to wait: who has closed its pipe ends soon, or else must be watched."""
        return SHORT_TICK_SECONDS if any(child.silent for child in self._running.values()) else TICK_SECONDS

    def _is_over(self, child: Child, *, said: bool) -> bool:
        """Return whether a child has ended, has nothing more to say, or is blocked."""
        if child.ended:
            return True
        if said:
            return len(child.said) > child.most_said
        if child.reap(os.WNOHANG):
            child.read()
            return True
        child.hung = self._is_blocked(child)
        return child.hung

    def run(self, work: Callable[[Speaker], None]) -> Child:
        """Run one child to its end, while no other runs; it may take as long as it wants to, and say much."""
        self.start("", work, wall_seconds=1e9)
        next(iter(self._running.values())).most_said = MAX_TOLD
        return next(self.finished())

    def _is_blocked(self, child: Child) -> bool:
        """Return whether a child waits for something, or takes far too long.

        Time counts as far as the child could have had a CPU: on a busy machine that is a small part of it.
        """
        now = time.monotonic()
        if now - child.started < child.wall_seconds or now - (child.looked_at or child.started) < LOOK_SECONDS:
            return False
        used = _cpu_seconds(child.pid)
        if child.looked_at:
            possible = (now - child.looked_at) * _share()
            child.late += possible
            child.idle = child.idle + possible if used - child.used < IDLE_SHARE * possible else 0.0
        child.looked_at, child.used = now, used
        return child.idle > IDLE_SECONDS or child.late > BACKSTOP_SECONDS

    def _end(self, child: Child) -> Child:
        """End whatever is left of a child, and note how it ended."""
        del self._running[child.pipe]
        if not child.silent:
            self._poller.unregister(child.pipe)
        os.close(child.pipe)
        if not child.reaped:  # blocked, too loud, or at its end: whoever says so may be a mutant that goes on
            _kill(child.pid)
        child.reap()
        _kill_group(child.pid)
        return child


def limit_cpu(seconds: float) -> None:
    """End this process after so much more CPU time; 0: not any more. Its own children are ended a little later."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _be_child(work: Callable[[Speaker], None], pipe: int, private: tuple[int, ...]) -> None:
    """Do the work in the forked process, and never return."""
    status = 1
    try:
        os.setsid()
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        for descriptor in private:
            os.close(descriptor)
        speaker = Speaker(pipe)
        work(speaker)
        speaker.say(END)
        status = 0
    except BaseException:  # whatever a mutant raises ends its own process and nothing else
        status = 70
    finally:
        os._exit(status)


def limit_descendants(seconds: float) -> None:
    """Bound the CPU time of this process and of each that it starts, in whole seconds: the timer is not inherited."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    wanted = int(seconds) + 2 + int(time.process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def _share() -> float:
    """Return which share of a CPU a process gets at the moment that wants all of one."""
    wall, cpu = time.monotonic(), time.process_time()
    while time.process_time() - cpu < SAMPLE_SECONDS:
        pass
    return min(1.0, (time.process_time() - cpu) / max(time.monotonic() - wall, 1e-9))


def _cpu_seconds(pid: int) -> float:
    """Return the CPU time of another process; 0 where the kernel does not say."""
    try:
        return time.clock_gettime((~pid << 3) | CPU_CLOCK)
    except OSError:
        return 0.0


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _kill_group(pid: int) -> None:
    """End what a child has left behind in its session."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
