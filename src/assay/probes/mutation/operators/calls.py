"""Operators on calls: arguments in another order, and functions that are easily taken for each other."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from assay.probes.mutation.operators.base import Change, Operator, Place, called_name, wrapped

PAIRS = (
    "min max, any all, lower upper, lstrip rstrip, find rfind, index rindex, startswith endswith, ljust rjust"
    ", floor ceil, isupper islower, isalpha isdigit, union intersection, issubset issuperset, partition rpartition"
    ", append extend, add discard, keys values, appendleft append, popleft pop, extendleft extend"
    ", bisect_left bisect_right, removeprefix removesuffix, nlargest nsmallest, takewhile dropwhile"
    ", title capitalize, permutations combinations"
)
ONE_WAY = ("appendleft", "popleft", "extendleft")
"""The first of these pairs become the second, and not the other way round: few objects have them."""
ONLY_WITH_ONE = {"sorted": "list", "set": "list", "frozenset": "list"}
"""Functions that become another one where they are called with nothing but a value."""
TRANSPARENT = frozenset({"abs", "reversed", "list", "deepcopy", "copy"})
"""Functions of one value that become the value."""
TRANSPARENT_METHODS = frozenset({"strip", "copy"})
ORDERED = frozenset({"isinstance", "issubclass", "hasattr", "getattr", "setattr", "min", "max", "cast", "print"})
"""Functions whose arguments are not swapped: that would always fail, or change nothing."""


def _partners() -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in PAIRS.split(","):
        one, other = pair.split()
        found.setdefault(one, other)
        if one not in ONE_WAY:
            found.setdefault(other, one)
    return found


PARTNERS = _partners()


def arguments(place: Place) -> Iterator[Change]:
    node = place.node
    assert isinstance(node, ast.Call)
    first_two = node.args[:2]
    if len(first_two) < 2 or called_name(node) in ORDERED or any(isinstance(one, ast.Starred) for one in first_two):
        return
    text = place.text
    first, second = (text.of(one) for one in first_two)
    if first == second:
        return
    between = text.text(text.end(first_two[0]), text.own_start(first_two[1]))
    swapped = f"{second}{between}{first}"
    yield Change(text.own_start(first_two[0]), text.end(first_two[1]), (swapped,))


def calls(place: Place) -> Iterator[Change]:
    node = place.node
    assert isinstance(node, ast.Call)
    name = called_name(node)
    alone = len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred)
    if name in PARTNERS:
        yield from _renamed(place, node, PARTNERS[name])
    if name in ("sorted", "sort") and not any(one.arg in ("reverse", None) for one in node.keywords):
        yield _reversed(place, node)
    if not isinstance(node.func, ast.Name):
        if name in TRANSPARENT_METHODS and isinstance(node.func, ast.Attribute) and not node.args:
            yield place.becomes(place.text.of(node.func.value), wrapped(place.text.of(node.func.value)))
    elif alone and name in ONLY_WITH_ONE:
        yield from _renamed(place, node, ONLY_WITH_ONE[name])
    elif alone and name in TRANSPARENT:
        text = place.text.of(node.args[0])
        yield place.becomes(text, wrapped(text))


def _renamed(place: Place, node: ast.Call, name: str) -> Iterator[Change]:
    end = place.text.end(node.func)
    old = called_name(node)
    start = end - len(old.encode())
    if place.text.code[start:end] == old.encode():  # an identifier may be spelt in several ways
        yield Change(start, end, (name,))


def _reversed(place: Place, node: ast.Call) -> Change:
    end = place.text.end(node) - 1
    has_arguments = bool(node.args or node.keywords)
    comma = ", " if has_arguments and not place.text.code[:end].rstrip().endswith(b",") else ""
    return Change(end, end, (f"{comma}reverse=True",))


OPERATORS = (
    Operator("arguments", "the first two arguments swapped: f(a, b) → f(b, a)", (ast.Call,), arguments),
    Operator("calls", "a function for its counterpart, or none: min(a) → max(a); abs(a) → a", (ast.Call,), calls),
)
