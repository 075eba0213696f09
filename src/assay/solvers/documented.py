"""The accuracy document's three calls, as thin functions over the strategies; each returns the code."""

from __future__ import annotations

import ast
import asyncio
import builtins
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from types import NoneType

from assay.errors import InvalidValue, require, require_number, require_text
from assay.models.base import Model, ModelUnavailable, PromptRefused, require_model
from assay.records import Case, Cases, FunctionCheck, Problem, Suite, Untested
from assay.solutions import EndedBy
from assay.solvers.base import Strategy, Tester
from assay.solvers.solving import Solver
from assay.solvers.strategies.ensemble import Ensemble
from assay.solvers.strategies.refine import Refine
from assay.solvers.strategies.verify import Verify
from assay.syntax import UNREADABLE, parse_foreign

Tests = FunctionCheck | str | Sequence[Case] | Sequence[str]
"""`Cases`, a `Suite`, cases, or assert statements as one text or several."""
TASK = "task"
"""The id of a problem that was given as text."""
_DEFINED = re.compile(r"^[ \t]*(?:async[ \t]+)?def[ \t]+([A-Za-z_]\w{0,200})[ \t]*\(", re.MULTILINE)


async def generate_with_verification(
    task: str | Problem,
    tests: Tests,
    *,
    model: Model,
    max_attempts: int = 3,
    entry_point: str | None = None,
    tester: Tester | None = None,
) -> str:
    """Return code for a task, verified on the tests: the first attempt that passes all of them, or the best one.

    Args:
        task: what is asked for, in words or as the beginning of a function; or a problem, whose own cases stay hidden.
        tests: shown to the model where they fail.
        model: who writes the code.
        max_attempts: how often it is asked.
        entry_point: the name of the function; by default what the tests call, or what the task defines.
        tester: runs the tests; by default a sandbox that lives as long as the call.

    >>> from assay.models.scripted import ScriptedModel
    >>> model = ScriptedModel(["def double(x): return x", "def double(x): return 2 * x"])
    >>> work = generate_with_verification("Double a number.", "assert double(2) == 4", model=model)
    >>> asyncio.run(work)
    'def double(x): return 2 * x'
    """
    require_number("max_attempts", max_attempts, 1, whole=True)
    _require_tests(tests)
    problem = _problem(task, tests, entry_point)
    return await _code(Verify(max_attempts), problem, model, tester)


async def iterative_refinement(
    initial_solution: str,
    tests: Tests,
    max_iterations: int = 3,
    *,
    model: Model,
    entry_point: str | None = None,
    tester: Tester | None = None,
) -> str:
    """Return the best state of code that a model mends at most so many times, until it passes all tests.

    The arguments are those of `generate_with_verification`, with code to begin with instead of a task.
    """
    require_text("initial_solution", initial_solution, "source text")
    require_number("max_iterations", max_iterations, 1, whole=True)
    _require_tests(tests)
    name = entry_point or _entry_point(tests, initial_solution)
    problem = _problem(f"Write the function {name}.", tests, name)
    return await _code(Refine(max_iterations, initial_solution), problem, model, tester)


async def ensemble_generation(
    task: str | Problem,
    n_samples: int = 5,
    tests: Tests | None = None,
    *,
    model: Model,
    entry_point: str | None = None,
    tester: Tester | None = None,
) -> str:
    """Return the best of so many solutions: by the tests where there are some, else by a vote on what they do.

    The arguments are those of `generate_with_verification`.
    """
    require_number("n_samples", n_samples, 1, whole=True)
    problem = _problem(task, tests, entry_point)
    return await _code(Ensemble(n_samples), problem, model, tester)


async def _code(strategy: Strategy, problem: Problem, model: Model, tester: Tester | None) -> str:
    """Return the code that a strategy comes to, beside the event loop."""
    return await asyncio.to_thread(_solved, strategy, problem, model, tester)


def _solved(strategy: Strategy, problem: Problem, model: Model, tester: Tester | None) -> str:
    require_model(model)
    if tester is not None and not hasattr(tester, "trial"):
        raise InvalidValue(f"tester: must be a Tester, got {tester!r:.80}")
    if tester is None:
        from assay.solvers.testing import SandboxTester

        with closing(SandboxTester()) as own:
            return _solved(strategy, problem, model, own)
    solution = Solver(strategy, model, tester).solve(problem)
    if solution.drafts:
        return solution.drafts[0].source
    refused = PromptRefused if solution.ended is EndedBy.PROMPT else ModelUnavailable
    raise refused(solution.detail or "the model gave no answer")


def _problem(task: str | Problem, tests: Tests | None, entry_point: str | None) -> Problem:
    """Return the problem that a task and its tests state; the tests are its visible cases."""
    require("entry_point", entry_point, (str, NoneType), "the name of a function")
    if isinstance(task, Problem):
        name = entry_point or task.check.entry_point
        return task if tests is None else replace(task, examples=_check(tests, name))
    require_text("task", task, "a text or a Problem")
    if tests is None:
        return Problem(TASK, Untested(entry_point or _entry_point(None, task)), prompt=task)
    check = _check(tests, entry_point or _entry_point(tests, task))
    return Problem(TASK, check, prompt=task, examples=check)


def _require_tests(tests: object) -> None:
    """Raise `InvalidValue` for what is certainly no tests."""
    require("tests", tests, (Cases, Suite, str, list, tuple), "Cases, a Suite, cases, or assert statements as text")


def _check(tests: Tests, entry_point: str) -> Cases | Suite:
    if isinstance(tests, Cases | Suite):
        return tests
    given: Sequence[object] = [tests] if isinstance(tests, str) else _listed(tests)
    if given and all(isinstance(one, Case) for one in given):
        return Cases(entry_point, tuple(one for one in given if isinstance(one, Case)))
    if given and all(isinstance(one, str) and one.strip() for one in given):
        return Suite(entry_point, "\n".join(map(str, given)))
    raise InvalidValue(f"tests: must be Cases, a Suite, cases, or assert statements as text, got {tests!r:.80}")


def _listed(tests: object) -> Sequence[object]:
    return tests if isinstance(tests, list | tuple) else ()


def _entry_point(tests: Tests | None, text: str) -> str:
    """Return the name of the function that is meant: what the check says, the tests call, or a text defines."""
    if isinstance(tests, FunctionCheck):
        return tests.entry_point
    defined = _DEFINED.findall(text)
    written = [tests] if isinstance(tests, str) else [one for one in _listed(tests) if isinstance(one, str)]
    called = list(dict.fromkeys(name for one in written for name in _called(one)))
    names = [name for name in defined if name in called] or called or defined
    if len(set(names)) == 1 or (names and names is not called):
        return names[-1]
    raise InvalidValue(f"entry_point must be given: the tests call {called[:10]}, and {defined[:10]} is defined")


def _called(text: str) -> Iterator[str]:
    """Yield the names of the functions that test code calls and does not have itself."""
    try:
        tree = parse_foreign(text)
    except UNREADABLE as error:
        raise InvalidValue(f"tests: cannot be read as Python: {error}") from None
    own = {alias.asname or alias.name for node in ast.walk(tree) for alias in getattr(node, "names", ()) if alias}
    own |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = node.func.id
            if name not in own and not hasattr(builtins, name):
                yield name
