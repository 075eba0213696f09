"""Computational accuracy of 200 small Python pairs: the sandbox with every layer on against plain `subprocess.run`.

Both sides run both programs of every pair with two workers, take turns round by round, and are counted with all their
processes. The machine may be shared: of the wall time only the ratio within one round means anything, and the CPU time
beside it does not depend on neighbours.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from assay.ca.evaluating import ProgramPair, Terms
from assay.engines.base import Task
from assay.engines.local import LocalEngine
from assay.records import ProgramInput, ProgramSource
from assay.spec import Judging
from benchmarks.bench import Options, Outcome, table
from benchmarks.measure import BenchError, cpu_by_depth
from benchmarks.small_programs import small_programs

PAIRS, QUICK_PAIRS = 200, 20
ROUNDS, QUICK_ROUNDS = 5, 1
WORKERS = 2
GOAL = 6.0


@dataclass(frozen=True, slots=True)
class Lap:
    """What one round cost one side."""

    wall_seconds: float
    cpu_seconds: float


def run(options: Options) -> Outcome:
    count, rounds = (QUICK_PAIRS, QUICK_ROUNDS) if options.quick else (PAIRS, ROUNDS)
    pairs = make_pairs(count)
    with tempfile.TemporaryDirectory() as folder:
        files = write_programs(Path(folder), pairs)
        with Warm() as warm:
            warm.judge(pairs[:QUICK_PAIRS])
            plain_pairs(files[:QUICK_PAIRS])
            laps = [(lap(lambda: plain_pairs(files)), lap(lambda: warm.judge(pairs))) for _ in range(rounds)]
    return report(count, laps)


def make_pairs(count: int) -> list[ProgramPair]:
    return [
        ProgramPair(
            str(i),
            ProgramSource(program.source.encode(), "python"),
            ProgramSource((program.source + "\n# the same again\n").encode(), "python"),
            (ProgramInput(program.stdin.encode()),),
        )
        for i, program in enumerate(small_programs(count))
    ]


def write_programs(folder: Path, pairs: Sequence[ProgramPair]) -> list[tuple[Path, Path, bytes]]:
    files = []
    for pair in pairs:
        paths = folder / f"{pair.name}_truth.py", folder / f"{pair.name}_prediction.py"
        for path, source in zip(paths, (pair.groundtruth, pair.prediction), strict=True):
            path.write_bytes(source.data)
        files.append((*paths, pair.inputs[0].stdin))
    return files


class Warm:
    """An engine that lives as long as the bench."""

    def __init__(self) -> None:
        self.engine = LocalEngine(WORKERS)
        self.engine.start(Judging("programs", Terms().limits))

    def judge(self, pairs: Sequence[ProgramPair]) -> None:
        tasks = [Task(i, Terms().problem(pair), pair.candidate()) for i, pair in enumerate(pairs)]
        trials = [answer[1] for answer in self.engine.trials(tasks) if answer is not None]
        wrong = [trial.problem_id for trial in trials if trial.accuracy is None or trial.accuracy.score != 1.0]
        if wrong or len(trials) != len(pairs):
            raise BenchError(f"{len(wrong)} of {len(pairs)} pairs do not score 1.0, such as {wrong[:3]}")

    def __enter__(self) -> Warm:
        return self

    def __exit__(self, *exception: object) -> None:
        self.engine.close()


def plain_pairs(files: Sequence[tuple[Path, Path, bytes]]) -> None:
    """What a user would write: start the interpreter for both, compare output and status."""

    def pair(item: tuple[Path, Path, bytes]) -> bool:
        truth, prediction, stdin = item
        left, right = (
            subprocess.run([sys.executable, path], input=stdin, capture_output=True, timeout=30, check=False)
            for path in (truth, prediction)
        )
        return (left.stdout, left.returncode) == (right.stdout, right.returncode)

    with ThreadPoolExecutor(WORKERS) as pool:
        if not all(pool.map(pair, files)):
            raise BenchError("a plain pair differs")


def lap(act: Callable[[], None]) -> Lap:
    before, started = sum(cpu_by_depth(os.getpid())), time.perf_counter()
    act()
    return Lap(time.perf_counter() - started, sum(cpu_by_depth(os.getpid())) - before)


def report(count: int, laps: Sequence[tuple[Lap, Lap]]) -> Outcome:
    walls = [plain.wall_seconds / warm.wall_seconds for plain, warm in laps]
    cpus = [plain.cpu_seconds / warm.cpu_seconds for plain, warm in laps]
    plain = statistics.median(one.wall_seconds for one, _ in laps)
    ours = statistics.median(one.wall_seconds for _, one in laps)
    plain_cpu = statistics.median(one.cpu_seconds for one, _ in laps)
    ours_cpu = statistics.median(one.cpu_seconds for _, one in laps)
    body = [
        ("`subprocess.run` in 2 threads", f"{count / plain:.0f}", f"{1000 * plain_cpu / count:.1f}", "1.0", "1.0"),
        (
            "Assay, every layer on, 2 workers",
            f"{count / ours:.0f}",
            f"{1000 * ours_cpu / count:.1f}",
            f"{statistics.median(walls):.1f}",
            f"{statistics.median(cpus):.1f}",
        ),
    ]
    head = ("", "pairs per second", "CPU ms per pair", "ratio", "CPU ratio")
    note = f"Median of {len(laps)} rounds; wanted: at least {GOAL:g} times the pairs per second."
    figures = {
        "pairs": count,
        "plain_pairs_per_second": round(count / plain, 1),
        "assay_pairs_per_second": round(count / ours, 1),
        "ratio": round(statistics.median(walls), 2),
        "cpu_ratio": round(statistics.median(cpus), 2),
        "goal": GOAL,
    }
    return Outcome("pairs of small Python programs", f"{table(head, body)}\n\n{note}", figures)
