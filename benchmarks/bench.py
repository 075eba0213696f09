"""What a bench is to the menu: a module with `run(options) -> Outcome`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Options:
    """How much to measure."""

    quick: bool = False
    """One short round: to see that it works, not to quote."""
    record: bool = False
    """Keep the figures: later runs are held against those that are bounded."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a bench found."""

    title: str
    text: str = ""
    """Markdown, for the terminal and for RESULTS.md."""
    figures: dict[str, Any] = field(default_factory=dict)  # Any: JSON
    skipped: str = ""
    """Why it did not run."""
    broken: tuple[str, ...] = ()
    """Bounds that must hold and do not; never a time."""


def table(head: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    """A Markdown table with aligned columns: the first to the left, the others to the right."""
    lines = [list(head), *[list(line) for line in body]]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    texts = [
        "| "
        + " | ".join(
            _aligned(cell, width, column) for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        + " |"
        for line in lines
    ]
    rule = (
        "|"
        + "|".join("-" * (width + 2) if not column else "-" * (width + 1) + ":" for column, width in enumerate(widths))
        + "|"
    )
    return "\n".join([texts[0], rule, *texts[1:]])


def _aligned(cell: str, width: int, column: int) -> str:
    return cell.rjust(width) if column else cell.ljust(width)
