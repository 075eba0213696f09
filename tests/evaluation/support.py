"""Small problems and candidates for the tests of evaluation."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import islice

from assay.benchmarks.base import Benchmark
from assay.engines.base import PAUSE_SECONDS, Answer, Task
from assay.records import Attempt, Candidate, Case, Cases, Problem, Trial
from assay.spec import Judging, Machine, Run

DOUBLE = Problem("double", Cases("double", (Case((2,), 4), Case((-1,), -2))))
SQUARE = Problem("square", Cases("square", (Case((3,), 9),)))
RIGHT = {"double": "def double(x): return 2 * x", "square": "def square(x): return x * x"}
WRONG = {"double": "def double(x): return x", "square": "def square(x): return -x"}


SMALL = Benchmark("small", "1", (DOUBLE, SQUARE))


def attempts(count: int, *, wrong_every: int = 3) -> Iterator[Attempt]:
    """Candidates of both problems in turn, each with a text of its own; every third is wrong."""
    for number in range(count):
        problem = (DOUBLE, SQUARE)[number % 2]
        source = (WRONG if number % wrong_every == 0 else RIGHT)[problem.id]
        yield Attempt(problem.id, Candidate(f"{source}  # {number}", attempt=number // 2))


def no_key(problem: Problem, candidate: Candidate) -> str:
    return ""


def tasks(given: Iterable[Attempt], key: Callable[[Problem, Candidate], str] = no_key) -> list[Task]:
    """The tasks of attempts at the two problems."""
    problems = {problem.id: problem for problem in SMALL}
    return [
        Task(number, problems[one.problem_id], one.candidate, key(problems[one.problem_id], one.candidate))
        for number, one in enumerate(given)
    ]


class ScriptedEngine:
    """Answers from a function, at once and in this process."""

    def __init__(self, answer: Callable[[Task], Trial], room: int = 3) -> None:
        self.answer = answer
        self.room = room
        self.asked: list[Task] = []
        self.judging: Judging | None = None

    def start(self, judging: Judging) -> None:
        self.judging = judging

    def machine(self) -> Machine:
        return Machine("full", "3.11.7")

    def trials(self, tasks: Iterable[Task | None]) -> Generator[Answer | None, None, None]:
        source = iter(tasks)
        while waiting := list(islice(source, self.room)):
            self.asked += filter(None, waiting)
            for task in waiting:
                yield None
                if task is None:
                    time.sleep(PAUSE_SECONDS)
                else:
                    yield task, self.answer(task)

    def close(self) -> None:
        pass


def run_record(run_id: str = "r1", **fields: str) -> Run:
    return Run(id=run_id, benchmark="small", benchmark_version="1", created="2026-01-01T00:00:00+00:00", **fields)  # type: ignore[arg-type]  # text fields only
