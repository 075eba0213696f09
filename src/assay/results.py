"""What every result of a Python call can do: show itself in a line or in a notebook, become plain data or a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from assay.errors import MissingExtra
from assay.text import one_line

if TYPE_CHECKING:
    import pandas

MOST_ROWS = 50
"""Of a table in a notebook."""
MOST_SIGNS = 300
"""Characters of one cell, or of a line about a result."""


class Result(ABC):
    """A result that shows itself; each kind of result says its `headline`, its `table` and its `to_dict`."""

    __slots__ = ()

    @abstractmethod
    def headline(self) -> str:
        """Return what the result came to, in one line."""

    @abstractmethod
    def table(self) -> list[dict[str, Any]]:  # Any: texts, numbers, None
        """Return the parts of the result, one row each, all with the same columns."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the whole result as plain data."""

    def to_frame(self) -> pandas.DataFrame:
        """Return the rows of `table` as a pandas frame."""
        try:
            import pandas
        except ImportError:
            raise MissingExtra("A frame", "pandas", "data") from None
        return pandas.DataFrame(self.table())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {_shown(self.headline())}>"

    def _repr_html_(self) -> str:
        """Return the line and the table for a notebook; foreign text stays text, whatever it holds."""
        rows = self.table()
        heads = "".join(f"<th>{_escaped(name)}</th>" for name in (rows[0] if rows else ()))
        cells = ("".join(f"<td>{_escaped(value)}</td>" for value in row.values()) for row in rows[:MOST_ROWS])
        body = "".join(f"<tr>{row}</tr>" for row in cells)
        more = f"<p>… and {len(rows) - MOST_ROWS:,} more</p>" if len(rows) > MOST_ROWS else ""
        title = f"<p><b>{type(self).__name__}</b> {_escaped(self.headline())}</p>"
        return f"<div>{title}<table><tr>{heads}</tr>{body}</table>{more}</div>"


def _shown(value: object) -> str:
    """Return a value as one short line without signs that a terminal or a browser would obey."""
    text = "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
    return one_line(text[:MOST_SIGNS]) + ("…" if len(text) > MOST_SIGNS else "")


def _escaped(value: object) -> str:
    import html

    return html.escape(_shown(value))
