"""Calls as the four source documents write them, and what each says of bad input."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from hypothesis import strategies as st

import assay
from assay.errors import InvalidValue
from assay.metrics.analysis import ErrorAnalysis
from assay.metrics.passk import calculate_pass_at_k, calculate_pass_at_k_for_multiple, compute_pass_at_k
from assay.models.base import ModelRefused
from assay.models.scripted import ScriptedModel
from assay.probes.mutation.tester import MutationTester
from assay.quality.evaluator import CodeQualityEvaluator
from assay.solvers.calibration import estimate_success_probability, should_attempt
from assay.solvers.documented import ensemble_generation, generate_with_verification, iterative_refinement

TESTS = [assay.Case((2,), 4), assay.Case((0,), 0)]
RIGHT, WRONG, BROKEN = "def double(x): return 2 * x", "def double(x): return x", "def double(x return x"


class Texts:
    """A model whose answers are bare texts."""

    name = signature = "texts"

    def __init__(self) -> None:
        self.calls = 0

    def complete(self, *given: object, **named: object) -> str:
        self.calls += 1
        return RIGHT


def by_insertion(items: list[int]) -> list[int]:
    found: list[int] = []
    for one in items:
        place = sum(1 for other in found if other <= one)
        found.insert(place, one)
    return found


# -- accuracy ------------------------------------------------------------------------------------------------------


def test_semantic_equivalence_takes_the_names_of_the_document() -> None:
    def same(one: str, other: str) -> bool:
        return assay.semantic_equivalence(solution1=one, solution2=other, test_suite=TESTS)

    assert same(RIGHT, "def double(x): return x + x")
    assert not same(RIGHT, WRONG)
    assert not same(RIGHT, BROKEN)
    assert not same(BROKEN, RIGHT)
    assert not same(BROKEN, BROKEN)


def test_properties_of_a_function_are_checked_on_lists() -> None:
    names = ["sorted", "same_length", "permutation"]

    found = assay.check_properties(by_insertion, names, strategy=st.lists(st.integers()))

    assert [one.verdict.value for one in found.properties] == ["holds"] * 3


def test_a_mutation_tester_has_its_mutators_as_methods() -> None:
    tester = MutationTester()

    assert [mutator.__name__ for mutator in tester.mutators] == [
        "swap_operators",
        "change_constants",
        "modify_conditions",
    ]
    assert tester.swap_operators("def f(x): return x + 1") == ["def f(x): return x - 1"]
    assert tester.test_robustness("def double(x):\n    return 2 * x\n", TESTS) == 1.0


def test_strategies_take_the_names_of_the_document() -> None:
    def run(made: Callable[[ScriptedModel], object]) -> object:
        return asyncio.run(made(ScriptedModel([WRONG, RIGHT, RIGHT])))  # type: ignore[arg-type]  # a coroutine

    assert run(lambda model: generate_with_verification("Double a number.", TESTS, model=model, entry_point="double"))
    assert run(lambda model: iterative_refinement(WRONG, TESTS, max_iterations=2, model=model)) == RIGHT
    assert run(lambda model: ensemble_generation("def double(x):", n_samples=3, tests=TESTS, model=model)) == RIGHT


def test_a_threshold_may_stand_behind_the_task() -> None:
    task = "Return the sum of a list."

    assert should_attempt(task, confidence_threshold=0.7)
    assert not should_attempt(task, 0.999)
    assert 0.7 <= estimate_success_probability(task) < 0.999


def test_naive_times_are_local_and_trends_unpack() -> None:
    monitor = assay.AccuracyMonitor("memory:")
    with pytest.warns(UserWarning, match="has no time zone and is read as local time"):
        monitor.log_result("t1", True, datetime.now() - timedelta(minutes=1))
    monitor.log_result("t2", False)

    assert [(one["task_id"], one["passed"]) for one in monitor.results] == [("t1", True), ("t2", False)]
    assert monitor.current_accuracy(window=timedelta(hours=1)) == 0.5
    rates = [rate for hour, rate in monitor.accuracy_trend() if hour]
    assert rates in ([0.5], [1.0, 0.0])


@pytest.mark.parametrize(
    ("prefer", "asked"), [("speed", "cheap"), ("balanced", "cheap + strong"), ("accuracy", "strong")]
)
def test_a_preference_chooses_among_two_models(prefer: str, asked: str) -> None:
    problem = assay.Problem("double", assay.Cases("double", tuple(TESTS)), prompt="def double(x):")
    models = [ScriptedModel(lambda messages, number: RIGHT, name=name) for name in ("cheap", "strong")]

    report = assay.solve([problem], model=models, prefer=prefer, store="memory:")

    assert f"{asked}: pass@1 = 100.0%" in repr(report)


# -- metrics -------------------------------------------------------------------------------------------------------


def test_pass_at_k_of_results() -> None:
    assert calculate_pass_at_k_for_multiple([True, False, True, False, True], k_values=[1, 2, 3]) == {
        "pass@1": 0.6,
        "pass@2": 0.9,
        "pass@3": 1.0,
    }


# -- bad input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: compute_pass_at_k(10, 2.5, 1), "c: must be a whole number, got 2.5"),  # type: ignore[arg-type]
        (lambda: calculate_pass_at_k(True, 1, 1), "n: must be a whole number, got True"),
        (lambda: calculate_pass_at_k_for_multiple(["no"]), "results: must be True or False for each attempt, got 'no'"),  # type: ignore[list-item]
        (lambda: ErrorAnalysis(-2, 0, 0, 0, 0), "syntax_errors: must be at least 0, got -2"),
        (lambda: ErrorAnalysis(timeout_errors="2"), "timeout_errors: must be a whole number, got '2'"),  # type: ignore[arg-type]
        (lambda: assay.Case(kind="edgy"), "kind: must be one of basic, edge, got 'edgy'"),  # type: ignore[arg-type]
        (lambda: should_attempt("Sort.", 70), "confidence_threshold: must be a number from 0 to 1, got 70"),
        (lambda: should_attempt("Sort.", "0.5"), "confidence_threshold: must be a number"),  # type: ignore[arg-type]
        (lambda: should_attempt(3), "problem: must be a Problem or a text, got 3"),  # type: ignore[arg-type]
        (lambda: assay.AccuracyMonitor("memory:").current_accuracy("1h"), "window: must be a timedelta"),  # type: ignore[arg-type]
        (lambda: CodeQualityEvaluator().evaluate(None), "code: must be text or bytes, got None"),  # type: ignore[arg-type]
        (lambda: CodeQualityEvaluator().evaluate("x = 1", language=3), "language: must be"),  # type: ignore[arg-type]
        (lambda: assay.check_properties(RIGHT, "sorted", strategy=[1]), "strategy: must be a text or a strategy"),  # type: ignore[arg-type]
        (lambda: assay.check_properties(len, "sorted"), "code: must be a text or a function written with def"),
        (lambda: assay.semantic_equivalence(RIGHT, 3, TESTS), "solution2: must be source text, got 3"),  # type: ignore[arg-type]
    ],
)
def test_a_mistake_is_named_with_its_argument_and_value(call: Callable[[], object], words: str) -> None:
    with pytest.raises(InvalidValue, match=words.replace("(", r"\(")):
        call()


def test_a_case_kind_may_be_a_text() -> None:
    assert assay.Case(kind="edge") == assay.Case(kind=assay.Case().kind.__class__.EDGE)  # type: ignore[arg-type]


def test_a_model_that_answers_with_a_text_is_refused_at_once() -> None:
    model = Texts()

    with pytest.raises(ModelRefused, match=r"must return an assay\.solutions\.Completion, got "):
        asyncio.run(generate_with_verification(WRONG, TESTS, model=model))  # type: ignore[arg-type]  # on purpose
    assert model.calls == 1


def test_the_name_of_a_model_is_no_model() -> None:
    with pytest.raises(InvalidValue, match=r"got 'gpt-4o'; assay.models.opening.open_model\('gpt-4o'\) opens one"):
        asyncio.run(generate_with_verification(WRONG, TESTS, model="gpt-4o"))  # type: ignore[arg-type]  # on purpose
