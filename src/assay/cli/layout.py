"""Lines for people: as wide as the terminal, words and paths whole, colour and signs where they are welcome."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TextIO

from assay.text import coloured, one_line

NARROWEST = 40
PIPED = 100
"""The width that columns are set for where nobody says how wide lines may be; texts are not broken there at all."""
BAR = 10
_COLOURS = {"green": "32", "red": "31", "bold": "1", "dim": "2"}


class Page:
    """What a command prints to: a terminal of some width, or a file or pipe, where texts are never broken."""

    def __init__(self, file: TextIO | None = None) -> None:
        self._file = file or sys.stdout
        encoding = (self._file.encoding or "ascii").lower()
        self._encoding = encoding
        self.terminal = self._file.isatty()
        self._colour = self.terminal and not os.environ.get("NO_COLOR")
        self._signs = self.terminal and encoding.startswith("utf")
        columns = shutil.get_terminal_size((PIPED, 24)).columns
        self.width = max(columns, NARROWEST) if self.terminal else PIPED
        """Of a line; on a pipe, what columns are set for."""

    def line(self, text: str = "", colour: str = "") -> None:
        """Print one line, as it is; nothing in it is obeyed by a terminal."""
        shown = self.safe(text)
        if colour and self._colour:
            shown = f"\x1b[{_COLOURS[colour]}m{shown}\x1b[0m"
        print(shown, file=coloured(self._file))

    def text(self, text: str, *, indent: str = "") -> None:
        """Print a text that may be long: broken between words on a terminal, the further lines indented."""
        for line in filled(self.safe(text), self.width if self.terminal else None, indent=indent):
            self.line(line)

    def ends(self, left: str, right: str) -> None:
        """Print one text at the left and one at the right end of a line, or below each other where they do not fit."""
        left, right = self.safe(left), self.safe(right)
        if not self.terminal or len(left) + len(right) + 2 <= self.width:
            self.line(f"{left}{' ' * max(self.width - len(left) - len(right), 2)}{right}")
            return
        self.line(left)
        self.line(f"  {self.path(right, self.width - 2)}")

    def path(self, name: str, room: int) -> str:
        """Return the name of a file as it fits into so many characters; on a pipe, in full."""
        return shortened(self.safe(name), room) if self.terminal else self.safe(name)

    def bar(self, share: float, length: int = BAR) -> str:
        """Return a share from 0 to 1 as a bar."""
        full = round(share * length)
        return ("█" if self._signs else "#") * full

    def rows(self, headings: Sequence[str], rows: Iterable[Sequence[str]], *, indent: str = "") -> None:
        """Print a table with a heading: columns as wide as they must be, the last one broken between words.

        A column is set to the right where its heading begins with `>`. Where the others leave little room on a
        terminal, the last cell stands below them.
        """
        names = [heading.removeprefix(">") for heading in headings]
        cells = [[self.safe(cell) for cell in row] for row in rows]
        widths = [max(map(len, column)) for column in zip(names, *cells, strict=True)]
        right = [heading.startswith(">") for heading in headings]
        below = self.terminal and len(indent) + sum(width + 2 for width in widths[:-1]) > 0.65 * self.width
        for row in (names, *cells):
            fixed = [
                cell.rjust(width) if is_right else cell.ljust(width)
                for cell, width, is_right in zip(row[:-1], widths, right, strict=False)
            ]
            head = indent + "".join(f"{cell}  " for cell in fixed)
            if below:
                self.text(head.rstrip(), indent=f"{indent}    ")
                if row is not names and row[-1]:
                    self.text(f"{indent}    {row[-1]}", indent=f"{indent}    ")
            else:
                self.text(f"{head}{row[-1]}".rstrip(), indent=" " * len(head))

    def safe(self, text: str) -> str:
        """Return the text without what a terminal would obey or cannot show."""
        return one_line(text).encode(self._encoding, "backslashreplace").decode(self._encoding)


def filled(text: str, width: int | None, *, indent: str = "") -> list[str]:
    """Return a text as lines of at most that width, broken between words only; further lines begin with `indent`.

    >>> filled("  the new program prints 20", 20, indent="    ")
    ['  the new program', '    prints 20']
    """
    if width is None or len(text) <= width:
        return [text]
    return textwrap.wrap(
        text,
        width,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )


def shortened(path: str, room: int) -> str:
    """Return a path with its first folders left out where it is longer than there is room; its name stays whole.

    >>> shortened("src/shop/cart.py", 20), shortened("src/shop/cart.py", 14), shortened("src/shop/cart.py", 9)
    ('src/shop/cart.py', '…/shop/cart.py', '…/cart.py')
    """
    if len(path) <= room:
        return path
    parts = path.split("/")
    for first in range(1, len(parts)):
        shown = "…/" + "/".join(parts[first:])
        if len(shown) <= room:
            return shown
    name = parts[-1]
    return name if len(name) <= room else f"{name[: max(room - 9, 1)]}…{name[-8:]}"
