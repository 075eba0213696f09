"""All inputs of HumanEval+, some 124,000 calls of the 164 references: Assay against EvalPlus and against no harness.

Two workers each; the references called in one process, with copies of the arguments and nothing else, are the bound:
half their time is what two workers that cost nothing would take.
"""

from __future__ import annotations

import copy
import statistics
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks import data, peers
from benchmarks.bench import Options, Outcome, table
from benchmarks.contender import WORKERS, Answer, answer
from benchmarks.judge import shuffled
from benchmarks.measure import Lap, Running

ROUNDS, QUICK_ROUNDS = 1, 1
WARM_UP = range(3)
SEED = 5
DESCRIBED = {
    "in-process": "references called in one process",
    "evalplus-whole": "EvalPlus 0.3.1, all inputs",
    "assay-plus": "Assay, all inputs",
}
AIM = 1.3
"""Of half the time in one process."""


class InProcess:
    """Calls every reference with every input, one after the other."""

    def __init__(self) -> None:
        self._work = [_loaded(row) for row in data.rows(data.HUMANEVAL_PLUS)]

    def judge(self, order: Sequence[int]) -> Answer:
        for position in order:
            function, inputs = self._work[position]
            for arguments in inputs:
                function(*copy.deepcopy(arguments))
        return answer(len(order))

    def close(self) -> None:
        pass


def _loaded(row: data.Row) -> tuple[Callable[..., object], list[Any]]:  # Any: JSON
    namespace: dict[str, Any] = {}  # Any: what the reference defines
    exec(data.reference(row), namespace)
    return namespace[row["entry_point"]], [*row["base_input"], *row["plus_input"]]


def run(options: Options) -> Outcome:
    title = "All inputs of HumanEval+"
    reason = data.missing(data.HUMANEVAL_PLUS)
    if reason:
        return Outcome(title, skipped=reason)
    rounds = QUICK_ROUNDS if options.quick else ROUNDS
    laps: dict[str, list[Lap]] = {name: [] for name in DESCRIBED}
    with ExitStack() as stack:
        running = {}
        for name in DESCRIBED:
            python = peers.python() if name.startswith("evalplus") else Path(sys.executable)
            running[name] = Running(name, python=python, warm_up=WARM_UP, cwd=data.REPOSITORY)
            stack.callback(running[name].kill)
        for number in range(rounds):
            for name, contender in running.items():
                print(f"round {number + 1} of {rounds}: {DESCRIBED[name]}", file=sys.stderr)
                laps[name].append(contender.lap(shuffled(seed=SEED + number)))
        for contender in running.values():
            contender.close()
    return Outcome(title, _text(laps), _figures(laps))


def _text(laps: dict[str, list[Lap]]) -> str:
    calls = sum(len(row["base_input"]) + len(row["plus_input"]) for row in data.rows(data.HUMANEVAL_PLUS))
    rows = [
        [text, f"{_wall(laps[name]):.1f}", f"{_cpu(laps[name]):.1f}", f"{_times_bound(laps, name):.2f}"]
        for name, text in DESCRIBED.items()
    ]
    ratio = _wall(laps["evalplus-whole"]) / _wall(laps["assay-plus"])
    cpu = _cpu(laps["evalplus-whole"]) / _cpu(laps["assay-plus"])
    verdict = "met" if ratio > 1 else "missed"
    return "\n\n".join(
        (
            f"{calls:,} calls, {WORKERS} workers, median of {len(laps['in-process'])} round(s).",
            table(["contender", "wall s", "CPU s", "× half of one process"], rows),
            f"Assay is {ratio:.2f} times as fast as EvalPlus by the clock, {cpu:.2f} by CPU (goal > 1: {verdict}; "
            f"aim: {AIM} × half of one process).",
        )
    )


def _wall(laps: Sequence[Lap]) -> float:
    return statistics.median(lap.wall_seconds for lap in laps)


def _cpu(laps: Sequence[Lap]) -> float:
    return statistics.median(lap.cpu_seconds for lap in laps)


def _times_bound(laps: dict[str, list[Lap]], name: str) -> float:
    return _wall(laps[name]) / (_wall(laps["in-process"]) / WORKERS)


def _figures(laps: dict[str, list[Lap]]) -> dict[str, Any]:  # Any: JSON
    return {name: {"wall_seconds": _wall(found), "cpu_seconds": _cpu(found)} for name, found in laps.items()}
