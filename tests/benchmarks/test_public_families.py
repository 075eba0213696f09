"""HumanEval and MBPP as they are published: ids, cases, prompts, and references that pass."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.families import load_benchmark
from assay.benchmarks.families.humaneval import HUMANEVAL
from assay.benchmarks.families.mbpp import MBPP
from assay.benchmarks.family import LoadOptions, families
from assay.errors import InvalidProblem, UsageError
from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Limits, SuiteStyle
from assay.sandbox.warm import WarmPython
from tests.checks import suite_of
from tests.public_data import data_file

FILES = {
    "humaneval": "humaneval/HumanEval.jsonl.gz",
    "mbpp": "mbpp/mbpp.jsonl.gz",
    "mbpp-sanitized": "mbpp/sanitized-mbpp.json.gz",
}


def loaded(name: str) -> Benchmark:
    return families()[name].load(LoadOptions(data_file(FILES[name])))


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=20)) as made:
        yield made


@pytest.mark.parametrize(
    ("name", "version", "number", "first"),
    [
        ("humaneval", "1.2", 164, "HumanEval/0"),
        ("mbpp", "1.0", 974, "Mbpp/1"),
        ("mbpp-sanitized", "1.0", 427, "Mbpp/2"),
    ],
)
def test_a_public_file_has_a_version_and_all_its_problems(name: str, version: str, number: int, first: str) -> None:
    benchmark = loaded(name)

    assert (benchmark.name, benchmark.version, len(benchmark)) == (name, version, number)
    assert benchmark.problems[0].id == first
    assert len({problem.id for problem in benchmark}) == number


@pytest.mark.parametrize(
    ("name", "licence"), [("humaneval", "MIT"), ("mbpp", "CC-BY-4.0"), ("mbpp-sanitized", "CC-BY-4.0")]
)
def test_a_public_file_is_for_measuring_only(name: str, licence: str) -> None:
    benchmark = loaded(name)

    assert (benchmark.licence, benchmark.eval_only) == (licence, True)
    assert benchmark.source.startswith("https://")


def test_a_file_in_a_public_format_is_for_measuring_only_and_has_no_licence_of_its_own(tmp_path: Path) -> None:
    row = {"task_id": "HumanEval/0", "prompt": "def f():\n", "entry_point": "f", "canonical_solution": "    return 1\n"}
    path = tmp_path / "changed.jsonl"
    path.write_text(json.dumps({**row, "test": "def check(candidate):\n    assert candidate() == 1\n"}) + "\n")
    benchmark = HUMANEVAL.load(LoadOptions(path))

    assert (benchmark.licence, benchmark.source, benchmark.eval_only) == ("", "", True)


@pytest.mark.parametrize("name", FILES)
def test_a_sample_of_references_passes(judge: SeparateJudge, name: str) -> None:
    benchmark = loaded(name)
    sample = random.Random(f"{name} 1").sample(benchmark.problems, 25)

    failed = {p.id: t.detail for p in sample if (t := judge.judge(p, Candidate(p.reference))).verdict != "passed"}

    assert failed == {}


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", FILES)
def test_all_references_pass_but_for_the_errata(judge: SeparateJudge, name: str) -> None:
    benchmark = loaded(name)

    trials = {problem.id: judge.judge(problem, Candidate(problem.reference)) for problem in benchmark}

    failed = {id_: trial.detail for id_, trial in trials.items() if trial.verdict != "passed"}
    assert {id_: detail for id_, detail in failed.items() if id_ not in benchmark.errata} == {}


def test_setup_code_of_mbpp_runs_after_the_candidate(judge: SeparateJudge) -> None:
    benchmark = loaded("mbpp")

    for name in (367, 927):
        problem = benchmark.find(name)
        assert problem is not None
        assert judge.judge(problem, Candidate(problem.reference)).verdict == "passed"


def test_challenge_tests_are_edge_cases(judge: SeparateJudge) -> None:
    problem = next(problem for problem in loaded("mbpp") if suite_of(problem).edge_source)

    trial = judge.judge(problem, Candidate(problem.reference))

    kinds = [outcome.kind.value for outcome in trial.outcomes]
    assert kinds.count("basic") == 3
    assert kinds.count("edge") >= 1


NATURAL = {
    11: "def remove_Occ(s, ch): return s.replace(ch, '')",
    25: "from collections import Counter\nfrom math import prod\n"
    "def find_Product(arr, n): return prod(x for x, c in Counter(arr).items() if c == 1)",
    26: "def check_k_elements(test_list, K): return all(K in found for found in test_list)",
}
"""Answers that hold the three assertions of `test_list`, by which scores are published, and no challenge assertion."""


@pytest.mark.parametrize("number", NATURAL)
def test_challenge_assertions_are_reported_and_do_not_decide(judge: SeparateJudge, number: int) -> None:
    problem = loaded("mbpp").find(number)
    assert problem is not None

    trial = judge.judge(problem, Candidate(NATURAL[number]))

    assert (trial.verdict, trial.detail) == ("passed", "")
    assert {(outcome.kind.value, outcome.status.value) for outcome in trial.outcomes[:4]} == {
        ("basic", "passed"),
        ("edge", "failed"),
    }


@pytest.mark.parametrize("number", NATURAL)
def test_challenge_assertions_decide_where_that_is_asked_for(judge: SeparateJudge, number: int) -> None:
    benchmark = load_benchmark("mbpp", problem_file=data_file("mbpp/mbpp.jsonl.gz"), challenge=True)
    problem = benchmark.find(number)
    assert problem is not None

    assert benchmark.version == "1.0+challenge"
    assert judge.judge(problem, Candidate(NATURAL[number])).verdict == "failed"
    assert judge.judge(problem, Candidate(problem.reference)).verdict == "passed"


@pytest.mark.parametrize("number", NATURAL)
def test_the_assertions_of_test_list_decide(judge: SeparateJudge, number: int) -> None:
    problem = loaded("mbpp").find(number)
    assert problem is not None

    trial = judge.judge(problem, Candidate(f"def {problem.check.entry_point}(*given): raise ValueError('no')"))

    assert trial.verdict == "crashed"
    assert trial.detail.startswith("ValueError: no")


@pytest.mark.parametrize("name", ["humaneval", "mbpp-sanitized", "starter"])
def test_only_mbpp_has_challenge_assertions(name: str) -> None:
    with pytest.raises(UsageError, match=f"challenge: only mbpp has challenge assertions, got benchmark '{name}'"):
        load_benchmark(name, challenge=True)


def test_the_prompt_of_mbpp_is_code_that_names_the_function() -> None:
    for problem in (*loaded("mbpp"), *loaded("mbpp-sanitized")):
        compile(problem.prompt, problem.id, "exec")
        assert problem.check.entry_point in problem.prompt


def test_the_imports_of_sanitized_tests_come_along() -> None:
    problem = loaded("mbpp-sanitized").find(82)

    assert problem is not None
    assert "import math" in suite_of(problem).prelude


def test_the_example_files_of_humaneval_give_one_half(judge: SeparateJudge) -> None:
    (problem,) = HUMANEVAL.load(LoadOptions(data_file("humaneval/example_problem.jsonl"))).problems
    lines = data_file("humaneval/example_samples.jsonl").read_text().splitlines()
    completions = [json.loads(line)["completion"] for line in lines]
    fast = Limits(seconds=1)

    with WarmPython() as sandbox, SeparateJudge(sandbox, fast) as quick:
        verdicts = [quick.judge(problem, Candidate(problem.prompt + text)).verdict for text in completions]

    assert suite_of(problem).style is SuiteStyle.CHECK
    assert [verdict == "passed" for verdict in verdicts] == [False, False, False, True, True, True]


def row(**changes: object) -> dict[str, object]:
    """A row of MBPP, changed."""
    made: dict[str, object] = {"task_id": 1, "text": "x", "code": "def f(): return 1", "test_list": ["assert f() == 1"]}
    return {**made, "test_setup_code": "", "challenge_test_list": [], **changes}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        pytest.param({"code": 3}, "field 'code' must be text, got 3", id="code"),
        pytest.param({"code": "def f(:"}, "code or tests do not compile", id="syntax"),
        pytest.param({"code": "def g(): ..."}, "test_list uses nothing that code defines", id="no-entry-point"),
        pytest.param({"test_list": "assert f()"}, "field 'test_list' must be a list of texts", id="tests"),
        pytest.param({"task_id": True}, "field 'task_id' must be a number or a text, got True", id="bool-id"),
        pytest.param({"challenge_test_list": [1]}, "field 'challenge_test_list'", id="challenge"),
    ],
)
def test_a_wrong_field_of_mbpp_is_named(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    path = tmp_path / "mbpp.jsonl"
    path.write_text("\n" + json.dumps(row(**changes)))

    with pytest.raises(InvalidProblem) as caught:
        MBPP.load(LoadOptions(path))
    assert f"{path}, line 2: " in str(caught.value)
    assert message in str(caught.value)


def test_an_id_that_comes_twice_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "mbpp.jsonl"
    path.write_text(json.dumps(row()) + "\n" + json.dumps(row(task_id="Mbpp/1")))

    with pytest.raises(InvalidProblem, match="line 2: id 'Mbpp/1' is taken; it first stands in line 1"):
        MBPP.load(LoadOptions(path))


def test_an_entry_point_that_is_no_name_is_said_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "humaneval.jsonl"
    given = {"task_id": "a/0", "prompt": "", "entry_point": "a b", "canonical_solution": "", "test": "pass"}
    path.write_text(json.dumps(given))

    with pytest.raises(InvalidProblem, match=r"line 1: problem 'a/0': entry_point must be a name, got 'a b'"):
        HUMANEVAL.load(LoadOptions(path))
