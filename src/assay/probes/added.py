"""Cases added to the check of a problem, in the form that its own cases have."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from assay.probes.inputs.base import Input
from assay.probes.inputs.given import check_parameters
from assay.probes.sides import Behaviour, has_float
from assay.records import (
    EXACT,
    Case,
    CaseKind,
    Cases,
    Check,
    Comparator,
    ComparatorKind,
    Problem,
    Suite,
    SuiteStyle,
)
from assay.syntax import UNREADABLE, parse_foreign

TOLERANCE = 1e-6
"""How far floats may differ from those of the reference."""
WRAPPERS = ("set", "sorted", "list", "tuple", "frozenset", "len", "sum", "round", "str", "int", "float", "bool")
"""Functions that test code may put around a call: what they make of an answer is compared, not the answer itself."""
NEAR = f"""
    def is_near(one, other):
        if isinstance(other, (list, tuple)):
            alike = type(one) is type(other) and len(one) == len(other)
            return alike and all(map(is_near, one, other))
        if isinstance(other, dict):
            alike = isinstance(one, dict) and one.keys() == other.keys()
            return alike and all(is_near(one[key], other[key]) for key in other)
        if isinstance(other, float):
            return one == other or abs(one - other) <= {TOLERANCE} * max(1.0, abs(other))
        return one == other
"""
"""Test code for answers with floats in them."""
Row = tuple[Input, Behaviour]


def added_check(problem: Problem, rows: Sequence[Row]) -> Check | str:
    """Return the check of a problem with more cases, which are edge cases; or in words why that cannot be.

    Each says by its name where its input comes from.
    """
    check = problem.check
    if isinstance(check, Cases):
        return _with_cases(check, rows)
    if isinstance(check, Suite) and check.style in (SuiteStyle.CHECK, SuiteStyle.ASSERTS):
        return _with_statements(check, rows)
    return "only cases, assertions and check functions can be added to"


def _with_cases(check: Cases, rows: Sequence[Row]) -> Check | str:
    comparators = {case.comparator for case in check.cases if case.raises is None} or {EXACT}
    if len(comparators) > 1 and comparators != {EXACT, Comparator.close(atol=TOLERANCE)}:
        return "its cases are compared in several ways"
    common = comparators.pop() if len(comparators) == 1 else EXACT
    more = tuple(
        Case(
            one.arguments,
            [answer.value] if common.kind is ComparatorKind.ONE_OF else answer.value,
            one.keywords,
            comparator=_comparator(common, answer.value),
            kind=CaseKind.EDGE,
            name=f"{check.entry_point}({one.text()})  # added: {one.origin}",
        )
        for one, answer in rows
    )
    return replace(check, cases=(*check.cases, *more))


def _comparator(common: Comparator, value: object) -> Comparator:
    if common.kind is ComparatorKind.EXACT and has_float(value):
        return Comparator.close(atol=TOLERANCE, rtol=TOLERANCE)
    return common


def _with_statements(suite: Suite, rows: Sequence[Row]) -> Check | str:
    wrapper = _wrapper(suite)
    if wrapper is None:
        return "its test code accepts answers by other means than by comparing them"
    in_check = suite.style is SuiteStyle.CHECK
    name = "candidate" if in_check else suite.entry_point
    near = any(has_float(answer.value) for _, answer in rows)
    statements = [_statement(name, one, answer, wrapper) for one, answer in rows]
    lines = [f"    {statement}" for statement in statements] if in_check else statements
    head = ["def check(candidate):"] if in_check else []
    helper = [NEAR.strip("\n") if in_check else _outdented(NEAR)] if near else []
    old = [suite.edge_source] if suite.edge_source and not in_check else []
    if suite.edge_source and in_check:
        return "it has edge tests in a check function already"
    return replace(suite, edge_source="\n".join([*old, *head, *helper, *lines]) + "\n")


def _statement(name: str, one: Input, answer: Behaviour, wrapper: str) -> str:
    call, value = f"{name}({one.text()})", repr(answer.value)
    if wrapper:
        call, value = f"{wrapper}({call})", f"{wrapper}({value})"
    said = f"added: {one.origin}"
    if has_float(answer.value):
        return f"assert is_near({call}, {value}), {said!r}"
    return f"assert {call} == {value}, {said!r}"


def _outdented(text: str) -> str:
    return "\n".join(line[4:] for line in text.strip("\n").split("\n"))


def _wrapper(suite: Suite) -> str | None:
    """Return the function that test code puts around every call before it compares; empty where there is none.

    `None`: some calls are not compared with a value, so that the answer of the reference may be one of many.
    """
    try:
        tree = parse_foreign(suite.source)
    except UNREADABLE:
        return None
    names = {suite.entry_point, "candidate", *check_parameters(tree)}
    found = {_around(node, names) for node in _asserted(tree) if _calls(node, names)}
    if found <= {"", "abs"} and found:
        return ""
    return found.pop() if len(found) == 1 else None


def _asserted(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            yield node.test


def _calls(node: ast.expr, names: set[str]) -> bool:
    return any(_is_call(one, names) for one in ast.walk(node))


def _is_call(node: ast.AST, names: set[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _around(test: ast.expr, names: set[str]) -> str | None:
    """Return what stands around the call in an assertion that compares: nothing, `abs` of a difference, or a name."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test = test.operand
    if _is_call(test, names):
        return ""
    if (
        isinstance(test, ast.Call)
        and isinstance(test.func, ast.Name | ast.Attribute)
        and "close" in ast.unparse(test.func)
    ):
        return "" if any(_is_call(one, names) for one in test.args) else None
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return None
    sides = [test.left, test.comparators[0]]
    if isinstance(test.ops[0], ast.Eq | ast.Is) and any(_is_call(one, names) for one in sides):
        return ""
    for one in sides:
        match one:
            case ast.Call(ast.Name("abs"), [ast.BinOp(left, ast.Sub(), right)]):
                return "abs" if _is_call(left, names) or _is_call(right, names) else None
            case ast.Call(ast.Name(name), [inner]) if name in WRAPPERS and _is_call(inner, names):
                return name if isinstance(test.ops[0], ast.Eq) else None
    return None
