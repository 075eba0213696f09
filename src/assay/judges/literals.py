"""The value of a Python expression that is data: read from its tree, nothing is executed."""

from __future__ import annotations

import ast
import math

from assay.judges.suites import MoreThanData, constant
from assay.records import Case

MAX_NESTING = 100


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


def written(value: object) -> str:
    """Return the literal that a value is typed as, its sets in a fixed order; of what is no data, its `repr`.

    >>> written([float("-inf"), set(), {"b", "a"}])
    "[float('-inf'), set(), {'a', 'b'}]"
    """
    if isinstance(value, float) and not math.isfinite(value):
        return f"float('{value}')"
    kind = type(value)  # what derives from these types is not written as they are
    match value:
        case list() if kind is list:
            return f"[{', '.join(map(written, value))}]"
        case tuple() if kind is tuple:
            return f"({', '.join(map(written, value))}{',' if len(value) == 1 else ''})"
        case dict() if kind is dict:
            return "{" + ", ".join(f"{written(key)}: {written(item)}" for key, item in value.items()) + "}"
        case set() if kind is set and value:
            return "{" + ", ".join(sorted(map(written, value))) + "}"
        case frozenset() if kind is frozenset and value:
            return f"frozenset([{', '.join(sorted(map(written, value)))}])"
    return repr(value)


def call_text(entry_point: str, case: Case) -> str:
    """Return a call as one would type it.

    >>> call_text("f", Case((1, "a"), 2, {"key": None}))
    "f(1, 'a', key=None)"
    """
    given = [*map(written, case.arguments), *(f"{name}={written(value)}" for name, value in case.keywords.items())]
    return f"{entry_point}({', '.join(given)})"


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
