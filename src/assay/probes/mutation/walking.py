"""A walk over Python's tree that finds every change the operators would make."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assay.probes.mutation.operators.base import Change, Operator, Place, called_name, is_text
from assay.probes.mutation.positions import PythonText

SKIPPED_FIELDS = frozenset({"annotation", "returns", "type_params"})
"""Types are no behaviour."""
SKIPPED_NODES = (ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of source that compiles alone to what it compiles to in its file."""

    start: int
    end: int
    head: str = ""
    """The classes around it: names in a class may mean something else inside one."""


@dataclass(frozen=True, slots=True)
class Found:
    """A change with the place it was found in."""

    change: Change
    operator: str
    first_line: int
    last_line: int
    scope: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What the nodes of a statement share."""

    unit: Unit | None
    first_line: int = 1
    last_line: int = 1
    scope: str = ""
    returns: ast.expr | None = None
    inside: bool = True
    """Whether it belongs to what is to be changed."""


_Visit = tuple[ast.AST, ast.AST, str, _Surroundings]


class Walk:
    """Finds the changes in a tree; without recursion, for a tree may be deep."""

    def __init__(self, text: PythonText, operators: Sequence[Operator], within: str | None) -> None:
        self.entered = within is None
        """Whether the function that is to be changed was there."""
        self._text = text
        self._within = within
        self._by_kind: dict[type[ast.AST], list[Operator]] = {}
        for operator in operators:
            for kind in operator.kinds:
                self._by_kind.setdefault(kind, []).append(operator)

    def changes(self, tree: ast.Module) -> Iterator[Found]:
        """Yield every change, in no particular order."""
        counters = counters_of(tree)
        stack: list[_Visit] = []
        self._push(stack, tree, tree, _Surroundings(None, inside=self._within is None))
        while stack:
            node, parent, field, around = stack.pop()
            if self._skipped(node):
                continue
            if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
                around = self._entering(node, parent, around)
            if around.inside:
                place = Place(node, parent, field, self._text, counters, around.returns)
                yield from self._at(place, around)
            self._push(stack, node, parent, around)

    def _at(self, place: Place, around: _Surroundings) -> Iterator[Found]:
        assert around.unit is not None
        for operator in self._by_kind.get(type(place.node), ()):
            for change in operator.changes(place):
                first, last = change.lines or (around.first_line, around.last_line)
                yield Found(change, operator.name, first, last, around.scope, around.unit)

    def _push(self, stack: list[_Visit], node: ast.AST, parent: ast.AST, around: _Surroundings) -> None:
        """Put what a node holds on the stack, but for types, messages, and the inside of f-strings.

        Before Python 3.12 the places inside an f-string are wrong, so it is changed as a whole, everywhere.
        """
        if isinstance(node, ast.JoinedStr):
            return
        for field, value in ast.iter_fields(node):
            if field in SKIPPED_FIELDS or (field == "msg" and isinstance(node, ast.Assert)):
                continue
            for child in value if isinstance(value, list) else (value,):
                message = isinstance(parent, ast.Raise) and is_text(child)
                if isinstance(child, ast.AST) and not message:
                    stack.append((child, node, field, around))

    def _skipped(self, node: ast.AST) -> bool:
        if isinstance(node, SKIPPED_NODES):
            return True
        if isinstance(node, ast.Expr):
            return isinstance(node.value, ast.Constant)  # a docstring, or `...`
        if isinstance(node, ast.If):
            return _is_for_others(node.test)
        if isinstance(node, ast.Assign):
            return all(isinstance(target, ast.Name) and _is_dunder(target.id) for target in node.targets)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return any(called_name(one) == "overload" for one in node.decorator_list)
        return False

    def _entering(self, node: ast.AST, parent: ast.AST, around: _Surroundings) -> _Surroundings:
        """Return the surroundings of what a statement holds."""
        first, last = _header_lines(node)
        unit = self._unit(node, parent, around.unit)
        around = replace(around, first_line=first, last_line=last, unit=unit)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return around
        scope = f"{around.scope}.{node.name}" if around.scope else node.name
        if isinstance(node, ast.ClassDef):
            return replace(around, scope=scope)
        inside = around.inside or self._within in (scope, node.name)
        self.entered = self.entered or inside
        return replace(around, scope=scope, returns=node.returns, inside=inside)

    def _unit(self, node: ast.AST, parent: ast.AST, unit: Unit | None) -> Unit | None:
        if isinstance(parent, ast.Module):
            return Unit(self._text.start(node), self._text.end(node))
        if not isinstance(parent, ast.ClassDef) or unit is None or not isinstance(node, ast.stmt):
            return unit
        # A class inside a function sees the function's names: it is no unit of its own, and neither are its members.
        whole = self._text.start(parent) == unit.start and self._text.end(parent) == unit.end
        start = self._text.start(node)
        indent = self._text.indent(start)
        if not whole or indent is None:
            return unit
        return Unit(start, self._text.end(node), f"{unit.head}class {parent.name}:\n{indent}")


def counters_of(tree: ast.Module) -> frozenset[str]:
    """Return the names that surely hold whole numbers somewhere: targets over `range`, and what numbers are added to.

    >>> sorted(counters_of(ast.parse("for i in range(3): n += 1")))
    ['i', 'n']
    """
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.comprehension) and called_name(node.iter) in ("range", "enumerate"):
            target = node.target
            if isinstance(target, ast.Tuple) and target.elts:
                target = target.elts[0]
            if isinstance(target, ast.Name):
                found.add(target.id)
        if (
            isinstance(node, ast.AugAssign)
            and isinstance(node.target, ast.Name)
            and isinstance(node.value, ast.Constant)
            and type(node.value.value) is int
        ):
            found.add(node.target.id)
    return frozenset(found)


def _header_lines(node: Any) -> tuple[int, int]:  # Any: a node that has lines, which no type says
    """Return the lines of a statement; of one with a block, those of its head."""
    if isinstance(node, ast.match_case):
        return node.pattern.lineno, max(node.pattern.lineno, node.body[0].lineno - 1)
    decorators = getattr(node, "decorator_list", [])
    first = decorators[0].lineno if decorators else node.lineno
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if not body:
        return first, node.end_lineno
    inner = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    heads = [getattr(node, name, None) for name in ("test", "iter", "subject", "type")]
    return first, max([node.lineno, inner.lineno - 1, *(head.end_lineno for head in heads if head is not None)])


def _is_for_others(test: ast.expr) -> bool:
    """Return whether a block is for running the file as a program, or for a type checker."""
    if called_name(test) == "TYPE_CHECKING":
        return True
    compared = [test.left, *test.comparators] if isinstance(test, ast.Compare) else []
    return any(called_name(one) == "__name__" for one in compared)


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")
