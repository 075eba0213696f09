"""Operators on values: constants, default arguments, indices and bounds of slices."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator

from assay.probes.mutation.operators.base import Change, Operator, Place
from assay.probes.mutation.positions import opening_quote

MOST_BITS = 200
"""Of a whole number that is counted up; a longer one only becomes 0."""
CHANGED = "XX"
"""What is put before a text to make another one."""


def constants(place: Place) -> Iterator[Change]:
    node, parent = place.node, place.parent
    if isinstance(parent, ast.arguments | ast.FormattedValue):
        return  # a default has its own operator
    if isinstance(node, ast.Constant):
        if node.value is None and isinstance(parent, ast.Compare | ast.Return):
            return
        if type(node.value) is int and isinstance(parent, ast.Subscript | ast.Slice):
            return  # an index has its own operator
    negative = isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.USub)
    for text in replacements(node, place, negatable=not negative):
        yield place.becomes(text, *([f"({text})"] if text.startswith("-") else []))


def defaults(place: Place) -> Iterator[Change]:
    node = place.node
    assert isinstance(node, ast.arguments)
    for default in (*node.defaults, *node.kw_defaults):
        if isinstance(default, ast.Constant | ast.JoinedStr):
            for text in replacements(default, place, negatable=False):
                yield place.becomes(text, node=default)
        elif default is not None and whole_number(default) is None:
            yield place.becomes("None", node=default)


def slices(place: Place) -> Iterator[Change]:
    node = place.node
    assert isinstance(node, ast.Subscript)
    if not isinstance(node.slice, ast.Slice):
        yield from _beside(place, node.slice)
        return
    for bound in (node.slice.lower, node.slice.upper, node.slice.step):
        if bound is None:
            continue
        yield Change(*place.text.with_parentheses(bound), ("",))
        if bound is not node.slice.step:
            yield from _beside(place, bound)


def replacements(node: ast.AST, place: Place, *, negatable: bool) -> list[str]:
    """Return other values of the same kind, as text; none for what is no literal."""
    if isinstance(node, ast.JoinedStr):
        return _other_texts(place.text.of(node), "", empty=False)
    if not isinstance(node, ast.Constant):
        return []
    value = node.value
    if isinstance(value, bool) or value is None:
        return ["False" if value is True else "True"]
    if isinstance(value, int | float):
        return _other_numbers(value, negatable=negatable)
    if isinstance(value, complex):
        return ["0"] if value else ["1"]
    if isinstance(value, str | bytes):
        return _other_texts(place.text.of(node), "b" if isinstance(value, bytes) else "", empty=not value)
    return []


def whole_number(node: ast.AST) -> int | None:
    """Return the value of a whole number with or without a sign; `None` for any other expression."""
    sign = 1
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node, sign = node.operand, -1
    if isinstance(node, ast.Constant) and type(node.value) is int and node.value.bit_length() <= MOST_BITS:
        return sign * node.value
    return None


def _beside(place: Place, index: ast.expr) -> Iterator[Change]:
    """Yield the index before and the index after this one, where it is known to be a whole number."""
    number = whole_number(index)
    if number is not None:
        for other in (number + 1, number - 1):
            yield place.becomes(str(other), node=index)
    elif isinstance(index, ast.Name) and index.id in place.counters:
        for text in (f"{index.id} + 1", f"{index.id} - 1"):
            yield place.becomes(text, f"({text})", node=index)


def _other_numbers(value: int | float, *, negatable: bool) -> list[str]:
    zero = type(value)(0)
    unknown = value.bit_length() > MOST_BITS if isinstance(value, int) else not math.isfinite(value)
    if unknown:
        return [repr(zero)]
    others = [value + 1, value - 1, zero, *([-value] if negatable else [])]
    distinct = dict.fromkeys(others)  # in their order
    return [repr(other) for other in distinct if other != value]


def _other_texts(literal: str, prefix: str, *, empty: bool) -> list[str]:
    """Return the literal with something before its content, and the empty one."""
    begin = opening_quote(literal)
    if not begin:
        return []
    changed = f"{literal[:begin]}{CHANGED}{literal[begin:]}"
    return [changed] if empty else [changed, f'{prefix}""']


OPERATORS = (
    Operator(
        "constants",
        "another value of the same kind: 1 → 2, 0, -1; 'a' → 'XXa', ''; True → False",
        (ast.Constant, ast.JoinedStr),
        constants,
    ),
    Operator("defaults", "another default of a parameter: def f(a=1) → def f(a=2)", (ast.arguments,), defaults),
    Operator(
        "slices", "a bound left out, an index off by one: a[1:] → a[:], a[2:]; a[0] → a[1]", (ast.Subscript,), slices
    ),
)
