"""The records of an operator, of a place in the code that it may change, and of a change."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from assay.probes.mutation.positions import PythonText


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of the source and what it becomes."""

    start: int
    end: int
    """Offsets in bytes."""
    texts: tuple[str, ...]
    """The same in several spellings, from the shortest to the one with all parentheses, which is what is meant."""
    lines: tuple[int, int] | None = None
    """The lines of the statements that it affects, where they are not those of the statement it stands in."""


@dataclass(slots=True)
class Place:
    """A node of Python's tree with what an operator needs to know about its surroundings."""

    node: ast.AST
    parent: ast.AST
    field: str
    """The parent's field that holds the node."""
    text: PythonText
    counters: frozenset[str] = frozenset()
    """Names that hold whole numbers: loop variables over ranges, and what numbers are added to."""
    returns: ast.expr | None = None
    """The annotation of what the function around it returns."""

    def becomes(self, *texts: str, node: ast.AST | None = None) -> Change:
        """Return the change of the whole node (or of another one) into a text, given as in `Change.texts`."""
        node = node or self.node
        return Change(self.text.own_start(node), self.text.end(node), texts)


@dataclass(frozen=True, slots=True)
class Operator:
    """A kind of mutation of Python code."""

    name: str
    description: str
    kinds: tuple[type[ast.AST], ...]
    """The nodes it looks at."""
    changes: Callable[[Place], Iterator[Change]]


def wrapped(text: str) -> str:
    """Return an expression in parentheses."""
    return f"({text})"


def is_text(node: ast.AST | None) -> bool:
    """Return whether an expression is a literal that no arithmetic but joining and repeating is defined for."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str | bytes)
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple | ast.Dict | ast.Set | ast.ListComp)


def called_name(node: ast.AST) -> str:
    """Return the last name of what is called, used or decorated with: `c` of `a.b.c(…)`; empty where there is none."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
