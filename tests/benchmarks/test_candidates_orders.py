"""Lists of programs without ids: which problems they answer, and what is said where they answer others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import read_candidates
from assay.benchmarks.candidates.reading import MISPLACED, Reading
from assay.evaluation.cautions import cautions
from assay.metrics.failures import Failures
from assay.metrics.tally import tally
from assay.records import Case, Cases, Problem
from assay.spec import Run, Subset

NUMBERS = range(1, 41)


def benchmark() -> Benchmark:
    problems = tuple(Problem(f"Mbpp/{n}", Cases(f"task_{n}", (Case((), n),))) for n in NUMBERS)
    return Benchmark("mbpp", "1", problems, prefix="Mbpp/", listed=tuple(f"Mbpp/{n}" for n in range(11, 31)))


def programs(numbers: range) -> list[list[str]]:
    return [[f"def task_{n}():\n    return {n}\n"] for n in numbers]


def read(numbers: range, subset: Subset | None = None) -> tuple[Reading, list[str]]:
    reading = read_candidates(programs(numbers), benchmark(), subset=subset)
    return reading, [attempt.problem_id for attempt in reading]


@pytest.mark.parametrize(
    ("numbers", "subset"),
    [
        pytest.param(NUMBERS, None, id="all"),
        pytest.param(range(1, 11), None, id="the first ones"),
        pytest.param(range(11, 31), None, id="the published part"),
        pytest.param(range(11, 16), None, id="the first ones of the published part"),
        pytest.param(range(35, 41), Subset(problems="35-40"), id="those that are asked for"),
        pytest.param(range(11, 31), Subset(problems="11-30"), id="the published part, asked for"),
    ],
)
def test_a_list_is_read_in_the_order_that_its_entry_points_show(numbers: range, subset: Subset | None) -> None:
    reading, ids = read(numbers, subset)

    assert ids == [f"Mbpp/{n}" for n in numbers]
    assert not any(note.endswith(MISPLACED) for note in reading.notes)


def test_a_part_is_named() -> None:
    reading, _ = read(range(11, 31))

    assert "a list without ids, read as Mbpp/11 to Mbpp/30 (20 of 40 problems)" in reading.notes


def test_programs_for_other_problems_are_told_before_the_score() -> None:
    reading, _ = read(range(3, 9))
    (note,) = [note for note in reading.notes if note.endswith(MISPLACED)]
    run = Run("r1", "mbpp", "1", notes=reading.notes)

    first = cautions(Failures(), tally([]), run)[0]

    assert note.startswith("6 candidates of 6 define what another problem asks for, not what their own does (first: ")
    assert (first.kind, first.why) == ("misplaced", "The ids or the order of the source are not those of the benchmark")


def test_ids_that_belong_to_other_problems_are_told_too() -> None:
    rows = [{"task_id": f"Mbpp/{n}", "solution": f"def task_{n + 1}(): pass"} for n in range(1, 9)]
    reading = read_candidates(rows, replace(benchmark(), listed=()))
    list(reading)

    assert any("8 candidates of 8" in note and note.endswith(MISPLACED) for note in reading.notes)


def test_rows_of_other_tools_are_read_by_their_names() -> None:
    reflexion = [{"name": "mbpp_3_task_3", "entry_point": "task_3", "solution": "def task_3(): return 3"}]
    mapcoder = [{"task_id": "Mbpp/4", "source_codes": ["def task_4(): pass", "def task_4(): return 4"]}]

    def ids(rows: Sequence[object]) -> list[tuple[str, int]]:
        return [(one.problem_id, one.candidate.attempt) for one in read_candidates(rows, benchmark())]

    assert ids(reflexion) == [("Mbpp/3", 0)]
    assert ids(mapcoder) == [("Mbpp/4", 0), ("Mbpp/4", 1)]
    assert ids([{"name": "mbpp_4", "source_codes": ["def task_4(): pass"]}]) == [("Mbpp/4", 0)]
