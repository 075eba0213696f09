"""Effective time: wall time minus the time a process was ready to run and had no CPU.

Sleeping counts, a busy neighbour does not, so that a verdict does not move with the load of the machine. Of several
threads the one that waited longest counts, not their sum, and CPU time is a lower bound: waiting for one's own threads
is not waiting for a neighbour, and must not pay for sleeping.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterable, Mapping
from threading import get_ident
from typing import NamedTuple

Pids = Callable[[], Iterable[int]]
_TICKS = os.sysconf("SC_CLK_TCK")


class Clock:
    """A clock for one execution, seen from outside; costs nothing until somebody asks for more than wall time."""

    def __init__(self, pids: Pids) -> None:
        self.started = time.monotonic()
        self._pids = pids
        self._helpers: Pids = tuple
        self._own_start = waited_by_this_thread()
        self._helpers_start = 0.0

    def exclude_time_of(self, helpers: Pids) -> None:
        """Leave out the time of processes of ours that work in turn with the candidate."""
        self._helpers = helpers
        self._helpers_start = _spent(helpers())

    def wall(self) -> float:
        return time.monotonic() - self.started

    def effective(self) -> float:
        pids = list(self._pids())
        used = sum(map(cpu, pids))
        helpers = _spent(self._helpers()) - self._helpers_start
        own = waited_by_this_thread() - self._own_start
        delay = max(map(waited, pids), default=0.0)
        lived = min((age(pid) for pid in pids), default=math.inf)
        return max(min(self.wall(), lived) - delay - helpers - own, used)


class ProcessTimes(NamedTuple):
    """What a process has spent so far, in seconds."""

    waits: Mapping[str, float]
    """For a CPU: what each of its threads waited."""
    used: float
    outlived: float
    """What its children had used, and theirs, when it waited for their end."""

    def waited_since(self, before: ProcessTimes) -> float:
        """Return how long the thread waited for a CPU that waited longest since then.

        Threads wait in turn where one of them works for the others, as those of a runtime that compiles do.
        """
        return max((now - before.waits.get(thread, 0.0) for thread, now in self.waits.items()), default=0.0)


NOTHING = ProcessTimes({}, 0.0, 0.0)


class TreeClock(Clock):
    """The clock of a program and of everything that it starts.

    A program could hide from a single look: processes that have ended tell nothing any more, and young ones have
    waited for nothing. So somebody has to look again and again (`sample`), and what was seen once is kept: CPU time
    adds up over all processes, and of each stretch between two looks the longest wait for a CPU is taken off. Wall
    time runs from the fork of the first process, whatever it forks later.
    """

    def __init__(self, pids: Pids, reaper: int = 0) -> None:
        """Start the clock; `reaper` is the process that waits for orphans, if any: what they used is known there."""
        super().__init__(pids)
        self._reaper = reaper
        self._reaped = outlived(reaper) if reaper else 0.0
        self._born: float | None = None
        self._looked = self.started
        self._waited = 0.0
        self._used = 0.0
        self._seen: dict[int, ProcessTimes] = {}
        """What each process had spent when it was last seen."""

    def sample(self) -> None:
        """Look at all processes; cheap enough to be done ten times a second."""
        now = time.monotonic()
        pids = list(self._pids())
        if self._born is None and pids:
            oldest = max(filter(math.isfinite, map(age, pids)), default=math.inf)
            self._born = max(self.started, now - oldest)
        stretch, self._looked = now - self._looked, now
        before, self._seen = self._seen, {pid: process_times(pid) for pid in pids}
        pairs = [(before.get(pid, NOTHING), now) for pid, now in self._seen.items()]
        gone = sum(last.used + last.outlived for pid, last in before.items() if pid not in self._seen)
        reaped_before, self._reaped = self._reaped, outlived(self._reaper) if self._reaper else 0.0
        inherited = sum(now.outlived - last.outlived for last, now in pairs) + self._reaped - reaped_before
        self._used += sum(max(0.0, now.used - last.used) for last, now in pairs) + max(0.0, inherited - gone)
        self._waited += min(stretch, max((now.waited_since(last) for last, now in pairs), default=0.0))

    def effective(self) -> float:
        self.sample()
        own = waited_by_this_thread() - self._own_start
        helpers = _spent(self._helpers()) - self._helpers_start
        lived = time.monotonic() - (self.started if self._born is None else self._born)
        return max(lived - self._waited - helpers - own, self._used)


def _spent(pids: Iterable[int]) -> float:
    return sum(waited(pid) + cpu(pid) for pid in pids)


def age(pid: int) -> float:
    """Return the seconds since a process was forked; infinite if unknown."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            ticks = int(file.read().rpartition(b")")[2].split()[19])
    except (OSError, IndexError, ValueError):
        return math.inf
    return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / _TICKS


def waited(pid: int) -> float:
    """Return the most seconds that any thread of a process waited for a CPU; 0 where the kernel does not say."""
    return max(waits(pid).values(), default=0.0)


def waits(pid: int) -> dict[str, float]:
    """Return the seconds that each thread of a process waited for a CPU; none where the process is gone."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return {}
    return {thread: _run_delay(f"/proc/{pid}/task/{thread}/schedstat") / 1e9 for thread in threads}


def cpu(pid: int) -> float:
    """Return the CPU seconds of a process with all its threads; also of a zombie."""
    try:
        return time.clock_gettime_ns((~pid << 3) | 2) / 1e9
    except OSError:
        return 0.0


def process_times(pid: int) -> ProcessTimes:
    """Return what a process has spent so far; nothing where it is gone."""
    return ProcessTimes(waits(pid), cpu(pid), outlived(pid))


def outlived(pid: int) -> float:
    """Return the CPU seconds of those children, and theirs, that a process has waited for; 0 where it is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        return (int(fields[13]) + int(fields[14])) / _TICKS
    except (OSError, IndexError, ValueError):
        return 0.0


def waited_by_this_thread() -> float:
    key = os.getpid(), get_ident()
    if key not in _own_files:
        try:
            _own_files[key] = os.open("/proc/thread-self/schedstat", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return 0.0
    return _second_field(_own_files[key]) / 1e9


_own_files: dict[tuple[int, int], int] = {}
"""One open file for each thread that ever ran a candidate: reading it is most of what a clock costs."""


def available() -> bool:
    """Return whether this kernel counts run-queue delay; otherwise limits are on CPU time, with wall as a backstop."""
    try:
        with open("/proc/self/schedstat") as file:
            return len(file.read().split()) >= 2
    except OSError:
        return False


def tree(root: int) -> list[int]:
    """Return all descendants of a process, itself not included."""
    found: list[int] = []
    stack = [root]
    while stack:
        pid = stack.pop()
        for child in _children(pid):
            found.append(child)
            stack.append(child)
    return found


def _children(pid: int) -> list[int]:
    children: list[int] = []
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return children
    for thread in threads:
        try:
            with open(f"/proc/{pid}/task/{thread}/children") as file:
                children.extend(map(int, file.read().split()))
        except OSError:  # this thread has ended since; the others still have theirs
            continue
    return children


def _run_delay(path: str) -> int:
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return 0
    try:
        return _second_field(fd)
    finally:
        os.close(fd)


def _second_field(fd: int) -> int:
    try:
        return int(os.pread(fd, 128, 0).split()[1])
    except (OSError, IndexError, ValueError):
        return 0
