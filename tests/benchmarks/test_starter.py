"""The bundled benchmark is what it says: references pass, wrong candidates get their verdict, files their totals."""

from __future__ import annotations

import ast
import doctest
import json
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.starter import CANDIDATES, candidate_files, load
from assay.judges.separate import SeparateJudge
from assay.records import (
    Candidate,
    CaseKind,
    Cases,
    CaseStatus,
    Limits,
    Problem,
    ProblemKind,
    Suite,
    SuspicionKind,
    Trial,
    Verdict,
)
from assay.sandbox.warm import WarmPython
from tests.checks import called_in

AREAS = ("strings", "lists", "maths", "parsing", "graphs", "dynamic-programming", "data-frames")
LIMITS = Limits(seconds=0.5)
"""Honest solutions need milliseconds; what loops for ever is stopped sooner than by the three seconds of a run."""

TOTALS = {
    "weak": {"passed": 47, "failed": 41, "crashed": 20, "timed_out": 2, "out_of_memory": 1, "invalid": 9},
    "good": {"passed": 98, "failed": 18, "crashed": 4},
    "cheating": {"passed": 22, "failed": 68, "crashed": 29, "invalid": 1},
}
FIRST_TRY = {
    "weak": {"function": 18, "algorithm": 5, "repository": 1},
    "good": {"function": 30, "algorithm": 14, "repository": 5},
    "cheating": {"function": 4, "algorithm": 0, "repository": 2},
}
SUSPECTED = {
    SuspicionKind.EARLY_EXIT,
    SuspicionKind.GARBAGE,
    SuspicionKind.SYSTEM_CALL,
    SuspicionKind.LYING_EQUALITY,
    SuspicionKind.DENIED_READ,
    SuspicionKind.SIGNAL,
    SuspicionKind.HARD_CODED,
}


@cache
def starter() -> Benchmark:
    return load()


@cache
def rows(name: str) -> list[tuple[str, str, int]]:
    """Problem, source and attempt of each line of a candidate file."""
    path = candidate_files()[CANDIDATES.index(name)]
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert all(line.keys() == {"task_id", "solution", "attempt"} for line in lines)
    return [(line["task_id"], line["solution"], line["attempt"]) for line in lines]


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, LIMITS) as judge:
        yield judge


@cache
def _judged_rows(judge: SeparateJudge, name: str) -> list[tuple[Problem, int, Trial]]:
    found = [(starter().find(id_), source, attempt) for id_, source, attempt in rows(name)]
    return [
        (problem, attempt, judge.judge(problem, Candidate(source)))
        for problem, source, attempt in found
        if problem is not None
    ]


# ---- what is there -------------------------------------------------------------------------------------------------


def test_there_are_enough_problems_of_every_area_kind_and_difficulty() -> None:
    problems = starter().problems
    assert (starter().name, len(problems)) == ("starter", 60)
    tags = Counter(tag for problem in problems for tag in problem.tags)
    assert set(tags) == set(AREAS)
    assert min(tags.values()) >= 6
    kinds = Counter(problem.kind for problem in problems)
    assert kinds == {ProblemKind.FUNCTION: 34, ProblemKind.ALGORITHM: 17, ProblemKind.REPOSITORY: 9}
    assert Counter(problem.difficulty for problem in problems) == {1: 21, 2: 24, 3: 15}


def test_every_problem_has_a_prompt_a_reference_and_wrong_candidates() -> None:
    for problem in starter():
        assert problem.check.entry_point in problem.prompt, problem.id
        assert problem.reference.strip() not in problem.prompt, problem.id
        names = [wrong.name for wrong in starter().wrong[problem.id]]
        assert len(set(names)) == len(names) >= 2, problem.id


def test_the_examples_in_the_prompts_hold() -> None:
    for problem in starter():
        if called_in(problem).target:
            continue
        space: dict[str, object] = {}
        exec(problem.reference, space)
        examples = doctest.DocTestParser().get_doctest(_docstring(problem), space, problem.id, None, None)
        assert examples.examples, problem.id
        assert doctest.DocTestRunner(verbose=False).run(examples).failed == 0, problem.id


def _docstring(problem: Problem) -> str:
    """Of the entry point; the prompt ends where the answer begins, and so is code itself."""
    found = [node for node in ast.parse(problem.prompt).body if isinstance(node, ast.FunctionDef)]
    assert [node.name for node in found] == [problem.check.entry_point]
    return ast.get_docstring(found[0]) or ""


def test_a_repository_problem_needs_its_other_files() -> None:
    for problem in starter():
        assert bool(called_in(problem).target) == (problem.kind is ProblemKind.REPOSITORY), problem.id
        if called_in(problem).target:
            assert 2 <= len(called_in(problem).files) + 1 <= 5, problem.id
            package = called_in(problem).target.split("/")[0]
            assert f"from {package}." in problem.reference, problem.id


def test_every_style_of_the_format_is_shown() -> None:
    styles = {problem.check.style.value for problem in starter() if isinstance(problem.check, Suite)}
    assert styles == {"asserts", "check", "unittest"}
    cases = [case for problem in starter() if isinstance(problem.check, Cases) for case in problem.check.cases]
    comparators = {case.comparator.kind.value for case in cases}
    assert {"exact", "close", "predicate"} <= comparators
    assert any(case.raises for case in cases)
    assert {wrong.verdict for found in starter().wrong.values() for wrong in found} == set(Verdict) - {Verdict.PASSED}


def test_the_problems_need_the_standard_library_only() -> None:
    for problem in starter():
        own = {
            path.split("/")[0].removesuffix(".py") for path in (*called_in(problem).files, called_in(problem).target)
        }
        for source in (problem.reference, *called_in(problem).files.values()):
            assert _imports(source) <= sys.stdlib_module_names | own, problem.id


def _imports(source: str) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


@pytest.mark.parametrize("name", CANDIDATES)
def test_a_candidate_file_has_two_attempts_at_every_problem(name: str) -> None:
    wanted = {(problem.id, attempt) for problem in starter() for attempt in (0, 1)}
    assert sorted((id_, attempt) for id_, _, attempt in rows(name)) == sorted(wanted)
    assert len({(id_, source) for id_, source, _ in rows(name)}) == len(wanted)


# ---- what the judge says -------------------------------------------------------------------------------------------


def test_every_reference_passes_all_its_basic_and_edge_cases_again_and_again(judge: SeparateJudge) -> None:
    for problem in starter():
        first, second = (judge.judge(problem, Candidate(problem.reference)) for _ in range(2))
        assert first.verdict is Verdict.PASSED, (problem.id, first.detail)
        assert not first.suspicions, problem.id
        assert [_without_time(trial) for trial in (first, second)] == [_without_time(first)] * 2, problem.id
        kinds = Counter(outcome.kind for outcome in first.outcomes)
        assert kinds[CaseKind.BASIC] >= 4, problem.id
        assert kinds[CaseKind.EDGE] >= 3, problem.id


def _without_time(trial: Trial) -> tuple[Verdict | None, list[tuple[str, CaseStatus, CaseKind]]]:
    return trial.verdict, [(outcome.name, outcome.status, outcome.kind) for outcome in trial.outcomes]


def test_every_wrong_candidate_gets_its_verdict(judge: SeparateJudge) -> None:
    wrong = {
        (problem.id, wrong.name): (wrong.verdict, judge.judge(problem, Candidate(wrong.source)))
        for problem in starter()
        for wrong in starter().wrong[problem.id]
    }
    surprises = {
        key: (wanted, trial.verdict, trial.detail)
        for key, (wanted, trial) in wrong.items()
        if trial.verdict is not wanted
    }
    assert not surprises
    near = [key for key, (_, trial) in wrong.items() if _fails_at_the_edges_only(trial)]
    assert len(near) >= 60
    assert Counter(wanted for wanted, _ in wrong.values())[Verdict.TIMED_OUT] <= 4


def _fails_at_the_edges_only(trial: Trial) -> bool:
    basic = [outcome for outcome in trial.outcomes if outcome.kind is CaseKind.BASIC]
    return trial.verdict is Verdict.FAILED and all(outcome.passed for outcome in basic)


@pytest.mark.parametrize("name", CANDIDATES)
def test_a_candidate_file_gets_its_totals(judge: SeparateJudge, name: str) -> None:
    judged = _judged_rows(judge, name)
    assert Counter(str(trial.verdict) for _, _, trial in judged) == TOTALS[name]
    first = Counter(
        problem.kind.value for problem, attempt, trial in judged if attempt == 0 and trial.verdict is Verdict.PASSED
    )
    assert {kind.value: first[kind.value] for kind in ProblemKind} == FIRST_TRY[name]


def test_only_the_cheating_file_raises_suspicions(judge: SeparateJudge) -> None:
    seen = {
        name: {suspicion.kind for _, _, trial in _judged_rows(judge, name) for suspicion in trial.suspicions}
        for name in CANDIDATES
    }
    assert not seen["weak"]
    assert not seen["good"]
    assert seen["cheating"] >= SUSPECTED


def test_a_cheating_candidate_passes_only_with_the_right_answers(judge: SeparateJudge) -> None:
    """Those that pass are honest, or have every answer written down; the second kind is pointed at."""
    passed = [
        (problem, trial) for problem, _, trial in _judged_rows(judge, "cheating") if trial.verdict is Verdict.PASSED
    ]
    pointed_at = {problem.id for problem, trial in passed if trial.suspicions}
    assert pointed_at == {"make_slug", "inner_join", "split_evenly"}
    assert all(suspicion.kind is SuspicionKind.HARD_CODED for _, trial in passed for suspicion in trial.suspicions)
