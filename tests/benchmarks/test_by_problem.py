"""Candidates by problem, as APPS, CRUXEval, LiveCodeBench and TACO write them; problems by the day of publication."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import Format, read_candidates, select_problems
from assay.errors import InvalidOption, InvalidValue
from assay.records import Case, Cases, Problem
from assay.settings import parse_day
from assay.spec import BenchmarkRef, Machine, RunSpec, Subset

DAYS = ("2023-12-31", "2024-09-01", "2024-09-15", "")


def benchmark() -> Benchmark:
    problems = [Problem(f"apps/{number}", Cases("f", (Case((), 1),)), published=day) for number, day in enumerate(DAYS)]
    return Benchmark("apps", "1", tuple(problems), prefix="apps/")


@pytest.mark.parametrize(
    ("content", "form", "expected"),
    [
        ({"0": "a", "2": ["b", "c"]}, Format.BY_PROBLEM, [("apps/0", 0, "a"), ("apps/2", 0, "b"), ("apps/2", 1, "c")]),
        ({"0": "a", "1": None}, Format.BY_PROBLEM, [("apps/0", 0, "a"), ("apps/1", 0, "")]),
        ({"apps/0": ["a"]}, Format.BY_PROBLEM, [("apps/0", 0, "a")]),
        ({"raw_generations": {"apps/1": ["a"]}, "pass_at_1": 1.0}, Format.BY_PROBLEM, [("apps/1", 0, "a")]),
        (
            [{"question_id": "apps/0", "code_list": ["a", "b"], "graded_list": [True, False], "model": "m"}],
            Format.LIVECODEBENCH,
            [("apps/0", 0, "a"), ("apps/0", 1, "b")],
        ),
        ([{"task_id": 1, "prompt": "?", "output": ["a"]}], Format.TACO, [("apps/1", 0, "a")]),
    ],
)
@pytest.mark.parametrize("indent", [None, 1])
def test_candidates_by_problem(
    tmp_path: Path, content: Any, form: Format, expected: list[tuple[str, int, str]], indent: int | None
) -> None:  # Any: JSON
    path = tmp_path / "all_codes.json"
    path.write_text(json.dumps(content, indent=indent))
    reading = read_candidates(path, benchmark())

    assert [(one.problem_id, one.candidate.attempt, one.candidate.source) for one in reading] == expected
    assert reading.format is form


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"0": ["a", 3]}', "[1] must be text, got 3"),
        ('{"apps/0": "a"}', "no candidate is recognised in it"),
        ('{"0": ["a"]}\n{"1": ["b"]}', "behind one object of problem → programs"),
        ('{"7": ["a"]}', "'7'"),
        ('[{"question_id": "apps/0", "code_list": 3}]', "field 'code_list' must be a list of programs, got 3"),
        ('[{"question_id": [], "code_list": ["a"]}]', "must be text or a whole number"),
        ('[{"task_id": 1, "output": {"a": 1}}]', "field 'output' must be a list of programs"),
        ("{}", "no candidate is recognised in it"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "codes.json"
    path.write_text(content)

    with pytest.raises(InvalidValue) as error:
        list(read_candidates(path, benchmark()))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        ("2024-09", None, [1, 2]),
        ("2024-09-02", None, [2]),
        (None, "2024-09", [0, 1]),
        ("2024", "2024-09-15", [1, 2]),
        (None, None, [0, 1, 2, 3]),
    ],
)
def test_problems_of_some_days(since: str | None, until: str | None, expected: list[int]) -> None:
    days = {name: None if day is None else parse_day(day) for name, day in (("from", since), ("to", until))}
    subset = Subset(published_from=days["from"], published_to=days["to"])

    assert [one.id for one in select_problems(benchmark(), subset)] == [f"apps/{number}" for number in expected]


def test_problems_without_a_day_are_told(tmp_path: Path) -> None:
    path = tmp_path / "codes.json"
    path.write_text(json.dumps({"1": "a", "3": "b"}))
    reading = read_candidates(path, benchmark(), subset=Subset(published_from="2024-01-01"))

    assert [one.problem_id for one in reading] == ["apps/1"]
    assert "1 problem of which nobody says when it was published, left out" in reading.notes


def test_days_that_leave_nothing_are_refused() -> None:
    undated = replace(benchmark(), problems=(benchmark().problems[3],))

    with pytest.raises(InvalidOption, match="are from 2023-12-31 to 2024-09-15"):
        select_problems(benchmark(), Subset(published_from="2025-01-01"))
    with pytest.raises(InvalidOption, match="no problem of apps says when it was published"):
        select_problems(undated, Subset(published_to="2025-01-01"))
    with pytest.raises(InvalidOption, match="must not be before --from"):
        Subset(published_from="2025-01-02", published_to="2025-01-01")


@pytest.mark.parametrize("text", ["24-09", "2024-13", "2024-02-30", "September", "", "2024-9", "2024-09-01T00:00"])
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(InvalidValue):
        parse_day(text)


def test_days_are_read() -> None:
    assert [parse_day(day) for day in (" 2024-09 ", 2024, date(2024, 9, 2))] == [
        "2024-09-01",
        "2024-01-01",
        "2024-09-02",
    ]


def test_days_stand_in_the_signature() -> None:
    spec = RunSpec(BenchmarkRef("livecodebench"), subset=Subset(published_from="2024-09-01", published_to="2025-01-01"))
    facts = spec.facts(Machine("full", "3.11.2"))

    assert (facts["from"], facts["to"]) == ("2024-09-01", "2025-01-01")
    assert RunSpec.from_dict(spec.as_dict()) == spec
