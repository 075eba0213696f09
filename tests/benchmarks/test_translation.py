"""Programs to be translated: problems of one direction, candidates of one file for all, verdicts as published."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import read_candidates
from assay.benchmarks.families import load_benchmark
from assay.errors import InvalidValue, UsageError
from assay.judges.programs import ProgramsJudge
from assay.records import Candidate, Programs, Verdict
from assay.sandbox.warm import WarmPython
from tests.public_data import data_file, rows

DOUBLE = {
    "id": "codeforces_1_A",
    "language": "Python",
    "code": "print(2 * int(input()))",
    "tests": [{"n": 0, "input": "2\n", "output": "4\n"}, {"n": 1, "input": "21", "output": "42"}],
}
JAVA = DOUBLE | {"language": "Java", "code": "class Main {}"}
HALF = DOUBLE | {"id": "codeforces_2_A", "tests": [{"input": "1", "output": "0.33333333"}]}
DIRECTIONS = ("avatar:java-python", "avatar:python-java", "codenet:java-python", "codenet:python-java")
SAMPLE = 3


def written(folder: Path, *problems: dict[str, Any], name: str = "rows.jsonl") -> Path:
    path = folder / name
    path.write_text("\n".join(json.dumps(row) for row in problems))
    return path


@pytest.fixture(scope="module")
def judge() -> Iterator[ProgramsJudge]:
    with WarmPython() as sandbox:
        yield ProgramsJudge(sandbox, first_failure=True)


def test_a_direction_has_the_programs_of_its_source(tmp_path: Path) -> None:
    path = written(tmp_path, DOUBLE, JAVA, HALF)

    python, java = (load_benchmark(name, problem_file=path) for name in DIRECTIONS[:2])

    assert [(one.id, one.language, one.reference) for one in python] == [("codeforces_1_A", "python", DOUBLE["code"])]
    assert [(one.id, one.language, one.reference) for one in java] == [
        ("codeforces_1_A", "java", JAVA["code"]),
        ("codeforces_2_A", "java", ""),
    ]
    assert java.errata == {"codeforces_2_A": "the set has no reference in Java"}
    assert "```python\nprint(2 * int(input()))" in java.problems[0].prompt
    assert java.eval_only


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"language": "COBOL"}, "'language' must be one of Java, Python, got 'COBOL'"),
        ({"tests": "none"}, "'tests' must be a list of tests"),
        ({"tests": [{"input": 1, "output": "2"}]}, "each with the texts 'input' and 'output'"),
        ({"tests": []}, "there must be at least one input"),
        ({"id": 7}, "'id' must be text"),
    ],
)
def test_a_wrong_field_is_named(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        load_benchmark("avatar:python-java", problem_file=written(tmp_path, DOUBLE | changes))


def test_a_file_of_the_other_direction_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"line 1: a problem of avatar:python-java, not of avatar:java-python; judge"):
        load_benchmark("avatar:java-python", problem_file=written(tmp_path, DOUBLE))


def test_a_family_without_a_direction_asks_for_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="name avatar:java-python or avatar:python-java"):
        load_benchmark("avatar", problem_file=written(tmp_path, DOUBLE))


def test_codenet_is_told_apart_by_its_ids(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="in the format of avatar, not of codenet"):
        load_benchmark("codenet:python-java", problem_file=written(tmp_path, DOUBLE))


def answer(direction: str, code: str = "", **more: object) -> dict[str, Any]:
    dataset, _, pair = direction.partition(":")
    source, _, target = pair.partition("-")
    return {"id": DOUBLE["id"], "dataset": dataset, "source": source, "target": target, "code": code} | more


def test_one_file_serves_all_directions(tmp_path: Path) -> None:
    benchmark = load_benchmark(DIRECTIONS[0], problem_file=written(tmp_path, DOUBLE, JAVA))
    path = written(tmp_path, *(answer(name, name, model="m") for name in DIRECTIONS), name="answers.jsonl")

    reading = read_candidates(path, benchmark)
    found = list(reading)

    assert [(one.problem_id, one.candidate.source, one.candidate.model) for one in found] == [
        ("codeforces_1_A", "avatar:java-python", "m")
    ]
    assert reading.notes == (
        "3 candidates for other benchmarks, left out:"
        " 'avatar:python-java', 'codenet:java-python', 'codenet:python-java'",
    )


def test_a_file_for_other_directions_only_is_an_error(tmp_path: Path) -> None:
    benchmark = load_benchmark(DIRECTIONS[0], problem_file=written(tmp_path, DOUBLE, JAVA))
    path = written(tmp_path, answer(DIRECTIONS[1]), name="answers.jsonl")

    with pytest.raises(InvalidValue, match="none of its 1 candidates is for avatar:java-python"):
        list(read_candidates(path, benchmark))


@pytest.mark.parametrize(
    ("code", "verdict"),
    [
        ("print(1/3)", Verdict.PASSED),
        ("print('0.3333333')", Verdict.PASSED),
        ("print(0.34)", Verdict.FAILED),
        ("print('', 1/3, '')", Verdict.PASSED),
        ("print(1/3, 1/3)", Verdict.FAILED),
        ("print(1/3); raise SystemExit(1)", Verdict.CRASHED),
        ("print(1/3", Verdict.INVALID),
        ("", Verdict.FAILED),
    ],
)
def test_numbers_may_differ_by_rounding(tmp_path: Path, judge: ProgramsJudge, code: str, verdict: Verdict) -> None:
    benchmark = load_benchmark(DIRECTIONS[0], problem_file=written(tmp_path, HALF | {"language": "Java"}))

    assert judge.judge(benchmark.problems[0], Candidate(code)).verdict is verdict


def public(direction: str) -> Benchmark:
    return load_benchmark(direction, problem_file=data_file(f"translation/{direction.partition(':')[0]}.jsonl.gz"))


def labelled(direction: str) -> list[dict[str, Any]]:
    dataset, _, pair = direction.partition(":")
    found = rows("translation/llm_translations_direct.jsonl.gz")
    return [row for row in found if (row["dataset"], f"{row['source']}-{row['target']}") == (dataset, pair)]


@pytest.mark.parametrize(("direction", "number"), [*zip(DIRECTIONS, (249, 250, 200, 200), strict=True)])
def test_a_public_set_has_all_its_problems(direction: str, number: int) -> None:
    benchmark = public(direction)

    assert len(benchmark) == number
    assert all(isinstance(problem.check, Programs) for problem in benchmark)
    assert len(benchmark.errata) == {"avatar:python-java": 1, "avatar:java-python": 0}.get(direction, number)


@pytest.mark.parametrize("direction", [DIRECTIONS[0], DIRECTIONS[2]])
def test_a_sample_of_translations_is_judged_as_published(judge: ProgramsJudge, direction: str) -> None:
    benchmark = public(direction)

    for row in labelled(direction)[1 :: 1 + len(labelled(direction)) // SAMPLE]:
        problem = benchmark.find(row["id"])
        assert problem is not None
        assert (judge.judge(problem, Candidate(row["code"])).verdict is Verdict.PASSED) == row["passed"], row["id"]


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_translations_are_judged_as_published(judge: ProgramsJudge, direction: str) -> None:
    """At least 97 % of each model's answers get the published verdict; why the others do not: docs/parity.md.

    The file at hand lacks some of the published tests: an answer that fails only those passes here.
    """
    benchmark = public(direction)
    kept = rows(f"translation/{direction.partition(':')[0]}.jsonl.gz")
    source = direction.partition(":")[2].partition("-")[0].capitalize()
    shortened = {row["id"] for row in kept if row["language"] == source and row["tests_left_out"]}
    ours = judge.under(benchmark.limits)
    equal: dict[str, list[bool]] = {}
    for row in labelled(direction):
        problem = benchmark.find(row["id"])
        assert problem is not None
        passed = ours.judge(problem, Candidate(row["code"])).verdict is Verdict.PASSED
        told = passed == row["passed"] or (passed and row["id"] in shortened)
        equal.setdefault(row["model"], []).append(told)

    assert {model: sum(found) / len(found) for model, found in equal.items() if sum(found) < 0.97 * len(found)} == {}
