"""What a Ray cluster costs beside plain processes: quick candidates, two slots each, CPU of everything that runs.

The cluster is one of this machine, started by the contender: all its processes count, the drivers and daemons too.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import data
from benchmarks.bench import Options, Outcome, table
from benchmarks.contender import WORKERS, Answer, answer
from benchmarks.measure import Lap, Running

if TYPE_CHECKING:
    from assay.engines.base import Engine

CANDIDATES, QUICK_CANDIDATES = 20_000, 2_000
ROUNDS = 4
"""The engines take turns, so that what else the machine does strikes both."""
WARM_UP = range(200)
GOAL = 1.3
DESCRIBED = {"engine-local": "local: worker processes", "engine-ray": "ray: actors of a cluster"}


class Local:
    """The engine of worker processes."""

    def __init__(self) -> None:
        from assay.spec import Judging

        self._engine = self.engine()
        self._engine.start(Judging())
        self._engine.machine()

    def engine(self) -> Engine:
        from assay.engines.local import LocalEngine

        return LocalEngine(WORKERS)

    def judge(self, order: Sequence[int]) -> Answer:
        from assay.engines.base import Task
        from assay.records import Candidate, Case, Cases, Problem

        problem = Problem("double", Cases("double", (Case((2,), 4),)))
        tasks = (Task(number, problem, Candidate(f"def double(x): return 2 * x  # {number}")) for number in order)
        given = [found[1] for found in self._engine.trials(tasks) if found is not None]
        return answer(sum(trial.verdict is not None and trial.verdict.passed for trial in given))

    def close(self) -> None:
        self._engine.close()


class OnRay(Local):
    """The engine of actors, on a cluster that ends with it."""

    def engine(self) -> Engine:
        from assay.engines.cluster import RayEngine

        return RayEngine("local", WORKERS)


def run(options: Options) -> Outcome:
    title = "Engines"
    if find_spec("ray") is None:
        return Outcome(title, skipped="Ray is not installed; `make test-ray` makes an environment that has it")
    count = QUICK_CANDIDATES if options.quick else CANDIDATES
    laps: dict[str, list[Lap]] = {name: [] for name in DESCRIBED}
    with ExitStack() as stack:
        running = {}
        for name in DESCRIBED:
            running[name] = Running(name, python=Path(sys.executable), warm_up=WARM_UP, cwd=data.REPOSITORY)
            stack.callback(running[name].kill)
        for number in range(ROUNDS):
            for name, contender in running.items():
                print(f"round {number + 1} of {ROUNDS}: {DESCRIBED[name]}", file=sys.stderr)
                laps[name].append(contender.lap(range(number, count, ROUNDS)))
    return Outcome(title, _text(laps, count), _figures(laps))


def _text(laps: dict[str, list[Lap]], count: int) -> str:
    rows = [
        [
            text,
            f"{_cpu(laps[name]):.2f}",
            f"{_main_cpu(laps[name]):.2f}",
            f"{count / sum(lap.wall_seconds for lap in laps[name]):.0f}",
        ]
        for name, text in DESCRIBED.items()
    ]
    ratios = [there.cpu_seconds / here.cpu_seconds for here, there in zip(*laps.values(), strict=True)]
    ratio = statistics.median(ratios)
    return "\n\n".join(
        (
            f"{count:,} quick candidates, {WORKERS} slots, median of {len(ratios)} rounds in turn.",
            table(["engine", "CPU ms each", "of it the caller's process", "per s"], rows),
            f"Ray takes {ratio:.2f} times the CPU of local, {min(ratios):.2f}–{max(ratios):.2f} by round "
            f"(goal ≤ {GOAL}: {'met' if ratio <= GOAL else 'missed'}).",
        )
    )


def _cpu(laps: Sequence[Lap]) -> float:
    """Milliseconds of a candidate."""
    return statistics.median(1000 * lap.cpu_seconds / lap.candidates for lap in laps)


def _main_cpu(laps: Sequence[Lap]) -> float:
    """Milliseconds of a candidate in the process that calls the engine."""
    return statistics.median(1000 * lap.cpu_by_depth[0] / lap.candidates for lap in laps)


def _figures(laps: dict[str, list[Lap]]) -> dict[str, Any]:  # Any: JSON
    return {name: {"cpu_ms": _cpu(found), "main_cpu_ms": _main_cpu(found)} for name, found in laps.items()}
