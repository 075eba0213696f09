"""Calls and values written as Python in a problem file: literals only, nothing is executed."""

from __future__ import annotations

import ast

from assay.benchmarks.fields import Fields
from assay.errors import InvalidProblem
from assay.judges.literals import literal, written
from assay.judges.suites import MoreThanData


def call_of(fields: Fields, key: str, entry_point: str) -> tuple[tuple[object, ...], dict[str, object]]:
    """The arguments of a call of the entry point, positional and by keyword."""
    node = _parsed(fields, key)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != entry_point:
        raise fields.wrong(key, f"a call of {entry_point!r}")
    if any(isinstance(item, ast.Starred) for item in node.args) or any(
        keyword.arg is None for keyword in node.keywords
    ):
        raise fields.wrong(key, "a call without * and **")
    arguments = tuple(_literal(fields, key, item) for item in node.args)
    keywords = {str(keyword.arg): _literal(fields, key, keyword.value) for keyword in node.keywords}
    return arguments, keywords


def value_of(fields: Fields, key: str) -> object:
    """The value of a literal, with `set()` and `float('inf')` among them."""
    return _literal(fields, key, _parsed(fields, key))


def _parsed(fields: Fields, key: str) -> ast.expr:
    text = fields.text(key).strip()
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InvalidProblem(f"{fields.place.of(key)}: {key} is not Python: {error}: {text[:80]!r}") from None


def _literal(fields: Fields, key: str, node: ast.expr) -> object:
    try:
        return literal(node)
    except (MoreThanData, TypeError, ValueError, RecursionError, MemoryError) as error:
        reason = f" ({error})" if str(error) else ""
        text = ast.unparse(node) if not isinstance(error, RecursionError | MemoryError) else ""
        raise InvalidProblem(
            f"{fields.place.of(key)}: {key} must be made of Python literals{reason}, got {text[:100]!r}"
        ) from None


def text_of(value: object) -> str:
    """Return the literal that `literal` reads as this value; raise `ValueError` where there is none.

    >>> text_of([float("-inf"), set(), {1: (2, 3)}])
    "[float('-inf'), set(), {1: (2, 3)}]"
    """
    text = written(value)
    try:
        again = literal(ast.parse(text, mode="eval").body)
    except (MoreThanData, SyntaxError, TypeError, RecursionError, MemoryError) as error:
        raise ValueError(f"{type(value).__name__} is more than literals: {error}") from None
    if written(again) != text:
        raise ValueError(f"{text[:80]} would be read as {again!r:.80}")
    return text
