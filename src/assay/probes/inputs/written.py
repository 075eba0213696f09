"""Inputs that somebody wrote as Python calls, read without running them."""

from __future__ import annotations

import ast
from pathlib import Path

from assay.errors import InvalidValue
from assay.files import read_text
from assay.judges.literals import literal
from assay.judges.suites import MoreThanData
from assay.probes.inputs.base import GIVEN, Input
from assay.syntax import UNREADABLE, parse_foreign

MAX_LINE = 100_000
"""Characters of one call."""
MAX_FILE_BYTES = 16 << 20


def read_call(text: str, *, entry_point: str | None = None, origin: str = GIVEN) -> Input:
    """Return the input of a call such as `f(1, key='a')`; arguments must be literals.

    Values may be written as `repr` writes them, with `inf` and `nan` among them. Without a name before the parentheses
    it is a call of any function. Raises `InvalidValue` for anything else, and
    for a call of another function than `entry_point`.

    >>> read_call("f([1, 2], key='a')").text()
    "[1, 2], key='a'"
    >>> read_call("(1, 2)").text()
    '1, 2'
    """
    text = text.strip()
    if len(text) > MAX_LINE:
        raise InvalidValue(f"a call may have {MAX_LINE} characters, got {len(text)}: {text[:60]!r}...")
    try:
        parsed = parse_foreign(f"f{text}" if text.startswith("(") else text)
    except UNREADABLE as error:
        raise InvalidValue(f"{text[:80]!r} is not a call that Python can read: {error}") from None
    match parsed.body:
        case [ast.Expr(ast.Call(ast.Name(name)) as call)]:
            pass
        case _:
            raise InvalidValue(f"an input is written as a call, such as f(1, 'a'), got {text[:80]!r}")
    if entry_point is not None and name != entry_point and not text.startswith("("):
        raise InvalidValue(f"{text[:80]!r} is a call of {name!r}, and the function is {entry_point!r}")
    return _of_call(call, text, origin)


def read_calls(path: Path, *, entry_point: str | None = None) -> list[Input]:
    """Return the inputs of a file, one call on each line; empty lines and lines that begin with `#` are left out."""
    text = read_text(path, MAX_FILE_BYTES, wrong=lambda why: InvalidValue(f"the file of inputs {why}"))
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                found.append(read_call(line, entry_point=entry_point))
            except InvalidValue as error:
                raise InvalidValue(f"{path}, line {number}: {error}") from None
    return found


def _of_call(call: ast.Call, text: str, origin: str) -> Input:
    if any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords):
        raise InvalidValue(f"an input is a call without * and **, got {text[:80]!r}")
    try:
        call = _Spelt().visit(call)
        arguments = tuple(literal(one) for one in call.args)
        keywords = {str(one.arg): literal(one.value) for one in call.keywords}
    except (MoreThanData, TypeError, ValueError, RecursionError, MemoryError, OverflowError):
        raise InvalidValue(f"the arguments of an input must be literals, got {text[:80]!r}") from None
    found = Input(arguments, keywords, origin)
    found.key()
    return found


class _Spelt(ast.NodeTransformer):
    """Makes `inf` and `nan`, as `repr` writes them, what stands for them in source."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in ("inf", "nan"):
            return ast.Call(ast.Name("float"), [ast.Constant(node.id)], [])
        return node
