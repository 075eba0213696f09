"""TACO: problems of contests with fine labels, in the format of APPS."""

from __future__ import annotations

from dataclasses import replace

from assay.benchmarks.base import Benchmark
from assay.benchmarks.contests import check_of, first_solution, imports, words_of
from assay.benchmarks.families.apps import prompt_of
from assay.benchmarks.family import Family, LoadOptions, has
from assay.benchmarks.rows import Row
from assay.records import Cases, Checker, Limits, Problem, ProblemKind

PREFIX = "TACO/"
CHECKER = Checker.words(1e-6, any_case=True)
DIFFICULTIES = {"EASY": 1, "MEDIUM": 2, "MEDIUM_HARD": 2, "HARD": 3, "VERY_HARD": 3}
"""Ours has three steps; the set's own word is a tag as well."""
BEFORE = imports(
    ("sys", "time", "itertools", "collections", "functools", "math", "random", "heapq", "bisect", "string", "re"),
    stars=("itertools", "collections", "functools", "math", "heapq", "bisect", "typing"),
)
TEST_PROBLEMS = 1000
"""Of the test split, which its authors examined."""
SEVERAL_ANSWERS = """
5 10 16 36 42 47 54 56 71 77 81 83 84 90 94 106 115 119 137 140 143 155 161 162 173 175 179 186 205 210 211
220 221 229 238 240 242 249 258 259 260 287 289 290 295 298 305 308 327 335 342 343 347 351 353 362 373 375
379 381 383 391 394 400 408 412 417 422 444 465 475 477 485 487 488 490 510 519 552 555 558 561 565 574 577
582 594 601 615 617 621 628 630 638 647 649 663 665 673 677 702 718 720 726 734 742 754 771 775 784 785 790
818 822 825 831 832 834 850 856 869 870 876 918 919 936 942 945 946 952 958 968 969 972 984 986 991
"""
"""Places in the test split of problems to which several answers are right, as the set's authors found."""


def _read(family: Family, options: LoadOptions) -> Benchmark:
    """Return the benchmark; a problem has no id but its place in the file."""
    content, rows = family.rows(options)
    places = {id(row): number for number, row in enumerate(rows)}
    errata = _errata(len(rows))

    def make(row: Row) -> Problem:
        return problem_of(row, places[id(row)])

    made = family.benchmark(content, rows, make, judge="programs+separate", errata=errata)
    return replace(made, licence="Apache-2.0", source="https://github.com/FlagOpen/TACO", eval_only=True)


def _errata(rows: int) -> dict[str, str]:
    if rows != TEST_PROBLEMS:
        return {}
    reason = "several answers are right, and one of them is compared with"
    return {f"{PREFIX}{number}": reason for number in SEVERAL_ANSWERS.split()}


def _recognises(row: Row) -> bool:
    return has(row, "question", "input_output", "solutions", "skill_types")


def problem_of(row: Row, place: int) -> Problem:
    """Return the problem at a place of the file."""
    check = check_of(row, "input_output", checker=CHECKER, before=BEFORE)
    difficulty = row.text("difficulty", "")
    words = (*words_of(row, "tags"), *words_of(row, "skill_types"), *filter(None, [difficulty.lower()]))
    return Problem(
        f"{PREFIX}{place}",
        check,
        prompt=prompt_of(row.text("question"), row.data.get("starter_code"), called=isinstance(check, Cases)),
        reference=first_solution(row, "solutions"),
        kind=ProblemKind.ALGORITHM,
        difficulty=DIFFICULTIES.get(difficulty),
        tags=tuple(dict.fromkeys(words)),
        published=_day(row),
    )


def _day(row: Row) -> str:
    value = row.data.get("date")
    return value[:10] if isinstance(value, str) else ""


TACO = Family(
    "taco",
    "26,443 problems of contests with topics, skills and five difficulties (Li et al. 2023)",
    _read,
    obtain="they are published as BAAI/TACO on the Hugging Face hub; write the rows of a split as JSON Lines",
    recognises=_recognises,
    fields=("question", "input_output", "solutions", "skill_types", "difficulty"),
    prefix=PREFIX,
    limits=Limits(seconds=60.0, case_seconds=4.0),
)
"""A test may take 4 seconds, as in the harness of TACO."""

FAMILIES = (TACO,)
