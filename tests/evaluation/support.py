"""Small problems and candidates for the tests of evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assay.records import Candidate, Case, Cases, Problem, Run

DOUBLE = Problem("double", Cases("double", (Case((2,), 4), Case((-1,), -2))))
SQUARE = Problem("square", Cases("square", (Case((3,), 9),)))
RIGHT = {"double": "def double(x): return 2 * x", "square": "def square(x): return x * x"}
WRONG = {"double": "def double(x): return x", "square": "def square(x): return -x"}


@dataclass(frozen=True)
class Given:
    """A candidate with its problem."""

    problem: Problem
    candidate: Candidate


def attempts(count: int, *, wrong_every: int = 3) -> Iterator[Given]:
    """Candidates of both problems in turn, each with a text of its own; every third is wrong."""
    for number in range(count):
        problem = (DOUBLE, SQUARE)[number % 2]
        source = (WRONG if number % wrong_every == 0 else RIGHT)[problem.id]
        yield Given(problem, Candidate(f"{source}  # {number}", attempt=number // 2))


def run_record(run_id: str = "r1", **fields: str) -> Run:
    return Run(id=run_id, benchmark="small", benchmark_version="1", created="2026-01-01T00:00:00+00:00", **fields)  # type: ignore[arg-type]  # text fields only
