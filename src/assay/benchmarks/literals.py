"""Calls and values written as Python in a problem file: literals only, nothing is executed."""

from __future__ import annotations

import ast

from assay.benchmarks.fields import Fields
from assay.errors import InvalidProblem
from assay.judges.suites import MoreThanData, constant

MAX_NESTING = 100


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


def literal(node: ast.expr, depth: int = 0) -> object:
    """The value of an expression made of literals, plain arithmetic, `set()`, `frozenset(...)` and `float('...')`.

    >>> literal(ast.parse("[float('-inf'), set(), {1: (2, 3)}]", mode="eval").body)
    [-inf, set(), {1: (2, 3)}]
    """
    if depth > MAX_NESTING:
        raise MoreThanData("nested too deeply")
    match node:
        case ast.List(elts):
            return [literal(item, depth + 1) for item in elts]
        case ast.Tuple(elts):
            return tuple(literal(item, depth + 1) for item in elts)
        case ast.Set(elts):
            return {literal(item, depth + 1) for item in elts}
        case ast.Dict(keys, values) if all(key is not None for key in keys):
            pairs = zip(keys, values, strict=True)
            return {literal(key, depth + 1): literal(value, depth + 1) for key, value in pairs if key is not None}
        case ast.UnaryOp(ast.USub(), ast.Call() as operand):
            return -_number(literal(operand, depth + 1))
        case ast.Call(ast.Name(name), arguments, []):
            return _called(name, [literal(argument, depth + 1) for argument in arguments])
        case ast.Name() | ast.Attribute() | ast.Lambda():
            raise MoreThanData
    return constant(node)


def _number(value: object) -> float:
    if not isinstance(value, float):
        raise MoreThanData
    return value


def _called(name: str, arguments: list[object]) -> object:
    match name, arguments:
        case "float", [str(text)]:
            return float(text)
        case "set", []:
            return set()
        case "set" | "frozenset", [list() | tuple() | set() as items]:
            return set(items) if name == "set" else frozenset(items)
        case "frozenset", []:
            return frozenset()
        case "bytes", []:
            return b""
    raise MoreThanData


def text_of(value: object) -> str:
    """Return the literal that `literal` reads as this value; raise `ValueError` where there is none.

    >>> text_of([float("-inf"), set(), {1: (2, 3)}])
    "[float('-inf'), set(), {1: (2, 3)}]"
    """
    text = _written(value)
    try:
        again = literal(ast.parse(text, mode="eval").body)
    except (MoreThanData, SyntaxError, TypeError, RecursionError, MemoryError) as error:
        raise ValueError(f"{type(value).__name__} is more than literals: {error}") from None
    if repr(again) != repr(value):
        raise ValueError(f"{text[:80]} would be read as {again!r:.80}")
    return text


def _written(value: object) -> str:
    match value:
        case float() if value != value or value in (float("inf"), float("-inf")):
            return f"float('{value}')"
        case list():
            return f"[{', '.join(map(_written, value))}]"
        case tuple() if type(value) is tuple:
            return f"({', '.join(map(_written, value))}{',' if len(value) == 1 else ''})"
        case dict():
            return "{" + ", ".join(f"{_written(key)}: {_written(item)}" for key, item in value.items()) + "}"
        case set() if value:
            return "{" + ", ".join(map(_written, value)) + "}"
        case frozenset() if value:
            return f"frozenset([{', '.join(map(_written, value))}])"
    return repr(value)
