"""A page of lines for people: as wide as the terminal, words and paths whole, the last column of a table wrapped."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TextIO

from assay.cli.screens import screen
from assay.reports.screen import beside, cells, padded, shortened
from assay.text import coloured, one_line

BAR = 10
STACKED = 0.65
"""The share of a terminal's width beyond which the other columns of a table have the last one below them."""


class Page:
    """What a command prints to: a terminal of some width, or a file or pipe, where no text is broken or cut."""

    def __init__(self, file: TextIO | None = None) -> None:
        self._file = file or sys.stdout
        self._encoding = self._file.encoding or "ascii"
        self._screen = screen(self._file)
        self.terminal = self._screen.width is not None
        self.width = self._screen.columns
        """Of a line; on a pipe, what columns are set for."""

    def line(self, text: str = "", *, bad: bool = False) -> None:
        """Print one line, as it is; nothing in it is obeyed by a terminal."""
        shown = self.safe(text)
        self._put([self._screen.bad(shown) if bad else shown])

    def text(self, text: str, *, indent: str = "") -> None:
        """Print a text that may be long: broken between words on a terminal, the further lines indented."""
        shown = self.safe(text)
        self._put([shown] if cells(shown) <= self.width else self._screen.wrapped(shown, indent))

    def ends(self, left: str, right: str) -> None:
        """Print one text at the left and a path at the right end of a line, or below it where it does not fit."""
        self._put(beside(self.safe(left), self.path(right, self.width), self._screen))

    def path(self, name: str, room: int) -> str:
        """Return the name of a file as it fits into so many columns; on a pipe, in full."""
        return shortened_path(self.safe(name), room) if self.terminal else self.safe(name)

    def bar(self, share: float, length: int = BAR) -> str:
        """Return a share from 0 to 1 as a bar."""
        signs = self.terminal and self._encoding.lower().startswith("utf")
        return ("█" if signs else "#") * round(share * length)

    def rows(self, headings: Sequence[str], rows: Iterable[Sequence[str]], *, indent: str = "") -> None:
        """Print a table with a heading: columns as wide as they must be, the last one broken between words.

        A column is set to the right where its heading begins with `>`. Where the others leave little room on a
        terminal, the last cell stands below them.
        """
        names = [heading.removeprefix(">") for heading in headings]
        texts = [names, *([self.safe(cell) for cell in row] for row in rows)]
        widths = [max(map(cells, column)) for column in zip(*texts, strict=True)][:-1]
        below = self.terminal and len(indent) + sum(widths) + 2 * len(widths) > STACKED * self.width
        for row in texts:
            fixed = [
                padded(cell, width, right=heading.startswith(">"))
                for cell, width, heading in zip(row, widths, headings, strict=False)
            ]
            head = indent + "".join(f"{cell}  " for cell in fixed)
            if not below:
                self.text(f"{head}{row[-1]}".rstrip(), indent=" " * cells(head))
                continue
            self.text(head.rstrip(), indent=f"{indent}    ")
            if row is not names and row[-1]:
                self.text(f"{indent}    {row[-1]}", indent=f"{indent}    ")

    def safe(self, text: str) -> str:
        """Return the text without what a terminal would obey or cannot show."""
        return one_line(text).encode(self._encoding, "backslashreplace").decode(self._encoding)

    def _put(self, lines: Iterable[str]) -> None:
        print("\n".join(lines), file=coloured(self._file))


def shortened_path(path: str, room: int) -> str:
    """Return a path with its first folders left out where it is longer than there is room; its name stays whole.

    >>> [shortened_path("src/shop/cart.py", room) for room in (20, 14, 9)]
    ['src/shop/cart.py', '…/shop/cart.py', '…/cart.py']
    """
    if cells(path) <= room:
        return path
    parts = path.split("/")
    for first in range(1, len(parts)):
        shown = "…/" + "/".join(parts[first:])
        if cells(shown) <= room:
            return shown
    return shortened(parts[-1], room)
