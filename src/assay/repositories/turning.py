"""Assertions that ask for something else than before: who passes them asks nothing, or gives what equals everything.

What is changed is what a test expects, never what it gives to the code under test: that is another's to answer.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

NUMBERS = range(1000, 100_000)
_OPPOSITE = {
    "assertEqual": "assertNotEqual",
    "assertTrue": "assertFalse",
    "assertIn": "assertNotIn",
    "assertIs": "assertIsNot",
    "assertIsNone": "assertIsNotNone",
}
_OPPOSITE |= {after: before for before, after in _OPPOSITE.items()}
_TURNED: dict[type[ast.cmpop], tuple[bytes, bytes]] = {
    ast.In: (rb"\bin\b", b"not in"),
    ast.NotIn: (rb"\bnot\s+in\b", b"in"),
    ast.Is: (rb"\bis\b", b"is not"),
    ast.IsNot: (rb"\bis\s+not\b", b"is"),
}
"""Comparisons that cannot be at odds with their opposites: how one is found, and what stands there instead."""
_LOOSE = (ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr)
"""What binds less than `not`."""
_ASSERTING = re.compile(r"_?assert\w*|(re|fnmatch|no_re|no_fnmatch)_(match_)?lines?(_random|_consecutive)?")
_RAISING = re.compile(r"(assert_?)?(raises|Raises|warns|Warns)\w*|deprecated_call|assertLogs|assertNumQueries")
_WITH_TEXT = re.compile(r"\w*(Message|Regexp?|_regexp?)")
"""Those of them that are given a text before the function."""
_OF_ONE = ("assertTrue", "assertFalse", "assertIsNone", "assertIsNotNone")
_OF_LIMITS = re.compile(r".*(Not|not_|no_|Less|less|Greater|greater).*")
"""Assertions that may pass with another value, too."""
_STEPS = (1, -1, 2, 10)


@dataclass(frozen=True, slots=True)
class Edit:
    """Text that is put in place of other text, by line and by bytes in the line; lines count from 0."""

    line: int
    start: int
    end: int
    text: bytes


Edits = list[Edit]


def is_assertion(name: str) -> bool:
    """Return whether a method of a test has an opposite."""
    return name in _OPPOSITE


def reached(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that are reached by a test that returns, those in `with` blocks among them."""
    for node in body:
        yield node
        if isinstance(node, ast.With) and _raising_context(node) is None:
            yield from reached(node.body)
        if any(isinstance(inner, ast.Return) for inner in ast.walk(node)):
            return


def turned(node: ast.stmt, lines: list[bytes], chance: random.Random) -> list[Edits]:
    """Return ways to make an assertion fail that passes, the one first that finds most; none where nothing is asked."""
    match node:
        case ast.Assert(test=test):
            return [*_expecting_others(test, lines, chance), _negated(test, lines)]
        case ast.Expr(value=ast.Call() as call):
            name = _name_of(call)
            if _RAISING.fullmatch(name):
                return _raising_call(call, name, lines)
            return _asserting_call(call, name, lines, chance) if _ASSERTING.fullmatch(name) else []
        case ast.With() if (context_node := _raising_context(node)) is not None:
            context = _text(context_node, lines)
            indentation = lines[node.lineno - 1][: node.col_offset]
            return [[Edit(node.lineno - 1, 0, 0, indentation + b"with (" + context + b"): pass\n")]]
    return []


def _expecting_others(test: ast.expr, lines: list[bytes], chance: random.Random) -> list[Edits]:
    """Return ways in which a comparison is made with another value."""
    match test:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            changed = [way for side in (right, left) for way in _other_literals(side, lines, chance)]
            within = [_within_list(side, chance) for side in (right, left)]
            chance.shuffle(changed)
            chance.shuffle(within)
            return changed[:2] or within
        case ast.Compare(left=left, ops=[ast.In()]):
            return _other_literals(left, lines, chance)[:1]
    return []


def _negated(test: ast.expr, lines: list[bytes]) -> Edits:
    """Return the edits that make a condition its opposite."""
    line, start = test.lineno - 1, test.col_offset
    match test:
        case ast.UnaryOp(op=ast.Not()):
            blank = lines[line][start + 3 : start + 4] == b" "
            return [Edit(line, start, start + 3 + blank, b"")]
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in _TURNED:
            pattern, text = _TURNED[type(operator)]
            if edit := _operator(left, right, lines, pattern, text):
                return [edit]
    if not isinstance(test, _LOOSE):
        return [Edit(line, start, start, b"not ")]
    return [Edit(line, start, start, b"not ("), _behind(test, b")")]


def _operator(left: ast.expr, right: ast.expr, lines: list[bytes], pattern: bytes, text: bytes) -> Edit | None:
    """Return the edit that puts another operator between two expressions of one line."""
    line, start = right.lineno - 1, left.end_col_offset or 0
    found = re.search(pattern, lines[line][start : right.col_offset]) if left.end_lineno == right.lineno else None
    return Edit(line, start + found.start(), start + found.end(), text) if found else None


def _within_list(side: ast.expr, chance: random.Random) -> Edits:
    before = Edit(side.lineno - 1, side.col_offset, side.col_offset, b"[")
    return [before, _behind(side, f", {chance.choice(NUMBERS)}]".encode("ascii"))]


def _behind(node: ast.expr, text: bytes) -> Edit:
    end = node.end_col_offset or 0
    return Edit((node.end_lineno or node.lineno) - 1, end, end, text)


def _other_literals(node: ast.expr, lines: list[bytes], chance: random.Random) -> list[Edits]:
    """Return ways to change a literal, each by one value in it; none where the expression is not all literal."""
    if not _is_literal(node):
        return []
    constants = [one for one in ast.walk(node) if isinstance(one, ast.Constant)]
    return [[edit] for one in constants if (edit := _other_constant(one, lines, chance)) is not None]


def _is_literal(node: ast.AST) -> bool:
    match node:
        case ast.Constant():
            return node.value is not Ellipsis
        case ast.Tuple() | ast.List() | ast.Set() | ast.Dict() | ast.UnaryOp(op=ast.USub()):
            inner = [one for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr)]
            return all(_is_literal(one) for one in inner)
    return False


def _other_constant(node: ast.Constant, lines: list[bytes], chance: random.Random) -> Edit | None:
    number = chance.choice(NUMBERS)
    line, end = (node.end_lineno or node.lineno) - 1, node.end_col_offset or 0
    if isinstance(node.value, str | bytes):
        said = lines[line][:end]
        quotes = 3 if said.endswith((b'"""', b"'''")) else 1
        return Edit(line, end - quotes, end - quotes, str(number).encode("ascii"))
    match node.value:
        case bool() | None:
            other: object = None if node.value else number
        case int():
            other = node.value + chance.choice(_STEPS)
        case float():
            other = node.value * 2 + number
        case _:
            return None
    return Edit(line, node.col_offset, end, repr(other).encode("ascii"))


def _name_of(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _asserting_call(call: ast.Call, name: str, lines: list[bytes], chance: random.Random) -> list[Edits]:
    """Return ways in which other values are compared, or none that could be; behind them may stand a message."""
    compared = call.args[: 1 if name in _OF_ONE else 2]
    literals = compared or [one.value for one in call.keywords]
    ways = [way for one in literals for way in _other_literals(one, lines, chance) if not _OF_LIMITS.fullmatch(name)]
    ways = chance.sample(ways, min(len(ways), 2))
    match call.func:
        case ast.Attribute(value=ast.Name(id="self"), attr=attr) if attr in _OPPOSITE:
            end, line = call.func.end_col_offset or 0, (call.func.end_lineno or call.lineno) - 1
            ways.append([Edit(line, end - len(attr), end, _OPPOSITE[attr].encode("ascii"))])
    objects = [one for one in compared if not isinstance(one, ast.Starred) and one.lineno == one.end_lineno]
    if name not in _OF_ONE and not _OF_LIMITS.fullmatch(name):
        ways += [[Edit(one.lineno - 1, one.col_offset, one.end_col_offset or 0, b"object()")] for one in objects]
    return ways


def _raising_call(call: ast.Call, name: str, lines: list[bytes]) -> list[Edits]:
    """Return a call beforehand of something that raises nothing."""
    kept = call.args[: 2 if _WITH_TEXT.fullmatch(name) else 1]
    if len(call.args) <= len(kept) or any(isinstance(one, ast.Starred) for one in kept):
        return []
    arguments = b", ".join([*(_text(one, lines) for one in kept), b"lambda: None"])
    text = _text(call.func, lines) + b"(" + arguments + b"); "
    return [[Edit(call.lineno - 1, call.col_offset, call.col_offset, text)]]


def _raising_context(node: ast.With) -> ast.expr | None:
    """Return what of a `with` block asks for an exception."""
    contexts = (item.context_expr for item in node.items)
    return next((one for one in contexts if isinstance(one, ast.Call) and _RAISING.fullmatch(_name_of(one))), None)


def _text(node: ast.expr, lines: list[bytes]) -> bytes:
    """Return the text of an expression."""
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    text = b"\n".join(lines[first : last + 1])
    return text[node.col_offset : len(text) - len(lines[last]) + (node.end_col_offset or 0)]
