"""The value of a Python expression that is data: read from its tree, nothing is executed."""

from __future__ import annotations

import ast

from assay.judges.suites import MoreThanData, constant

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
