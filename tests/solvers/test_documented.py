"""The accuracy document's calls, with its defaults: a task, tests in any of their forms, and code comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing
from typing import Any

import pytest

from assay.errors import UsageError
from assay.models import ModelUnavailable, PromptRefused, ScriptedModel
from assay.records import Case, Cases, Problem, Suite, Untested
from assay.solvers.documented import Tests, ensemble_generation, generate_with_verification, iterative_refinement
from assay.solvers.testing import SandboxTester, ScriptedTester

WRONG = "def double(x): return x"
WORSE = "def double(x): return None"
RIGHT = "def double(x): return 2 * x"
TESTER = ScriptedTester({WRONG: 1, RIGHT: 2}, of=2)
OTHER: Any = [1, 2]  # Any: what a caller may give by mistake
ASSERTS = "assert double(2) == 4\nassert double(0) == 0"


def run(work: Coroutine[None, None, str]) -> str:
    return asyncio.run(work)


@pytest.mark.parametrize(
    ("answers", "expected", "calls"),
    [
        ([RIGHT], RIGHT, 1),
        ([WRONG, RIGHT], RIGHT, 2),
        ([WRONG, WORSE, WORSE + " # again"], WRONG, 3),
    ],
    ids=["at-once", "after-feedback", "the-best-of-three"],
)
def test_generate_with_verification(answers: list[str], expected: str, calls: int) -> None:
    model = ScriptedModel(answers)

    code = run(generate_with_verification("Double a number.", ASSERTS, model=model, tester=TESTER))

    assert (code, len(model.asked)) == (expected, calls)


@pytest.mark.parametrize(
    ("start", "answers", "expected", "calls"),
    [
        (RIGHT, [], RIGHT, 0),
        (WRONG, [RIGHT], RIGHT, 1),
        (WRONG, [WORSE, WORSE + " # 2", WORSE + " # 3"], WRONG, 3),
    ],
    ids=["right-already", "mended", "the-best-state"],
)
def test_iterative_refinement(start: str, answers: list[str], expected: str, calls: int) -> None:
    model = ScriptedModel(answers)

    code = run(iterative_refinement(start, ASSERTS, model=model, tester=TESTER))

    assert (code, len(model.asked)) == (expected, calls)


def test_ensemble_generation_by_tests_and_by_vote() -> None:
    answers = [WORSE, WRONG, RIGHT, WRONG, WORSE + "  # 2"]

    def model() -> ScriptedModel:
        return ScriptedModel(lambda messages, number: answers[number])

    by_tests = ensemble_generation("Double a number.", tests=ASSERTS, model=model(), tester=TESTER)
    by_vote = ensemble_generation("def double(x):\n", model=model(), tester=TESTER)

    assert (run(by_tests), run(by_vote)) == (RIGHT, WRONG)


@pytest.fixture(scope="module")
def sandboxed() -> Iterator[SandboxTester]:
    with closing(SandboxTester()) as made:
        yield made


@pytest.mark.parametrize(
    "tests",
    [
        pytest.param(Cases("double", (Case((2,), 4), Case((0,), 0))), id="cases"),
        pytest.param(Suite("double", ASSERTS), id="suite"),
        pytest.param([Case((2,), 4), Case((0,), 0)], id="a-list-of-cases"),
        pytest.param(ASSERTS, id="text"),
        pytest.param(ASSERTS.splitlines(), id="texts"),
    ],
)
def test_all_forms_of_tests_run_in_a_sandbox(tests: Tests, sandboxed: SandboxTester) -> None:
    model = ScriptedModel([WRONG, RIGHT])

    code = run(generate_with_verification("def double(x):\n", tests, model=model, tester=sandboxed))

    assert (code.strip(), len(model.asked)) == (RIGHT, 2)
    told = model.asked[1].messages[-1].content
    assert "double(2)" in told or "expected: 4" in told


@pytest.mark.parametrize(
    ("task", "tests", "entry_point"),
    [
        pytest.param("Anything.", "assert f(1) == 2", "f", id="what-the-tests-call"),
        pytest.param("Anything.", "import math\nassert math.isclose(abs(f(1)), 2)", "f", id="not-built-in-or-imported"),
        pytest.param("Anything.", "made = f(1)\nassert made == len(str(made))", "f", id="not-a-name-of-their-own"),
        pytest.param("def f(x):", "assert g(f(1)) == 2", "f", id="what-the-task-defines-and-the-tests-call"),
        pytest.param("def g(x): ...\ndef f(x):", [Case((1,), 2)], "f", id="what-the-task-defines-last"),
        pytest.param("def f(x):", None, "f", id="no-tests"),
    ],
)
def test_the_name_of_the_function_is_found(task: str, tests: Tests | None, entry_point: str) -> None:
    model = ScriptedModel(["def f(x): return 2"])

    run(ensemble_generation(task, 1, tests, model=model, tester=TESTER))

    assert f"`{entry_point}`" in model.asked[0].messages[-1].content


def test_a_problem_keeps_its_own_cases_hidden() -> None:
    hidden = Cases("double", (Case((12_345,), 24_690),))
    problem = Problem("double", hidden, prompt="Double a number.")
    model = ScriptedModel([WRONG, RIGHT])

    code = run(generate_with_verification(problem, "assert double(2) == 4", model=model))

    assert code.strip() == RIGHT
    assert all("12345" not in one.content for asked in model.asked for one in asked.messages)


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (lambda model: generate_with_verification("Do.", [Case((1,), 2)], model=model), "entry_point must be given"),
        (lambda model: generate_with_verification("Do.", "assert f(g(1))", model=model), "entry_point must be given"),
        (lambda model: generate_with_verification("Do.", "assert f(", model=model), "tests: cannot be read as Python"),
        (
            lambda model: generate_with_verification("def f():", OTHER, model=model),
            "tests: must be Cases, a Suite",
        ),
        (lambda model: generate_with_verification("def f():", [], model=model), "tests: must be Cases, a Suite"),
        (
            lambda model: generate_with_verification(OTHER, ASSERTS, model=model),
            "task: must be a text or a Problem",
        ),
        (lambda model: iterative_refinement(OTHER, ASSERTS, model=model), "initial_solution: must be source text"),
        (
            lambda model: ensemble_generation("Do.", 0, ASSERTS, model=model),
            "n_samples: must be a whole number of at least 1, got 0",
        ),
    ],
    ids=["no-name", "two-names", "no-python", "no-tests-type", "empty", "no-task", "no-code", "none"],
)
def test_a_slip_is_an_error_in_words(work: Callable[[ScriptedModel], Coroutine[None, None, str]], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        run(work(ScriptedModel([])))


@pytest.mark.parametrize("error", [ModelUnavailable("gone"), PromptRefused("too long")], ids=["gone", "refused"])
def test_without_any_answer_the_reason_is_raised(error: Exception) -> None:
    problem = Problem("double", Untested("double"), prompt="Double.")

    with pytest.raises(type(error), match=str(error)):
        run(ensemble_generation(problem, model=ScriptedModel(lambda messages, number: error), tester=TESTER))
