"""The inputs that a problem's own cases, or the calls in its test code, are made of."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from assay.errors import InvalidProblem
from assay.judges.suites import MoreThanData, as_cases, constant
from assay.probes.inputs.base import Input, distinct
from assay.records import Case, Cases, Problem, Suite
from assay.syntax import UNREADABLE, parse_foreign

MOST_GIVEN = 2_000
MAX_PROMPT = 100_000
EXAMPLE = re.compile(r"^\s*>>> (.*)$", re.MULTILINE)
DOCUMENTED = "documented"
"""The origin of inputs that only the prompt shows."""


def given_inputs(problem: Problem) -> list[Input]:
    """Return the inputs of a problem's cases, or of the calls in its test code whose arguments are written out.

    The examples in its prompt follow, as `documented` ones.

    >>> from assay.records import SuiteStyle
    >>> tests = Suite("half", "def check(candidate):\\n    assert abs(candidate(1) - 0.5) < 1e-6", SuiteStyle.CHECK)
    >>> [one.text() for one in given_inputs(Problem("p", tests))]
    ['1']
    """
    return list(distinct([*_tested(problem), *documented_calls(problem)]))[:MOST_GIVEN]


def _tested(problem: Problem) -> list[Input]:
    check = problem.check
    if isinstance(check, Cases):
        return list(map(_of_case, check.cases))
    return _of_suite(problem, check) if isinstance(check, Suite) else []


def documented_calls(problem: Problem) -> list[Input]:
    """Return the inputs of the examples in a problem's prompt, as far as they are written as in an interpreter."""
    found: list[Input] = []
    for text in EXAMPLE.findall(problem.prompt[:MAX_PROMPT]):
        try:
            tree = parse_foreign(text)
        except UNREADABLE:
            continue
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == problem.check.entry_point
            ):
                found.extend(replace(one, origin=DOCUMENTED) for one in _of_call(node))
    return found


def _of_case(case: Case) -> Input:
    return Input(tuple(case.arguments), dict(case.keywords))


def _of_suite(problem: Problem, suite: Suite) -> list[Input]:
    try:
        cases = as_cases(problem, suite)
    except InvalidProblem:
        return []
    return [_of_case(case) for case in cases] if cases is not None else written_calls(suite)


def written_calls(suite: Suite) -> list[Input]:
    """Return the inputs of all calls of the entry point in test code whose arguments are literals."""
    found: list[Input] = []
    for text in (suite.source, suite.edge_source):
        try:
            tree = parse_foreign(text)
        except UNREADABLE:
            continue
        names = {suite.entry_point, *check_parameters(tree)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                found.extend(_of_call(node))
    return found


def check_parameters(tree: ast.Module) -> Iterator[str]:
    """Yield the name that `check(candidate)` has for the function it is given."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "check" and node.args.args:
            yield node.args.args[0].arg


def _of_call(node: ast.Call) -> Iterator[Input]:
    try:
        arguments = tuple(constant(argument) for argument in node.args)
        keywords = {str(one.arg): constant(one.value) for one in node.keywords if one.arg}
    except (MoreThanData, RecursionError, MemoryError):
        return
    if len(keywords) == len(node.keywords):
        yield Input(arguments, keywords)
