"""Real model outputs get the verdicts that were published; docs/parity.md explains every difference."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import read_candidates
from assay.benchmarks.families.humaneval import HUMANEVAL
from assay.benchmarks.family import LoadOptions
from assay.judges.separate import SeparateJudge
from assay.records import Attempt, Candidate, Limits, Problem, Suite, SuiteStyle
from assay.sandbox.warm import WarmPython
from tests.public_data import DATA

PAGE = Path(__file__).resolve().parents[2] / "docs" / "parity.md"
JAMESMURDZA = "samples-jamesmurdza/runs.jsonl.gz"
REFLEXION = {
    "reflexion_humaneval_py_pass_at_1__reflexion_humaneval_py_pass_at_1": 164,
    "reflexion_ucs_with_output__reflexion-ucs_5_gpt-4_pass_at_k_1": 164,
    "reflexion_ucs_with_output_random_sampling_and_test_syntax_check__reflexion-ucs_5_gpt-4_pass_at_k_1": 164,
    "simple_human_eval_py_logging__humaneval-py_simple_1_gpt-4_pass_at_k_1_py": 164,
    "simple_humaneval_py_hardest50__humaneval-py_hardest50_simple_1_gpt-4_pass_at_k_1_py": 50,
    "simple_test_run__simple_1_gpt-3.5-turbo_pass_at_k_1": 164,
    "simple_test_run__simple_1_gpt-4_pass_at_k_1": 164,
    "simple_test_run__simple_1_text-davinci-003_pass_at_k_1": 164,
}
REFLEXION_MBPP = {
    "reflexion_mbpp_py3__mbpp-py_reflexion_5_gpt-4_pass_at_k_1_py": 257,
    "reflexion_mbpp_py__mbpp-py_reflexion_5_gpt-4_pass_at_k_1_py": 397,
    "simple_mbpp_py2__mbpp-py_simple_1_gpt-4_pass_at_k_1_py": 397,
    "simple_mbpp_py__mbpp-py_simple_1_gpt-4_pass_at_k_1_py": 397,
}
CODET = "samples-codet/HumanEval_codegen16B_temp0.8_topp0.95_num100_max300_code_solution.jsonl.gz"
LLM = "samples-llm-humaneval-benchmarks"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A candidate with the verdict that was published."""

    where: str
    """The set or file and the candidate's place in it, as docs/parity.md has it."""
    problem: Problem
    candidate: Candidate
    passed: bool


@pytest.fixture(scope="module")
def problems() -> Benchmark:
    return HUMANEVAL.load(LoadOptions(data("humaneval/HumanEval.jsonl.gz")))


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=3.0)) as judge:
        yield judge


def test_a_sample_of_published_verdicts_is_met(problems: Benchmark, judge: SeparateJudge) -> None:
    known = differences()
    chance = random.Random(3)
    labelled = [*jamesmurdza(problems), *reflexion(problems), *reflexion_mbpp()]
    sample = [one for one in chance.sample(labelled, 220) if one.where not in known]

    assert different(sample, judge) == {}
    assert {one.passed for one in sample} == {True, False}


def test_the_known_differences_stand_on_the_page() -> None:
    reasons = Counter(differences().values())

    assert set(reasons) == {"time limit", "leaked name", "label of another answer"}
    assert sum(reasons.values()) == 57


@pytest.mark.parametrize(
    ("name", "source", "helper"),
    [
        (
            "HumanEval/38",
            "def encode_cyclic(s):\n    return s\n\ndef decode_cyclic(s):\n    return s\n",
            "encode_cyclic",
        ),
        ("HumanEval/50", "def encode_shift(s):\n    return s\n\ndef decode_shift(s):\n    return s\n", "encode_shift"),
    ],
)
def test_a_candidate_cannot_replace_the_helper_of_its_tests(
    problems: Benchmark, judge: SeparateJudge, name: str, source: str, helper: str
) -> None:
    """Published harnesses run tests in the candidate's module, where its own encoder answers for its decoder."""
    problem = problems.find(name)
    assert problem is not None
    assert helper in problem.prompt

    assert not passes(problem, Candidate(problem.prompt + source), judge)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_jamesmurdza_verdict_by_verdict(problems: Benchmark, judge: SeparateJudge) -> None:
    labelled = list(jamesmurdza(problems))

    assert len(labelled) == 4920
    assert_known(different(labelled, judge))


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_reflexion_verdict_by_verdict(problems: Benchmark, judge: SeparateJudge) -> None:
    labelled = [*reflexion(problems), *reflexion_mbpp()]

    assert len(labelled) == sum(REFLEXION.values()) + sum(REFLEXION_MBPP.values())
    assert_known(different(labelled, judge))


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_llm_humaneval_totals(problems: Benchmark, judge: SeparateJudge) -> None:
    path = data(f"{LLM}/all_runs.jsonl.gz")
    runs = [row["run"] for row in rows(path)]
    passed: Counter[str] = Counter()
    for run, given in zip(runs, read_candidates(path, problems), strict=True):
        passed[run] += passes(of(problems, given), given.candidate, judge)
    rerun: dict[str, tuple[int, int]] = json.loads(data(f"{LLM}/rerun_base.json").read_text())["runs"]
    published: dict[str, tuple[float, float]] = json.loads(data(f"{LLM}/published_scores.json").read_text())[
        "exact_pct"
    ]

    assert {run: passed[run] for run, (count, of) in rerun.items() if abs(passed[run] - count) > of * 0.01} == {}
    assert {run: passed[run] for run, (percent, _) in published.items() if abs(passed[run] / 1.64 - percent) > 1} == {}


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_codet_totals(judge: SeparateJudge, tmp_path: Path) -> None:
    problems = HUMANEVAL.load(LoadOptions(data("samples-codet/HumanEval_for_code_generation.jsonl.gz")))
    samples = {row["prompt"]: row["samples"] for row in rows(data(CODET))}
    programs = [[problem.prompt + text for text in samples[problem.prompt]] for problem in problems]
    path = tmp_path / "generations.json"
    path.write_text(json.dumps(programs))
    passed: Counter[str] = Counter()
    for given in read_candidates(path, problems):
        passed[given.problem_id] += passes(of(problems, given), given.candidate, judge)
    rerun: dict[str, int] = json.loads(data("samples-codet/rerun_pass_counts.json").read_text())["passes"]

    assert abs(passed.total() - sum(rerun.values())) <= 0.01 * 16_400
    assert {
        name: passed[name]
        for name in (problem.id for problem in problems)
        if abs(passed[name] - rerun.get(name, 0)) > 2
    } == {}


def jamesmurdza(problems: Benchmark) -> Iterator[Labelled]:
    """The answers are whole functions and stand behind the prompt, whose imports they count on."""
    path = data(JAMESMURDZA)
    for row, given in zip(rows(path), read_candidates(path, problems, form="completion"), strict=True):
        where = f"jamesmurdza {row['model']} run {row['run']} {row['task_id']}"
        yield labelled(where, of(problems, given), given, row["passed"])


def reflexion(problems: Benchmark) -> Iterator[Labelled]:
    for name, count in REFLEXION.items():
        path = data(f"samples-reflexion/{name}.jsonl.gz")
        found = list(zip(rows(path), read_candidates(path, problems, form="completion"), strict=True))
        assert len(found) == count
        for row, given in found:
            where = f"{short(name)} {row['task_id']}"
            yield labelled(where, of(problems, given), given, row["is_solved"])


def reflexion_mbpp() -> Iterator[Labelled]:
    """MBPP as MultiPL-E wrote it: typed prompts, tests as `check`, which the file itself calls at its end."""
    for name in REFLEXION_MBPP:
        for row in rows(data(f"samples-reflexion/{name}.jsonl.gz")):
            test = row["test"].partition("\ndef test_check():")[0]
            suite = Suite(row["entry_point"], test, SuiteStyle.CHECK, prelude=row["prompt"])
            problem = Problem(row["name"], suite, prompt=row["prompt"])
            yield Labelled(f"{short(name)} {row['name']}", problem, Candidate(row["solution"]), row["is_solved"])


def of(problems: Benchmark, given: Attempt) -> Problem:
    found = problems.find(given.problem_id)
    assert found is not None
    return found


def labelled(where: str, problem: Problem, given: Attempt, passed: object) -> Labelled:
    assert isinstance(passed, bool)
    return Labelled(where, problem, given.candidate, passed)


def short(name: str) -> str:
    """The name of a file of reflexion's without what all of them have."""
    return re.sub(r"_pass_at_k_1(_py)?$", "", name)


def different(candidates: Iterable[Labelled], judge: SeparateJudge) -> dict[str, bool]:
    """Where our verdict is not the published one: whether it passed here."""
    found: dict[str, bool] = {}
    seen: dict[tuple[str, str, str | bytes], bool] = {}
    for one in candidates:
        assert isinstance(one.problem.check, Suite)
        key = (one.problem.id, one.problem.check.source, one.candidate.source)
        if key not in seen:
            seen[key] = passes(one.problem, one.candidate, judge)
        if seen[key] is not one.passed:
            found[one.where] = seen[key]
    return found


def passes(problem: Problem, candidate: Candidate, judge: SeparateJudge) -> bool:
    trial = judge.judge(problem, candidate)
    assert trial.verdict is not None, trial.fault
    return trial.verdict.passed


def assert_known(found: dict[str, bool]) -> None:
    """Nothing differs that the page does not explain; what only a faster machine decides may be met as well."""
    known = differences()

    assert {where: passed for where, passed in found.items() if where not in known} == {}


def differences() -> dict[str, str]:
    """The table of docs/parity.md that lists single candidates: candidate → reason."""
    table = PAGE.read_text().partition("| candidate | verdicts | reason |")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| `([^`]+)` \| [^|]+ \| ([^|]+?) \|", table, re.MULTILINE))


def rows(path: Path) -> list[dict[str, Any]]:  # Any: JSON
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file if line.strip()]


def data(name: str) -> Path:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"the public data file {name} is not beside this checkout")
    return path
