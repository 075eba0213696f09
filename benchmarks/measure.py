"""CPU seconds of whole process trees: every contender runs in a tree of its own, accounted to the last child.

A contender is a child process (`benchmarks.contender`) that says when it is ready and then judges one list after
another on demand. While it waits nothing in its tree runs, so the difference of two readings of the tree is what a
lap cost: the CPU clocks of the living processes plus what the kernel has booked for the children they reaped.
At the end the whole tree must be gone, and the kernel's total for it must agree with the last reading.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

TICK_SECONDS = 1 / os.sysconf("SC_CLK_TCK")
ANSWER_SECONDS = 900


class BenchError(RuntimeError):
    """A contender did not do what it is measured for, so there is no figure."""


@dataclass(frozen=True, slots=True)
class Lap:
    """What one list of candidates cost one contender."""

    candidates: int
    cpu_seconds: float
    """Of all processes of the contender's tree."""
    wall_seconds: float
    stages: Mapping[str, float] = field(default_factory=dict)
    """Seconds by stage, where the contender tells."""
    cpu_by_depth: Sequence[float] = ()
    """The same CPU seconds by generation: the contender itself, its children, their children, ..."""


@dataclass(frozen=True, slots=True)
class Overhead:
    """What a contender cost outside of its laps."""

    start_cpu_seconds: float
    """Interpreters, imports, workers and the warm-up."""
    start_wall_seconds: float
    close_cpu_seconds: float


class Running:
    """A contender that has warmed up and waits for lists of candidates."""

    def __init__(self, name: str, *, python: Path, warm_up: Sequence[int], cwd: Path) -> None:
        self.name = name
        started = time.perf_counter()
        self._process = subprocess.Popen(
            [python, "-m", "benchmarks.contender", name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=cwd,
            env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
            start_new_session=True,
        )
        self._ask(warm_up)
        self._start_wall = time.perf_counter() - started
        self._start_cpu = self._cpu = sum(cpu_by_depth(self._process.pid))

    def lap(self, order: Sequence[int]) -> Lap:
        """Judge the candidates of `order`, all of which must pass."""
        before = cpu_by_depth(self._process.pid)
        started = time.perf_counter()
        answer = self._ask(order)
        wall = time.perf_counter() - started
        after = cpu_by_depth(self._process.pid)
        self._cpu = sum(after)
        grown = [late - early for early, late in zip_longest(before, after, fillvalue=0.0)]
        return Lap(len(order), sum(grown), wall, answer["stages"], grown)

    def close(self) -> Overhead:
        """End the contender and check that nothing escaped the accounting."""
        self._pipe_in().close()
        _, status, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        self._pipe_out().close()
        total = usage.ru_utime + usage.ru_stime
        if self._process.returncode != 0:
            raise BenchError(f"{self.name} ended with status {self._process.returncode}")
        if total < self._cpu - 5 * TICK_SECONDS:
            raise BenchError(
                f"{self.name}: {total:.2f} CPU s in all, but {self._cpu:.2f} s were seen: a process escaped"
            )
        return Overhead(self._start_cpu, self._start_wall, max(0.0, total - self._cpu))

    def kill(self) -> None:
        """End the whole tree without asking."""
        if self._process.returncode is not None:
            return
        for pid, _ in list(tree(self._process.pid)):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self._process.wait()

    def _ask(self, order: Sequence[int]) -> dict[str, Any]:  # Any: JSON
        self._pipe_in().write(json.dumps(list(order)).encode() + b"\n")
        self._pipe_in().flush()
        ready, _, _ = select.select([self._pipe_out()], [], [], ANSWER_SECONDS)
        line = self._pipe_out().readline() if ready else b""
        if not line:
            raise BenchError(f"{self.name} {'ended' if ready else 'hangs'} instead of answering")
        answer: dict[str, Any] = json.loads(line)  # Any: JSON
        if answer["passed"] != len(order):
            raise BenchError(
                f"{self.name}: only {answer['passed']} of {len(order)} references passed. {answer['note']}"
            )
        return answer

    def _pipe_in(self) -> Any:  # Any: typeshed has IO[bytes] | None
        return self._process.stdin

    def _pipe_out(self) -> Any:  # Any: typeshed has IO[bytes] | None
        return self._process.stdout


def cpu_by_depth(root: int) -> list[float]:
    """What `root` has used, what its children have, and so on; a child that was reaped counts where it was."""
    seconds: dict[int, float] = defaultdict(float)
    for pid, depth in tree(root):
        own, reaped = _cpu_seconds(pid)
        seconds[depth] += own
        seconds[depth + 1] += reaped
    return [seconds[depth] for depth in range(len(seconds))]


def tree(root: int) -> Iterator[tuple[int, int]]:
    """`root` and everything that descends from it, each with its generation."""
    children = defaultdict(list)
    for entry in os.listdir("/proc"):
        if entry.isdigit() and (fields := _stat(int(entry))):
            children[int(fields[1])].append(int(entry))
    waiting = [(root, 0)]
    while waiting:
        pid, depth = waiting.pop()
        yield pid, depth
        waiting += [(child, depth + 1) for child in children[pid]]


def _cpu_seconds(pid: int) -> tuple[float, float]:
    """Own time by the process's CPU clock, to the nanosecond; that of its reaped children in ticks of 10 ms."""
    fields = _stat(pid)
    if not fields:
        return 0.0, 0.0
    own = time.clock_gettime((~pid << 3) | 2)  # clock_getcpuclockid(3), also for zombies
    return own, (int(fields[13]) + int(fields[14])) * TICK_SECONDS


def _stat(pid: int) -> list[str]:
    """What /proc/PID/stat has after the name (0 state, 1 parent, 13 cutime, 14 cstime), or nothing when it is gone."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return []
    return text.rpartition(")")[2].split()
