"""Operators on the way through the code: conditions, loops and what a function returns."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from assay.probes.mutation.operators.base import Change, Operator, Place, called_name, wrapped
from assay.probes.mutation.operators.expressions import opposite

Loop = ast.For | ast.AsyncFor | ast.While
EMPTY: tuple[tuple[tuple[type[ast.expr], ...], str], ...] = (
    ((ast.List, ast.ListComp), "[]"),
    ((ast.Dict, ast.DictComp), "{}"),
    ((ast.Set, ast.SetComp), "set()"),
    ((ast.Tuple, ast.GeneratorExp), "()"),
    ((ast.JoinedStr,), '""'),
)
EMPTY_BY_TYPE = {"str": '""', "bytes": 'b""', "list": "[]", "dict": "{}", "set": "set()", "tuple": "()"}
"""By the annotation of the function, in small letters."""
BOOLEAN = (ast.Compare, ast.BoolOp)


def conditions(place: Place) -> Iterator[Change]:
    node = place.node
    for test in _tests(node):
        if isinstance(test, ast.Constant):
            continue
        yield negated(place, test)
        if not isinstance(node, ast.While) or _can_leave(node):
            yield place.becomes("True", node=test)
        yield place.becomes("False", node=test)


def negated(place: Place, test: ast.expr) -> Change:
    """Return the change of a condition into its opposite."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        text = place.text.of(test)[len("not") :].lstrip()
        return place.becomes(text, wrapped(text), node=test)
    text = place.text.of(test)
    safe = f"not {wrapped(text)}"
    return opposite(place, test) or place.becomes(f"not {text}", safe, wrapped(safe), node=test)


def loops(place: Place) -> Iterator[Change]:
    node = place.node
    if isinstance(node, ast.Break):
        yield place.becomes("continue")
    elif isinstance(node, ast.Continue):
        yield place.becomes("break")
    elif isinstance(node, ast.For):
        yield place.becomes("[]", node=node.iter)
    elif isinstance(node, ast.While):
        yield place.becomes("False", node=node.test)


def returns(place: Place) -> Iterator[Change]:
    node = place.node
    assert isinstance(node, ast.Return | ast.Yield | ast.Lambda)
    value = node.body if isinstance(node, ast.Lambda) else node.value
    if value is None or (isinstance(value, ast.Constant) and value.value is None):
        return
    yield place.becomes("None", node=value)
    wanted = called_name(place.returns).lower() if place.returns and isinstance(node, ast.Return) else ""
    if isinstance(value, BOOLEAN) or _is_negation(value) or wanted == "bool":
        yield negated(place, value)
    elif wanted in ("int", "float"):
        text = place.text.of(value)
        yield place.becomes(f"{text} + 1", f"{wrapped(text)} + 1", node=value)
    empty = next((text for kinds, text in EMPTY if isinstance(value, kinds)), EMPTY_BY_TYPE.get(wanted))
    if empty is not None:
        yield place.becomes(empty, node=value)


def _tests(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.comprehension):
        return node.ifs
    if isinstance(node, ast.match_case):
        return [node.guard] if node.guard else []
    assert isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert)
    return [node.test]


def _can_leave(loop: ast.While) -> bool:
    """Return whether there is another way out of a loop than its condition."""
    return any(isinstance(inner, ast.Break | ast.Return | ast.Raise) for part in loop.body for inner in ast.walk(part))


def _is_negation(value: ast.expr) -> bool:
    return isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)


OPERATORS = (
    Operator(
        "conditions",
        "a condition turned around or always the same: if a → if not a, if True, if False",
        (ast.If, ast.While, ast.IfExp, ast.comprehension, ast.Assert, ast.match_case),
        conditions,
    ),
    Operator(
        "returns",
        "another result: return a → return None; return a < b → return a >= b; return [a] → return []",
        (ast.Return, ast.Yield, ast.Lambda),
        returns,
    ),
    Operator(
        "loops",
        "break for continue, and loops that are not entered: for a in b → for a in []",
        (ast.Break, ast.Continue, ast.For, ast.While),
        loops,
    ),
)
