"""Operators on expressions: arithmetic, comparisons, logic, signs, and assignments that calculate."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from assay.probes.mutation.operators.base import Change, Operator, Place, is_text, wrapped

ARITHMETIC: dict[type[ast.operator], tuple[str, ...]] = {
    ast.Add: ("-",),
    ast.Sub: ("+",),
    ast.Mult: ("/", "+"),
    ast.Div: ("*", "//"),
    ast.FloorDiv: ("/", "*"),
    ast.Mod: ("//", "+"),
    ast.Pow: ("*",),
    ast.MatMult: ("*",),
    ast.LShift: (">>",),
    ast.RShift: ("<<",),
    ast.BitAnd: ("|",),
    ast.BitOr: ("&",),
    ast.BitXor: ("|", "&"),
}
LEVELS = ("+ -", "* / // % @", "<< >>")
"""Operators that bind equally: one for another changes nothing about what belongs together."""
COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
"""The neighbour at the boundary, where there is one, and last the opposite."""


def arithmetic(place: Place) -> Iterator[Change]:
    node = place.node
    assert isinstance(node, ast.BinOp)
    if is_text(node.left) or is_text(node.right):
        return
    begin, end = place.text.operator(node.left)
    sign = place.text.text(begin, end)
    start, stop = place.text.own_start(node), place.text.end(node)
    left, right = place.text.text(start, begin), place.text.text(end, stop)
    for other in ARITHMETIC[type(node.op)]:
        if any({sign, other} <= set(level.split()) for level in LEVELS):
            yield Change(begin, end, (other,))
        else:
            yield place.becomes(*_spellings(left, other, right))


def comparison(place: Place) -> Iterator[Change]:
    node = place.node
    assert isinstance(node, ast.Compare)
    for left, operator in zip([node.left, *node.comparators], node.ops, strict=False):
        begin, end = place.text.operator(left)
        for other in COMPARISONS[type(operator)]:
            yield Change(begin, end, (other,))


def opposite(place: Place, node: ast.expr) -> Change | None:
    """Return the change of a single comparison into its opposite; `None` for any other expression."""
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        return None
    begin, end = place.text.operator(node.left)
    return Change(begin, end, (COMPARISONS[type(node.ops[0])][-1],))


def boolean(place: Place) -> Iterator[Change]:
    node = place.node
    assert isinstance(node, ast.BoolOp)
    old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    pieces = _operands(place, node)
    swapped = new.join(pieces)
    safe = f" {new} ".join(map(wrapped, pieces))
    yield place.becomes(swapped, wrapped(swapped), wrapped(safe))
    for number in range(len(pieces)):
        rest = [piece.strip() for at, piece in enumerate(pieces) if at != number]
        text = f" {old} ".join(rest)
        yield place.becomes(text, wrapped(text))


def unary(place: Place) -> Iterator[Change]:
    node = place.node
    assert isinstance(node, ast.UnaryOp)
    start, end = place.text.own_start(node), place.text.end(node)
    text = place.text.text(start, end)
    operand = text[len("not") if isinstance(node.op, ast.Not) else 1 :].lstrip()
    yield Change(start, end, (operand, wrapped(operand)))


def augmented(place: Place) -> Iterator[Change]:
    node = place.node
    assert isinstance(node, ast.AugAssign)
    begin, end = place.text.operator(node.target)
    if not is_text(node.value):
        for other in ARITHMETIC[type(node.op)]:
            yield Change(begin, end, (f"{other}=",))
    yield Change(begin, end, ("=",))


def _spellings(left: str, sign: str, right: str) -> tuple[str, ...]:
    bare = f"{left}{sign}{right}"
    return bare, wrapped(bare), wrapped(f"{wrapped(left)} {sign} {wrapped(right)}")


def _operands(place: Place, node: ast.BoolOp) -> list[str]:
    """Return the texts of the operands, with all that stands between them and the operators."""
    pieces = []
    begin = place.text.own_start(node)
    for value in node.values[:-1]:
        start, end = place.text.operator(value)
        pieces.append(place.text.text(begin, start))
        begin = end
    return [*pieces, place.text.text(begin, place.text.end(node))]


OPERATORS = (
    Operator("arithmetic", "another arithmetic operator: a + b → a - b", (ast.BinOp,), arithmetic),
    Operator("comparison", "the boundary or the opposite: a < b → a <= b, a >= b", (ast.Compare,), comparison),
    Operator("boolean", "and for or, and an operand left out: a and b → a or b, a, b", (ast.BoolOp,), boolean),
    Operator("unary", "a sign or a not removed: -a → a", (ast.UnaryOp,), unary),
    Operator("augmented", "another calculation, or none: a += b → a -= b, a = b", (ast.AugAssign,), augmented),
)
