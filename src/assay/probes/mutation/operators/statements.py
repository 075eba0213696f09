"""Operators on whole statements: deletion, exceptions and decorators."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise

from assay.probes.mutation.operators.base import Change, Operator, Place, called_name

FOR_CHECKERS = frozenset({"abstractmethod", "final", "no_type_check", "overload", "override", "type_check_only"})
"""Decorators that say something to a type checker or to a base class, and do nothing when the function is called."""


def deletion(place: Place) -> Iterator[Change]:
    node = place.node
    if isinstance(node, ast.AnnAssign) and node.value is None:
        return
    yield place.becomes("pass")


def exceptions(place: Place) -> Iterator[Change]:
    node = place.node
    if isinstance(node, ast.Raise):
        yield place.becomes("pass")
    elif isinstance(node, ast.ExceptHandler):
        lines = node.lineno, node.body[-1].end_lineno or node.lineno
        for text in ("raise", "pass"):
            yield _block(place, node.body, text, lines)
    elif isinstance(node, ast.Try) and node.finalbody:
        yield _block(place, node.finalbody, "pass")


def decorators(place: Place) -> Iterator[Change]:
    node = place.node
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    starts = [*map(place.text.decorator_start, node.decorator_list), place.text.own_start(node)]
    for decorator, (start, end) in zip(node.decorator_list, pairwise(starts), strict=True):
        if called_name(decorator) not in FOR_CHECKERS:
            yield Change(start, end, ("",))


def _block(place: Place, body: Sequence[ast.stmt], text: str, lines: tuple[int, int] | None = None) -> Change:
    """Return the change of all statements of a block into one."""
    lines = lines or (body[0].lineno, body[-1].end_lineno or body[0].lineno)
    return Change(place.text.start(body[0]), place.text.end(body[-1]), (text,), lines)


OPERATORS = (
    Operator(
        "deletion",
        "a statement left out: a.append(b) → pass",
        (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete, ast.Assert, ast.Return),
        deletion,
    ),
    Operator(
        "exceptions",
        "an exception that is not raised, not caught, or caught and forgotten: raise A → pass",
        (ast.Raise, ast.ExceptHandler, ast.Try),
        exceptions,
    ),
    Operator("decorators", "a decorator removed", (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef), decorators),
)
