"""Plain lines for a terminal or a pipe: how wide they may be, whether they are coloured, and columns that line up.

Whatever comes from outside goes through `text.one_line` before it gets a colour, so that no terminal obeys it.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from assay.text import one_line

PIPED = 100
"""Columns that lines are laid out for where nobody says how wide the place is; they are not cut there."""
NARROWEST = 40
GAP = "   "
_LONGEST_PAD = 200
"""A cell of a pipe that is longer pushes the rest of its own line and no other; what we cut ourselves is not longer."""
_SMALLEST = 6
"""Columns that a cell keeps when it is cut."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Where lines are shown.

    >>> Screen().bold("86.0 %"), Screen(80, colour=True).good("passed")
    ('86.0 %', '\\x1b[32mpassed\\x1b[0m')
    """

    width: int | None = None
    """Of a terminal; `None`: a pipe or a file, where no line is cut."""
    colour: bool = False

    @property
    def columns(self) -> int:
        """How wide a line should be."""
        return PIPED if self.width is None else max(self.width, NARROWEST)

    def bold(self, text: str) -> str:
        return self._styled(text, "1")

    def good(self, text: str) -> str:
        return self._styled(text, "32")

    def bad(self, text: str) -> str:
        return self._styled(text, "31")

    def warning(self, text: str) -> str:
        return self._styled(text, "33")

    def faint(self, text: str) -> str:
        return self._styled(text, "2")

    def cut(self, text: str, room: int) -> str:
        """Return a text that is no wider than `room`, its end left out if need be; a pipe gets all of it."""
        return text if self.width is None else shortened(text, room)

    def wrapped(self, text: str, indent: str = "  ") -> list[str]:
        """Return a sentence as lines that fit, all but the first indented; a pipe gets one line."""
        if self.width is None:
            return [text]
        return textwrap.wrap(
            text, self.columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        ) or [""]  # fmt: skip

    def folded(self, text: str, indent: str = "") -> list[str]:
        """Return a text as lines that fit, all indented, also where a word has to be broken; a pipe gets one line.

        Nothing of it is left out, blanks neither, so that a value can be put together again.
        """
        if self.width is None:
            return [f"{indent}{text}"]
        room = max(self.columns - len(indent), 1)
        lines = textwrap.wrap(text, room, break_on_hyphens=False, drop_whitespace=False) or [""]
        return [f"{indent}{part}" for line in lines for part in _broken(line, room)]

    def _styled(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text


def cells(text: str) -> int:
    """Return how many columns of a terminal a text takes.

    >>> cells("abc"), cells("数学")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def shortened(text: str, room: int) -> str:
    """Return a text that takes at most `room` columns.

    >>> shortened("car_race_collision(2)", 12), shortened("abc", 3)
    ('car_race_co…', 'abc')
    """
    if len(text) <= room and cells(text) <= room:
        return text
    kept = text[: max(room - 1, 0)]
    while cells(kept) > max(room - 1, 0):
        kept = kept[:-1]
    return f"{kept}…"


def _broken(text: str, room: int) -> list[str]:
    """Return a text in parts that take at most `room` columns, for signs that take two."""
    parts: list[str] = []
    while cells(text) > room:
        end = len(text)
        while cells(text[:end]) > room and end > 1:
            end -= 1
        parts.append(text[:end])
        text = text[end:]
    return [*parts, text]


def padded(text: str, width: int, *, right: bool = False) -> str:
    """Return a text with blanks up to a width, behind it or before it."""
    blanks = " " * (width - cells(text))
    return f"{blanks}{text}" if right else f"{text}{blanks}"


def beside(left: str, right: str, screen: Screen, *, styled: str | None = None) -> list[str]:
    """Return two texts on one line, the second at its end; below each other where they do not fit.

    The second one is never broken, since it may be a command.
    `styled` is the first text as it is to be shown, which takes as many columns.
    """
    shown = left if styled is None else styled
    free = screen.columns - cells(left) - cells(right)
    if not right:
        return [shown]
    if free < len(GAP):
        lines = screen.wrapped(left) if styled is None and cells(left) > screen.columns else [shown]
        return [*lines, screen.faint(right)]
    return [f"{shown}{' ' * free}{screen.faint(right)}"]


def packed(
    parts: Sequence[str], screen: Screen, *, between: str = " · ", indent: str = "  ", styled: Sequence[str] = ()
) -> list[str]:
    """Return short texts joined on as few lines as they fit on, none of them broken; all but the first are indented.

    `styled` are the same texts as they are to be shown. A pipe gets one line.

    >>> packed(["141 passed", "19 failed", "3 crashed", "1 timed out"], Screen(40))
    ['141 passed · 19 failed · 3 crashed', '  1 timed out']
    """
    lines: list[str] = []
    width = 0
    for part, shown in zip(parts, styled or parts, strict=True):
        wider = width + cells(between) + cells(part)
        if lines and (screen.width is None or wider <= screen.columns):
            lines[-1] += f"{between}{shown}"
            width = wider
        else:
            lines.append(f"{indent if lines else ''}{shown}")
            width = cells(part) + (len(indent) if len(lines) > 1 else 0)
    return lines


def with_command(text: str, command: str, screen: Screen, *, gap: str = GAP) -> list[str]:
    """Return a sentence with a command behind it; where they do not fit on one line, the command has its own.

    A command is never broken, so that it can be copied.

    >>> with_command("! 14 answers left before they were judged", "assay show a41f --suspicious", Screen(60))
    ['! 14 answers left before they were judged', '  assay show a41f --suspicious']
    """
    text, command = one_line(text), one_line(command)
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    if not command:
        return screen.wrapped(text, indent)
    if screen.width is None or cells(text) + cells(gap) + cells(command) <= screen.columns:
        return [f"{text}{gap}{command}"]
    return [*screen.wrapped(text, indent), f"{indent}{command}"]


def in_columns(
    rows: Sequence[Sequence[str]],
    screen: Screen,
    *,
    header: Sequence[str] = (),
    right: Collection[int] = (),
    flexible: Sequence[int] = (),
    painted: Mapping[int, Callable[[str], str]] | None = None,
    indent: str = "",
) -> list[str]:
    """Return rows of texts as lines whose columns stand below each other, under a header.

    `right` are the columns that stand to the right; `flexible` those that are cut where the lines are too wide for a
    terminal, the first of them only when the others are as narrow as can be; `painted` says how the cells of a column
    are coloured.
    """
    texts = [[one_line(cell) for cell in row] for row in ([header, *rows] if header else rows)]
    if not texts:
        return []
    widths = [max(cells(row[place]) for row in texts) for place in range(len(texts[0]))]
    widths = _fitting(widths, screen, flexible, len(indent))
    painted = painted or {}
    lines = []
    for number, row in enumerate(texts):
        shown = []
        for place, cell in enumerate(row):
            text = padded(screen.cut(cell, widths[place]), widths[place], right=place in right)
            text = text.rstrip() if place == len(row) - 1 else text
            head = bool(header) and number == 0
            shown.append(screen.bold(text) if head else painted[place](text) if place in painted else text)
        lines.append(f"{indent}{'  '.join(shown)}".rstrip())
    return lines


def _fitting(widths: list[int], screen: Screen, flexible: Sequence[int], indent: int) -> list[int]:
    """Return the widths of the columns with the flexible ones made so narrow that a line fits."""
    if screen.width is None:
        return [min(width, _LONGEST_PAD) if place in flexible else width for place, width in enumerate(widths)]
    fitting = list(widths)
    too_wide = sum(widths) + 2 * (len(widths) - 1) + indent - screen.columns
    for places in (flexible[1:], flexible[:1]):
        while too_wide > 0 and places:
            place = max(places, key=lambda place: fitting[place])
            if fitting[place] <= _SMALLEST:
                break
            fitting[place] -= 1
            too_wide -= 1
    return fitting
