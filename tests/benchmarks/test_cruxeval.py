"""CRUXEval: expressions that predict an output or an input, and its published scores."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import Format, read_candidates
from assay.benchmarks.families import load_benchmark
from assay.errors import InvalidProblem, UsageError
from assay.extraction import Form, assemble
from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Verdict
from assay.sandbox.warm import WarmPython
from tests.public_data import data_file

ROW = {"code": "def f(xs):\n    return sorted(xs)", "input": "[2, 1]", "output": "[1, 2]", "id": "sample_0"}


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox) as made:
        yield made


def loaded(part: str, folder: Path, row: dict[str, str] | None = None) -> Benchmark:
    path = folder / "problems.jsonl"
    path.write_text(json.dumps(row or ROW))
    return load_benchmark(f"cruxeval:{part}", problem_file=path)


@pytest.mark.parametrize(
    ("part", "source", "verdict"),
    [
        ("output", "[1, 2]", Verdict.PASSED),
        ("output", "[1] + [2]", Verdict.PASSED),
        ("output", "f([2, 1])", Verdict.CRASHED),
        ("output", "[1, 2] == [1, 2]", Verdict.FAILED),
        ("output", '[1], "the message of an assertion"', Verdict.FAILED),
        ("input", "f([2, 1])", Verdict.PASSED),
        ("input", "f((2, 1))", Verdict.PASSED),
        ("input", "f(xs=[1, 2])", Verdict.PASSED),
        ("input", "f([2, 2])", Verdict.FAILED),
        ("input", "[1, 2]", Verdict.FAILED),
        ("input", "f([2, 1]", Verdict.INVALID),
        ("input", "f(iter(int, 1))", Verdict.TIMED_OUT),
    ],
)
def test_predictions(judge: SeparateJudge, tmp_path: Path, part: str, source: str, verdict: Verdict) -> None:
    (problem,) = loaded(part, tmp_path)

    assert judge.judge(problem, Candidate(source)).verdict is verdict


@pytest.mark.parametrize(
    ("part", "answer", "source"),
    [
        ("output", "[ANSWER]\nassert f([2, 1]) == [1, 2]\n[/ANSWER]", "[1, 2]"),
        ("output", "It sorts.\n```python\n[1, 2]\n```", "[1, 2]"),
        ("output", "So it is:\n[1, 2]", "[1, 2]"),
        ("input", "[ANSWER]assert f([2, 1]) == [1, 2][/ANSWER]", "f([2, 1])"),
        ("input", "[THOUGHT]hm[/THOUGHT][ANSWER]f([2, 1])", "f([2, 1])"),
    ],
)
def test_answers_in_words(tmp_path: Path, part: str, answer: str, source: str) -> None:
    (problem,) = loaded(part, tmp_path)

    assert assemble(problem, answer, Form.CHAT).source == source


def test_a_part_must_be_named(tmp_path: Path) -> None:
    path = tmp_path / "problems.jsonl"
    path.write_text(json.dumps(ROW))

    with pytest.raises(UsageError, match="name cruxeval:input or cruxeval:output"):
        load_benchmark("cruxeval", problem_file=path)


@pytest.mark.parametrize(("name", "text"), [("input", "[1"), ("output", "1 +"), ("output", "g()")])
def test_a_row_that_is_no_expression_is_named(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(InvalidProblem, match=rf"line 1: field '{name}' is not"):
        loaded("output", tmp_path, ROW | {name: text})


@pytest.mark.parametrize("part", ["input", "output"])
def test_a_few_published_predictions(judge: SeparateJudge, part: str) -> None:
    assert _differences(judge, part, problems=8, attempts=2) == (16, [])


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("part", "passed"), [("input", 2876), ("output", 2737)])
def test_all_published_predictions(judge: SeparateJudge, part: str, passed: int) -> None:
    """34.21 % and 35.95 % of 8,000; and every reference passes."""
    made = load_benchmark(f"cruxeval:{part}", problem_file=data_file("cruxeval/cruxeval.jsonl.gz"))

    assert [one.id for one in made if not judge.judge(one, Candidate(one.reference)).passed] == []
    assert _differences(judge, part, problems=800, attempts=10) == (8000, [])
    assert sum(map(sum, _labels(part).values())) == passed


def _labels(part: str) -> dict[str, list[bool]]:
    with gzip.open(data_file(f"cruxeval/codellama-7b_temp0.2_{part}_scored.json.gz"), "rt") as file:
        labels: dict[str, list[bool]] = json.load(file)["raw_scored_generations"]
    return labels


def _differences(judge: SeparateJudge, part: str, *, problems: int, attempts: int) -> tuple[int, list[str]]:
    """How many predictions were judged, and those that were judged otherwise than published."""
    made = load_benchmark(f"cruxeval:{part}", problem_file=data_file("cruxeval/cruxeval.jsonl.gz"))
    wanted = {one.id for one in made.problems[:problems]}
    reading = read_candidates(data_file(f"cruxeval/codellama-7b_temp0.2_{part}_generations.json.gz"), made)
    labels, known, count, found = _labels(part), {}, 0, []
    for one in reading:
        if one.problem_id not in wanted or one.candidate.attempt >= attempts:
            continue
        count += 1
        key = one.problem_id, one.candidate.source
        problem = made.find(one.problem_id)
        assert problem is not None
        if key not in known:
            known[key] = judge.judge(problem, one.candidate).passed
        if known[key] is not labels[one.problem_id][one.candidate.attempt]:
            found.append(one.candidate.origin)
    assert reading.format is Format.BY_PROBLEM
    return count, found
