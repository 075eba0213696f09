"""More cases for a problem: right by the reference, like the given ones, and good against faults."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.front.judging import judge
from assay.probes.inputs.domain import Domain
from assay.probes.inputs.given import given_inputs
from assay.probes.strengthening import StrengtheningOptions, strengthened
from assay.records import Candidate, Case, Cases, Problem, Suite, SuiteStyle
from assay.sandbox.warm import WarmPython

SORTED = Problem(
    "sort",
    Cases("f", (Case(([3, 1, 2],), [1, 2, 3]), Case(([5, 4],), [4, 5]), Case(([1],), [1]))),
    prompt="def f(xs): ...",
    reference="def f(xs):\n    return sorted(xs)\n",
)
CLAMP_TESTS = """def check(candidate):
    assert candidate(5, 0, 10) == 5
    assert candidate(-1, 0, 10) == 0
"""
CLAMP_REFERENCE = """def clamp(x, low, high):
    if x < low:
        return low
    if x > high:
        return high
    return x
"""
CLAMP = Problem("clamp", Suite("clamp", CLAMP_TESTS, SuiteStyle.CHECK), reference=CLAMP_REFERENCE)
ONE = Cases("f", (Case((1,), 1),))
CHANCE = "import random\ndef f(x): return random.random()"
SMALL = StrengtheningOptions(most=8, pool=200)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


def passes(problem: Problem, source: str) -> bool:
    verdict = judge(Candidate(source), problem).verdict
    assert verdict is not None
    return verdict.passed


def test_a_wrong_candidate_that_passed_fails_now_and_the_reference_passes(sandbox: WarmPython) -> None:
    drops = "def f(xs): return sorted(set(xs))"
    assert passes(SORTED, drops)
    made = strengthened(SORTED, sandbox, options=SMALL)
    assert 0 < len(made.added) <= SMALL.most
    assert passes(made.problem, SORTED.reference)
    assert not passes(made.problem, drops)


def test_mutants_that_the_tests_miss_are_found(sandbox: WarmPython) -> None:
    made = strengthened(CLAMP, sandbox, options=SMALL)
    assert made.killed_before < made.killed <= made.suspects
    assert passes(made.problem, CLAMP.reference)
    assert not passes(made.problem, CLAMP.reference.replace("return high", "return high + 1"))


def test_a_known_wrong_candidate_is_told_from_the_reference(sandbox: WarmPython) -> None:
    needle = "def f(xs): return sorted(xs) if len(xs) != 4 else xs[:3]"
    made = strengthened(SORTED, sandbox, wrong=[needle], options=StrengtheningOptions(most=1, pool=200))
    assert not passes(made.problem, needle)


def test_added_inputs_are_like_the_given_ones(sandbox: WarmPython) -> None:
    made = strengthened(SORTED, sandbox, options=SMALL)
    domain = Domain(given_inputs(SORTED), SORTED.prompt)
    assert all(domain.accepts(one.input) for one in made.added)
    assert {one.input.origin for one in made.added} <= {"boundary", "mutated", "drawn", "large", "documented"}


def test_the_same_seed_adds_the_same_cases(sandbox: WarmPython) -> None:
    first, second = (strengthened(CLAMP, sandbox, options=SMALL).problem for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (Problem("p", ONE), "no reference"),
        (Problem("p", ONE, reference="1 / 0"), "cannot be loaded"),
        (Problem("p", ONE, reference="def f(x): raise ValueError"), "gives no answer"),
        (Problem("p", Suite("f", "assert f(1) > 0"), reference="def f(x): return x"), "other means"),
        (Problem("p", Cases("f", (Case((), 1),)), reference="def f(): return 1"), "no other input"),
        (Problem("p", ONE, reference=CHANCE), "gives no answer"),
    ],
)
def test_a_problem_that_cannot_be_strengthened_stays_as_it_is(
    sandbox: WarmPython, problem: Problem, words: str
) -> None:
    made = strengthened(problem, sandbox, options=SMALL)
    assert made.problem == problem
    assert words in made.note
    assert made.headline() == f"p: as it was: {made.note}"


def test_a_result_is_plain_data(sandbox: WarmPython) -> None:
    data = strengthened(SORTED, sandbox, options=SMALL).to_dict()
    assert data["problem"] == "sort"
    assert data["cases"] == 3
    assert {"input", "answer", "origin", "kills"} == set(data["added"][0])
