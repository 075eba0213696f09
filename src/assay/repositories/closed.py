"""Values of expressions that need nothing but what is written in them, such as `3 + 0` and `"a b".split()`."""

from __future__ import annotations

import ast
import json
import math
import operator
import re
import textwrap
from collections.abc import Callable, Mapping
from typing import Any

LONGEST = 1 << 16
"""Characters, bytes or items of one value."""
_MOST_BITS = 1024
_MOST_POWER = 64
_MOST_PLACES = 64
_MOST_WORK = 1 << 24
"""Characters that a method of a text may go through."""
_OPERATORS: dict[type[ast.operator] | type[ast.unaryop] | type[ast.cmpop], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitXor: operator.xor,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda one, other: one in other,
    ast.NotIn: lambda one, other: one not in other,
}
_BUILTINS = (abs, bool, chr, float, frozenset, int, len, list, max, min, ord, repr, round, set, sorted, str, sum, tuple)
_FUNCTIONS: dict[str, Callable[..., Any]] = {one.__name__: one for one in _BUILTINS} | {"dedent": textwrap.dedent}
_CODECS = ("ascii", "latin-1", "utf-8", "utf8")
_METHODS = frozenset(
    ("count", "decode", "encode", "endswith", "find", "format", "isdigit", "join", "lower", "lstrip", "replace")
) | {"rstrip", "split", "splitlines", "startswith", "strip", "title", "upper"}
"""Methods of texts and of bytes that return no more than they are given."""
_QUESTIONS = ("endswith", "isdigit", "startswith")
"""Those that texts alone have, and that say whether something is so."""
_OF_MODULES: dict[tuple[str, str], Callable[..., Any]] = {
    ("json", "loads"): json.loads,
    ("math", "isclose"): math.isclose,
    ("operator", "eq"): operator.eq,
    ("operator", "ne"): operator.ne,
    ("textwrap", "dedent"): textwrap.dedent,
}
_PATTERNS = ("search", "match", "fullmatch")
"""Functions of `re` whose pattern may repeat nothing: that could take long."""
REPEATED = re.compile(r"(\\.|[^\\*+?{])*[*+?{]", re.DOTALL)
"""Patterns that repeat something may take long for a text that a patch has made."""
_WIDE = re.compile(r"\d{4}|\*|\{[^{}]*\{")
"""Forms of a text that may be wide: by a number, or by one that they are given."""
VALUE = "assay_value"
"""The attribute of a name that stands for one value wherever it is read: the value."""
_SCALAR = (int, float, complex)
Values = Mapping[int, object]
"""Values that are known of expressions, by their id."""


def is_closed(node: ast.AST, known: Values | None = None) -> bool:
    """Return whether an expression has a value without anything else."""
    try:
        value_of(node, known)
    except ValueError:
        return False
    return True


def value_of(node: ast.AST, known: Values | None = None) -> Any:  # Any: of whatever type the expression is
    """Return the value of an expression that is closed but for those whose values are known; raise `ValueError` else.

    >>> value_of(ast.parse("len('ab') * [3]", mode="eval").body)
    [3, 3]
    """
    try:
        return _bounded(_value(node, known or {}))
    except (ArithmeticError, LookupError, MemoryError, RecursionError, TypeError, AttributeError, re.error) as error:
        raise ValueError(str(error)) from error


def only_open(condition: ast.expr) -> ast.expr | None:
    """Return the one expression that an otherwise closed condition depends on, such as `f()` of `abs(f() - 3) < 1`."""
    found: list[ast.expr] = []
    waiting: list[ast.AST] = [condition]
    while waiting:
        node = waiting.pop()
        match node:
            case _ if is_closed(node):
                pass
            case ast.BinOp(left=left, right=right):
                waiting += [left, right]
            case ast.UnaryOp(operand=one) | ast.FormattedValue(value=one, conversion=-1 | 115, format_spec=None):
                waiting.append(one)
            case ast.Compare(left=left, comparators=others):
                waiting += [left, *others]
            case ast.BoolOp(values=values) | ast.JoinedStr(values=values):
                waiting += values
            case ast.Call(func=ast.Name(id="abs" | "bool" | "round"), args=args, keywords=[]):
                waiting += args
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr), args=args) if (
                name,
                attr,
            ) in _OF_MODULES or (name == "re" and attr in _PATTERNS and args and is_closed(args[0])):
                waiting += [*args, *(one.value for one in node.keywords)]
            case ast.Call(func=ast.Attribute(value=owner, attr=attr), args=args, keywords=[]) if attr in _QUESTIONS:
                waiting += [owner, *args]
            case ast.expr():
                found.append(node)
            case _:
                return None
    return found[0] if len(found) == 1 and found[0] is not condition else None


def _value(node: ast.AST, known: Values) -> Any:  # Any: of whatever type the expression is
    if id(node) in known:
        return known[id(node)]
    match node:
        case ast.Constant(value=value) if value is not Ellipsis:
            return value
        case ast.Name() if hasattr(node, VALUE):
            return getattr(node, VALUE)
        case ast.Tuple(elts=items):
            return tuple(_value(one, known) for one in items)
        case ast.List(elts=items):
            return [_value(one, known) for one in items]
        case ast.Set(elts=items):
            return {_value(one, known) for one in items}
        case ast.Dict(keys=keys, values=values) if None not in keys:
            return {_value(one, known): _value(value, known) for one, value in zip(keys, values, strict=True) if one}
        case ast.UnaryOp(op=sign, operand=one):
            return _OPERATORS[type(sign)](_value(one, known))
        case ast.BinOp(left=left, op=sign, right=right):
            return _combined(sign, _bounded(_value(left, known)), _bounded(_value(right, known)))
        case ast.Compare(left=left, ops=signs, comparators=others):
            values = [_value(one, known) for one in (left, *others)]
            pairs = zip(signs, values, values[1:], strict=False)
            return all(_OPERATORS[type(sign)](one, other) for sign, one, other in pairs)
        case ast.BoolOp(op=sign, values=operands):
            every = [_value(one, known) for one in operands]
            ends = [one for one in every if bool(one) is isinstance(sign, ast.Or)]
            return (ends or every[-1:])[0]
        case ast.Subscript(value=value, slice=index):
            return _value(value, known)[_value(index, known)]
        case ast.Slice(lower=lower, upper=upper, step=step):
            return slice(*(None if one is None else _value(one, known) for one in (lower, upper, step)))
        case ast.JoinedStr(values=values):
            return "".join(str(_value(one, known)) for one in values)
        case ast.FormattedValue(value=value, conversion=-1 | 115, format_spec=None):
            return str(_value(value, known))
        case ast.Call(func=ast.Name(id="dict"), args=[], keywords=pairs):
            return {str(one.arg): _value(one.value, known) for one in pairs if one.arg or _unknown()}
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            return _called(name, [_bounded(_value(one, known)) for one in args])
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr), args=args) if (name, attr) in _OF_MODULES:
            named = {str(one.arg): _value(one.value, known) for one in node.keywords if one.arg or _unknown()}
            return _OF_MODULES[name, attr](*(_bounded(_value(one, known)) for one in args), **named)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=attr), args=[one, other], keywords=[]) if (
            attr in _PATTERNS
        ):
            pattern, text = _value(one, {}), _value(other, known)  # a pattern of a patch could take any time
            return _unknown() if REPEATED.match(pattern) else getattr(re, attr)(pattern, text) is not None
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=args, keywords=[]) if name in _METHODS:
            text = _bounded(_value(owner, known))
            given = [_bounded(_value(one, known)) for one in args]
            is_narrow = name != "format" or not _WIDE.search(text)
            is_narrow &= name not in ("encode", "decode") or all(one in _CODECS for one in given[:1])
            if isinstance(text, str | bytes) and _size(text) * _size(given) <= _MOST_WORK and is_narrow:
                return getattr(text, name)(*given)
    return _unknown()


def _called(name: str, given: list[Any]) -> Any:  # Any: values of any type
    """Return what a function makes of values, unless that may take long: these may be a patch's."""
    if name == "round" and len(given) > 1 and abs(given[1]) > _MOST_PLACES:
        raise ValueError(f"rounded to {given[1]:,} places, and {_MOST_PLACES} is the most")
    if name == "sum" and _size(given) ** 2 > _MOST_WORK and not all(isinstance(one, _SCALAR) for one in given[0]):
        raise ValueError("too large")  # each sum of two containers is a copy
    return _FUNCTIONS[name](*given)


def _unknown() -> bool:
    raise ValueError("not closed")


def _combined(sign: ast.operator, one: Any, other: Any) -> Any:  # Any: values of any type
    """Return what an operator makes of two values, unless that may be large."""
    if isinstance(sign, ast.Mod) and isinstance(one, str) and not _WIDE.search(one):
        return one % other
    if isinstance(sign, ast.Mult | ast.Pow | ast.Mod) and not (isinstance(one, _SCALAR) and isinstance(other, _SCALAR)):
        count, items = (one, other) if isinstance(one, int) else (other, one)
        if not isinstance(sign, ast.Mult) or count * _size(items) > LONGEST:
            raise ValueError("too large")
    if isinstance(sign, ast.Pow) and abs(other) > _MOST_POWER:
        raise ValueError("too large")
    return _OPERATORS[type(sign)](one, other)


def _size(value: Any) -> int:  # Any: a value of any type
    """Return about how many characters a value is written with."""
    if isinstance(value, str | bytes):
        return len(value) + 1
    if isinstance(value, dict):
        return 1 + sum(_size(key) + _size(one) for key, one in value.items())
    return 1 + sum(map(_size, value)) if isinstance(value, list | tuple | set | frozenset) else 1


def _bounded(value: Any) -> Any:  # Any: a value of any type
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise ValueError("too large")
    if isinstance(value, str | bytes | list | tuple | set | frozenset | dict) and len(value) > LONGEST:
        raise ValueError("too large")
    return value
