"""Survivors held against the original."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from assay.benchmarks.families import load_benchmark
from assay.probes.inputs.given import given_inputs
from assay.probes.mutation.asking import MutationOptions
from assay.probes.mutation.problems import as_data, mutate_problem
from assay.probes.mutation.results import Finding, MutationResult
from assay.probes.mutation.triage import triage
from assay.records import Case, Cases, Problem
from assay.sandbox.warm import WarmPython

CLAMP = """\
def clamp(x, low, high):
    if x < low:
        return low
    if x > high:
        return high
    return x
"""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


def triaged(problem: Problem, source: str, options: MutationOptions, sandbox: WarmPython) -> MutationResult:
    result = mutate_problem(problem, source, options, sandbox=sandbox)
    given = given_inputs(problem)
    entry = problem.check.entry_point
    return triage(result, source, entry_point=entry, given=lambda name: given, sandbox=sandbox)


def test_a_survivor_is_a_missing_test_or_no_difference_was_found(sandbox: WarmPython) -> None:
    problem = Problem("clamp", Cases("clamp", (Case((5, 0, 10), 5), Case((-1, 0, 10), 0))))

    result = triaged(problem, CLAMP, MutationOptions(("comparison",)), sandbox)

    found = {one.mutant.one_line(): one.triage for one in result.survivors}
    boundary = found["line 4   if x > high   →   if x >= high"]
    assert boundary is not None
    assert boundary.finding is Finding.NO_DIFFERENCE
    assert boundary.text().startswith("no difference found in ")
    missing = found["line 2   if x < low   →   if x <= low"]
    assert missing is not None
    assert missing.text() == "missing test: assert clamp(0, 0, -1) == -1"


def test_the_missing_cases_kill_the_survivors(sandbox: WarmPython) -> None:
    problem = Problem("clamp", Cases("clamp", (Case((5, 0, 10), 5),)))
    result = triaged(problem, CLAMP, MutationOptions(), sandbox)
    assert isinstance(problem.check, Cases)
    more = replace(problem, check=replace(problem.check, cases=(*problem.check.cases, *result.missing_cases())))

    again = mutate_problem(more, CLAMP, sandbox=sandbox)

    assert result.score is not None
    assert again.score is not None
    assert again.score > result.score
    left = {one.mutant.number for one in again.survivors}
    assert left <= {one.mutant.number for one in result.survivors if one.triage and one.triage.case is None}


def test_a_mutant_outside_of_functions_is_not_searched(sandbox: WarmPython) -> None:
    source = "LIMIT = 3\n\n\ndef f(x):\n    return x\n"
    problem = Problem("f", Cases("f", (Case((1,), 1),)))
    result = mutate_problem(problem, source, MutationOptions(("constants",)), sandbox=sandbox)

    (first, *_) = triage(result, source, sandbox=sandbox).survivors

    assert first.triage is not None
    assert first.triage.text() == "not searched: it is in no function that can be called by itself"


@pytest.mark.slow
def test_triage_makes_the_starter_benchmark_stronger(sandbox: WarmPython) -> None:
    """On every reference of the starter benchmark: adding the cases that triage proposes raises the score."""
    before, after, judged = 0, 0, 0
    for problem in load_benchmark("starter"):
        data = as_data(problem)
        if not isinstance(data.check, Cases):
            continue
        result = triaged(data, problem.reference, MutationOptions(), sandbox)
        cases = (*data.check.cases, *result.missing_cases())
        again = mutate_problem(
            replace(data, check=replace(data.check, cases=cases), pace=None), problem.reference, sandbox=sandbox
        )
        before, after, judged = before + result.detected, after + again.detected, judged + result.judged
        assert again.detected >= result.detected

    print(f"starter: {before} of {judged} killed, {after} with the missing cases")
    assert before < after <= judged
