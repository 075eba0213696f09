"""What one walk over a syntax tree finds out: definitions, flow, comments, handlers, tests, with their lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

TEXT_LIMIT = 400
"""Bytes of a node's text that any rule looks at."""


@dataclass(slots=True)
class Note:
    """A comment, doc comment or docstring. Rows count from 0, as in the grammar."""

    row: int
    end_row: int
    text: str


@dataclass(slots=True)
class Call:
    """One call: what is called, and where it stands."""

    callee: str
    node: Node
    raising: bool
    """It makes the exception that is raised."""


@dataclass(slots=True)
class Function:
    """A function with what happens directly in it; the code outside of all functions is one without a name."""

    name: str
    row: int
    end_row: int
    node: Node | None
    """`None` where there is no grammar and patterns found it."""
    top_level: bool = False
    in_class: bool = False
    parameters: tuple[str, ...] = ()
    doc: Note | None = None
    is_test: bool = False
    has_body: bool = True
    attributes: str = ""
    holder: str = ""
    """The head of the class that it is a method of."""
    cyclomatic: int = 1
    cognitive: int = 0
    nesting: int = 0
    returns: list[Node | None] = field(default_factory=list)
    yields: bool = False
    calls: list[Call] = field(default_factory=list)
    writes: int = 0
    """Assignments to an attribute, an element or a name from outside."""
    raises: list[str] = field(default_factory=list)
    assigned: dict[str, list[Node | None]] = field(default_factory=dict)
    """Name → the values given to it; `None` where the value also depends on an earlier one."""
    asserts: list[tuple[int, str]] = field(default_factory=list)
    recursive: bool = False

    @property
    def lines(self) -> int:
        return self.end_row - self.row + 1


@dataclass(slots=True)
class Class:
    """A class, struct, interface, enum or trait."""

    name: str
    row: int
    end_row: int
    top_level: bool = False
    doc: Note | None = None
    bases: str = ""
    """The text up to its body."""


@dataclass(slots=True)
class Handler:
    """A `catch`, `finally` or `try`; hollow when there is nothing in it that could matter."""

    row: int
    hollow: bool


@dataclass(slots=True)
class Facts:
    """Everything one walk found; rows count from 0."""

    module: Function
    functions: list[Function] = field(default_factory=list)
    classes: list[Class] = field(default_factory=list)
    errors: list[int] = field(default_factory=list)
    """Rows that the grammar could not read."""
    returns: list[int] = field(default_factory=list)
    flow: list[int] = field(default_factory=list)
    imports: list[tuple[int, str]] = field(default_factory=list)
    optional_imports: set[int] = field(default_factory=set)
    """Rows of imports that stand in a `try` or a branch."""
    comments: list[Note] = field(default_factory=list)
    """Comments that document no definition."""
    module_doc: Note | None = None
    tries: list[Handler] = field(default_factory=list)
    handled: list[int] = field(default_factory=list)
    """Errors dealt with where there are no exceptions."""
    catches: list[Handler] = field(default_factory=list)
    finals: list[Handler] = field(default_factory=list)
    validations: list[int] = field(default_factory=list)
    raised: list[str] = field(default_factory=list)
    frameworks: list[int] = field(default_factory=list)
    hints: list[int] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    """Assigned variable → the row of its first assignment."""
    text_rows: list[tuple[int, int]] = field(default_factory=list)
    """First and last rows of docstrings, doc comments and texts over several lines."""

    @property
    def definitions(self) -> list[Function | Class]:
        return [*self.classes, *self.functions]

    @property
    def tests(self) -> list[Function]:
        return [function for function in self.functions if function.is_test]

    @property
    def assertions(self) -> list[tuple[int, str]]:
        return [found for function in (self.module, *self.functions) for found in function.asserts]


def covered(ranges: Iterable[tuple[int, int]]) -> set[int]:
    """Return the rows of all ranges, each from its first to its last.

    >>> sorted(covered([(4, 5), (0, 2), (1, 2)]))
    [0, 1, 2, 4, 5]
    """
    rows: set[int] = set()
    end = -1
    for first, last in sorted(ranges):  # texts nest: no row is visited twice
        rows.update(range(max(first, end + 1), last + 1))
        end = max(end, last)
    return rows
