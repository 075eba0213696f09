"""What templates show: tables with links, and the way to the next page of a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of a table."""

    text: str
    href: str = ""
    """Where the text leads."""
    note: str = ""
    """What stands below it, smaller: an interval above all."""
    bar: tuple[float | None, float | None, float | None] | None = None
    """Instead of the text: the lower end, the value and the upper end, as shares on a line from 0 to 1."""


Row = list[Cell | str]
"""One row of a table, before it is made: plain text is a cell."""


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column."""

    name: str
    is_number: bool = False
    is_whole: bool = False
    """Its cells stay on one line: moments above all."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head; the first cell of each names it."""

    caption: str
    """What it is about, for those who cannot see where it stands."""
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Pager:
    """The way through a list that is longer than a page."""

    label: str
    newer: str = ""
    """The address of the page before; empty where this is the first."""
    older: str = ""
    """The address of the page after; empty where this is the last."""
    newer_words: str = "newer"
    older_words: str = "older"


def in_words(name: str) -> str:
    """Return a name such as that of an error class as people read it.

    >>> in_words("edge_case")
    'edge case'
    """
    return name.replace("_", " ")


def table(caption: str, head: Sequence[str], rows: Sequence[Row]) -> Table:
    """Return a table: plain text is a cell.

    The name of a column of numbers ends in `#`, and one whose cells stay on one line in `!`; neither is shown.

    >>> table("prices", ["what", "cost #"], [["tea", "$2"]]).columns[1]
    Column(name='cost', is_number=True, is_whole=False)
    """
    columns = tuple(Column(name.rstrip("#!").strip(), name.endswith("#"), name.endswith("!")) for name in head)
    cells = tuple(tuple(one if isinstance(one, Cell) else Cell(one) for one in row) for row in rows)
    return Table(caption, columns, cells)
