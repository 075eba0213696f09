"""300 CodeContests references on all their tests: the judge with every layer on against plain `subprocess.run`.

Both sides use two workers, take turns round by round, and are counted with all their processes. The machine may be
shared: of the wall time only the ratio within one round means anything, and the CPU time beside it does not depend on
neighbours.

What a program itself computes costs both sides the same, and no harness can make it faster. So the references are
measured in two groups: those that take an interpreter of their own at most twice as long as an empty program does,
where starting is what costs, and the others; the first, the middle and the last test decide. References that
compute for more than a second are left out.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from assay.engines.base import Task
from assay.engines.local import LocalEngine
from assay.records import Candidate, Checker, Limits, Problem, ProgramInput, Programs
from assay.spec import Judging
from benchmarks.bench import Options, Outcome, table
from benchmarks.ca import WORKERS, Lap, lap
from benchmarks.data import DATA, missing, rows
from benchmarks.measure import BenchError

CODECONTESTS = DATA / "codecontests" / "codecontests_python.jsonl.gz"
QUICK_PROBLEMS = 30
ROUNDS, QUICK_ROUNDS = 3, 1
SECONDS = 30.0
WARM_UP = 6
GOAL = 5.0
LONGEST = 1.0
LIGHT, HEAVY = "light", "others"


@dataclass(frozen=True, slots=True)
class Round:
    """What one round over one group of references cost both sides, and how many tests each found right."""

    plain: Lap
    warm: Lap
    plain_right: int
    warm_right: int


def run(options: Options) -> Outcome:
    absent = missing(CODECONTESTS)
    if absent:
        return Outcome("whole programs on known tests", skipped=absent)
    problems = contest_problems()[: QUICK_PROBLEMS if options.quick else None]
    rounds = QUICK_ROUNDS if options.quick else ROUNDS
    with tempfile.TemporaryDirectory() as folder, Warm() as warm:
        warm.judge(problems[:WARM_UP])
        groups = by_weight(Path(folder), problems)
        laps = {
            name: [one_round(Path(folder), group, warm) for _ in range(rounds)]
            for name, group in groups.items()
            if group
        }
    return report(groups, laps)


def one_round(folder: Path, problems: Sequence[Problem], warm: Warm) -> Round:
    right = [0, 0]

    def plainly() -> None:
        right[0] = plain_runs(folder, problems)

    def warmly() -> None:
        right[1] = warm.judge(problems)

    return Round(lap(plainly), lap(warmly), *right)


def by_weight(folder: Path, problems: Sequence[Problem]) -> dict[str, list[Problem]]:
    """Write every reference to a file, and divide them by the most that they take for one of three tests."""
    empty = folder / "empty.py"
    empty.write_text("")
    most = 2 * statistics.median(plain_cpu(empty, b"") for _ in range(9))
    groups: dict[str, list[Problem]] = {LIGHT: [], HEAVY: []}
    for problem in problems:
        path = folder / f"{problem.id}.py"
        path.write_text(problem.reference)
        inputs = inputs_of(problem)
        taken = max(plain_cpu(path, given.stdin) for given in (inputs[0], inputs[len(inputs) // 2], inputs[-1]))
        if taken <= LONGEST:
            groups[LIGHT if taken <= most else HEAVY].append(problem)
    return groups


def plain_cpu(path: Path, stdin: bytes) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    plain_run(path, stdin)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def contest_problems() -> list[Problem]:
    return [
        Problem(
            row["id"],
            Programs(
                tuple(ProgramInput(one["input"].encode(), expected=one["output"].encode()) for one in row["tests"]),
                checker=Checker.words(),
            ),
            reference=row["solution"],
        )
        for row in rows(CODECONTESTS)
    ]


def inputs_of(problem: Problem) -> tuple[ProgramInput, ...]:
    assert isinstance(problem.check, Programs)
    return problem.check.inputs


class Warm:
    """An engine that lives as long as the bench."""

    def __init__(self) -> None:
        self.engine = LocalEngine(WORKERS)
        self.engine.start(Judging("programs", Limits(seconds=SECONDS)))

    def judge(self, problems: Sequence[Problem]) -> int:
        """Judge every reference, and return on how many tests it is right."""
        tasks = [Task(i, problem, Candidate(problem.reference)) for i, problem in enumerate(problems)]
        trials = [answer[1] for answer in self.engine.trials(tasks) if answer is not None]
        unjudged = [trial.problem_id for trial in trials if trial.verdict is None]
        if unjudged or len(trials) != len(problems):
            raise BenchError(f"{len(unjudged)} of {len(problems)} references are not judged, such as {unjudged[:3]}")
        return sum(outcome.passed for trial in trials for outcome in trial.outcomes)

    def __enter__(self) -> Warm:
        return self

    def __exit__(self, *exception: object) -> None:
        self.engine.close()


def plain_run(path: Path, stdin: bytes) -> bytes | None:
    """Return what a program prints; `None` where it fails, or does not end in time."""
    try:
        done = subprocess.run([sys.executable, path], input=stdin, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode == 0 else None


def plain_runs(folder: Path, problems: Sequence[Problem]) -> int:
    """What a user would write: start the interpreter for every test, compare words; return how many are right."""

    def right(problem: Problem) -> int:
        runs = ((plain_run(folder / f"{problem.id}.py", given.stdin), given) for given in inputs_of(problem))
        return sum(said is not None and said.split() == (given.expected or b"").split() for said, given in runs)

    with ThreadPoolExecutor(WORKERS) as pool:
        return sum(pool.map(right, problems))


def report(groups: Mapping[str, Sequence[Problem]], laps: Mapping[str, Sequence[Round]]) -> Outcome:
    body, figures = [], {"goal": GOAL}
    for name, rounds in laps.items():
        tests = sum(len(inputs_of(problem)) for problem in groups[name])
        walls = statistics.median(one.plain.wall_seconds / one.warm.wall_seconds for one in rounds)
        cpus = statistics.median(one.plain.cpu_seconds / one.warm.cpu_seconds for one in rounds)
        plain, warm = (
            1000 * statistics.median(side.cpu_seconds for side in sides) / tests
            for sides in ([one.plain for one in rounds], [one.warm for one in rounds])
        )
        body.append(
            (name, str(len(groups[name])), str(tests), f"{plain:.1f}", f"{warm:.1f}", f"{cpus:.1f}", f"{walls:.1f}")
        )
        figures |= {f"{name}_tests": tests, f"{name}_ratio": round(walls, 2), f"{name}_cpu_ratio": round(cpus, 2)}
    head = ("references", "number", "tests", "plain CPU ms", "Assay CPU ms", "CPU ratio", "ratio")
    right = {side: sum(getattr(rounds[-1], side) for rounds in laps.values()) for side in ("plain_right", "warm_right")}
    note = (
        "CPU milliseconds are those of one test. `light`: a test takes `subprocess.run` at most twice as long as an "
        "empty program; what the others compute themselves costs both sides the same. Tests that pass: "
        f"{right['plain_right']} by themselves, {right['warm_right']} in the sandbox. Median of "
        f"{len(next(iter(laps.values())))} rounds; wanted: at least {GOAL:g} times the tests per second."
    )
    return Outcome("whole programs on known tests", f"{table(head, body)}\n\n{note}", figures)
