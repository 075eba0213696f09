"""What a source says about the arguments of a function, without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from assay.errors import InvalidValue
from assay.probes.inputs.shapes import ANY, Shape, shape_of_annotation
from assay.syntax import UNREADABLE, parse_foreign

MOST_CONSTANTS = 64
MANY = 2
"""Arguments for a parameter that takes any number."""
MAX_TEXT = 100
"""Characters of a constant that is worth trying."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a function."""

    name: str
    shape: Shape = ANY
    required: bool = True
    by_name: bool = False
    """Whether it can be given by name only."""


def functions_of(source: str) -> list[str]:
    """Return the names of the functions that a source defines at its top level; `InvalidValue` when it has no tree."""
    return [node.name for node in _tree(source).body if isinstance(node, Function)]


def mentions(source: str, name: str) -> bool:
    """Return whether a source gives a name to anything, or mentions it as a text; it may have the name only then."""
    return any(
        name in (getattr(node, "name", None), getattr(node, "asname", None), getattr(node, "id", None))
        or (isinstance(node, ast.Constant) and node.value == name)
        or (isinstance(node, ast.alias) and node.name in ("*", name))
        for node in ast.walk(_tree(source))
    )


def parameters_of(source: str, name: str) -> list[Parameter] | None:
    """Return the parameters of a function at the top level of a source; `None` where there is no such function.

    >>> [(one.name, str(one.shape)) for one in parameters_of("def f(x: int, y): ...", "f")]
    [('x', 'int'), ('y', 'any')]
    """
    found = [node for node in _tree(source).body if isinstance(node, Function) and node.name == name]
    if not found:
        return None
    given = found[-1].args
    plain = [*given.posonlyargs, *given.args]
    optional = len(given.defaults)
    places = [
        Parameter(one.arg, shape_of_annotation(one.annotation), index < len(plain) - optional)
        for index, one in enumerate(plain)
    ]
    named = [
        Parameter(one.arg, shape_of_annotation(one.annotation), default is None, by_name=True)
        for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True)
    ]
    if given.vararg is not None:  # some of them: nothing says how many are meant
        places += [Parameter(given.vararg.arg, shape_of_annotation(given.vararg.annotation))] * MANY
    return places + named


def constants_of(sources: Sequence[str]) -> list[object]:
    """Return numbers and texts that stand in these sources: what code branches on is often among them.

    Numbers come with their neighbours. Sources that have no tree have no constants.
    """
    found: dict[tuple[type, object], None] = {}
    for source in sources:
        for value in _constants(source):
            for near in (value, value - 1, value + 1) if type(value) is int else (value,):
                found.setdefault((type(near), near))
                if len(found) >= MOST_CONSTANTS:
                    return [value for _, value in found]
    return [value for _, value in found]


def _constants(source: str) -> Iterator[int | float | str]:
    try:
        tree = parse_foreign(source)
    except UNREADABLE:
        return
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in texts:  # a text that stands alone is documentation
            continue
        if _is_worth_trying(node.value):
            yield node.value


def _is_worth_trying(value: object) -> TypeGuard[int | float | str]:
    if isinstance(value, str):
        return 0 < len(value) <= MAX_TEXT
    if isinstance(value, bool):
        return False
    return isinstance(value, float) or (isinstance(value, int) and abs(value) < 2**64)


def _tree(source: str) -> ast.Module:
    try:
        return parse_foreign(source)
    except UNREADABLE as error:
        raise InvalidValue(f"the source cannot be read as Python: {error}") from None
