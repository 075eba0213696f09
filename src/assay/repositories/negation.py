"""Negation of assertions: a test that passes must fail once one of them asks for the opposite."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Function = ast.FunctionDef | ast.AsyncFunctionDef

_OPPOSITE = {
    "assertEqual": "assertNotEqual",
    "assertTrue": "assertFalse",
    "assertIn": "assertNotIn",
    "assertIs": "assertIsNot",
    "assertIsNone": "assertIsNotNone",
}
_OPPOSITE |= {after: before for before, after in _OPPOSITE.items()}
_TURNED: dict[type[ast.cmpop], tuple[bytes, bytes]] = {
    ast.Eq: (rb"==", b"!="),
    ast.NotEq: (rb"!=", b"=="),
    ast.In: (rb"\bin\b", b"not in"),
    ast.NotIn: (rb"\bnot\s+in\b", b"in"),
    ast.Is: (rb"\bis\b", b"is not"),
    ast.IsNot: (rb"\bis\s+not\b", b"is"),
}
"""How an operator is found, and the text that replaces it."""
_LOOSE = (ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr)
"""Expressions that bind less than `not`."""
_ASSERTING = re.compile(
    r"_?assert\w*|(re|fnmatch|no_re|no_fnmatch)_(match_)?lines?(_random|_consecutive)?"
    r"|(assert_?)?(raises|Raises|warns|Warns)\w*"
)
_RAISING = re.compile(r"(assert_?)?(raises|Raises|warns|Warns)\w*|deprecated_call|assertLogs|assertNumQueries")
_WITH_TEXT = re.compile(r"\w*(Message|Regexp?|_regexp?)")
"""Assertions of exceptions that are given a text before the function."""
_OF_ONE = ("assertTrue", "assertFalse", "assertIsNone", "assertIsNotNone")
_OF_LIMITS = re.compile(r".*(Not|not_|no_|Less|less|Greater|greater).*")
"""Assertions that may pass with another value, too."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Text that replaces other text, by line and by bytes in the line; lines count from 0."""

    line: int
    start: int
    end: int
    text: bytes


Edits = tuple[Edit, ...]


def asserting(call: ast.Call) -> bool:
    """Return whether a call asserts something of its arguments."""
    return _ASSERTING.fullmatch(_name_of(call)) is not None


def raises(call: ast.Call) -> bool:
    """Return whether a call asserts that an exception or a warning comes."""
    return _RAISING.fullmatch(_name_of(call)) is not None


def raising_context(node: ast.With) -> ast.Call | None:
    """Return the item of a `with` block that asks for an exception."""
    contexts = (item.context_expr for item in node.items)
    return next((one for one in contexts if isinstance(one, ast.Call) and _RAISING.fullmatch(_name_of(one))), None)


def negations(function: Function, lines: Sequence[bytes]) -> Iterator[Edits]:
    """Yield an edit for each assertion that a test reaches, always in the same order."""
    for node in _reached(function.body):
        match node:
            case ast.Assert(test=test):
                yield _negated(test, lines)
            case ast.Expr(value=ast.Call() as call):
                yield from _negated_call(call, lines)
            case ast.With() if (context := raising_context(node)) is not None:
                yield (_without_exception(node, context, lines),)


def _reached(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that a test which returns has reached, those in `with` blocks among them."""
    for node in body:
        yield node
        if isinstance(node, ast.With) and raising_context(node) is None:
            yield from _reached(node.body)
        if any(isinstance(inner, ast.Return) for inner in ast.walk(node)):
            return


def _negated(test: ast.expr, lines: Sequence[bytes]) -> Edits:
    """Return the edits that make a condition its opposite."""
    line, start = test.lineno - 1, test.col_offset
    match test:
        case ast.UnaryOp(op=ast.Not()):
            blank = lines[line][start + 3 : start + 4] == b" "
            return (Edit(line, start, start + 3 + blank, b""),)
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in _TURNED:
            pattern, text = _TURNED[type(operator)]
            begin = left.end_col_offset or 0
            found = re.search(pattern, lines[right.lineno - 1][begin : right.col_offset])
            if left.end_lineno == right.lineno and found:
                return (Edit(right.lineno - 1, begin + found.start(), begin + found.end(), text),)
    if not isinstance(test, _LOOSE):
        return (Edit(line, start, start, b"not "),)
    end = test.end_col_offset or 0
    return Edit(line, start, start, b"not ("), Edit((test.end_lineno or test.lineno) - 1, end, end, b")")


def _negated_call(call: ast.Call, lines: Sequence[bytes]) -> Iterator[Edits]:
    """Yield the opposite method, the call with another object, or a call with a function that raises nothing."""
    name = _name_of(call)
    if _RAISING.fullmatch(name):
        kept = call.args[: 2 if _WITH_TEXT.fullmatch(name) else 1]
        if len(call.args) > len(kept) and not any(isinstance(one, ast.Starred) for one in kept):
            given = b", ".join([*(_text(one, lines) for one in kept), b"lambda: None"])
            text = _text(call.func, lines) + b"(" + given + b"); "
            yield (Edit(call.lineno - 1, call.col_offset, call.col_offset, text),)
        return
    if not _ASSERTING.fullmatch(name):
        return
    if isinstance(call.func, ast.Attribute) and name in _OPPOSITE:
        end, line = call.func.end_col_offset or 0, (call.func.end_lineno or call.lineno) - 1
        yield (Edit(line, end - len(name), end, _OPPOSITE[name].encode()),)
    elif name not in _OF_ONE and not _OF_LIMITS.fullmatch(name):
        objects = [one for one in call.args[:2] if not isinstance(one, ast.Starred) and one.lineno == one.end_lineno]
        for one in objects[-1:]:
            yield (Edit(one.lineno - 1, one.col_offset, one.end_col_offset or 0, b"object()"),)


def _without_exception(node: ast.With, context: ast.Call, lines: Sequence[bytes]) -> Edit:
    """Return the edit that asks for the same exception once before, of a block that raises nothing."""
    indentation = lines[node.lineno - 1][: node.col_offset]
    return Edit(node.lineno - 1, 0, 0, indentation + b"with (" + _text(context, lines) + b"): pass\n")


def _name_of(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _text(node: ast.expr, lines: Sequence[bytes]) -> bytes:
    """Return the text of an expression."""
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    text = b"\n".join(lines[first : last + 1])
    return text[node.col_offset : len(text) - len(lines[last]) + (node.end_col_offset or 0)]
