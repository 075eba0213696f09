"""The body of a function as far in as it must be: its first line set right, or all of it moved."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from assay.extraction.parsing import Reader

USUAL = "    "


def indented(body: str, opening: str, indentation: str, reader: Reader) -> Iterator[str]:
    """The body behind the opening of its function, in each way in which it may have lost its indentation.

    `indentation` is how far in the body must be; empty where the opening leaves that open. What is given need not
    parse: that is for the caller to find out.

    >>> next(indented("for x in y:\\n        f(x)\\n    return 1", "def g(y):\\n", "", Reader()))
    'def g(y):\\n    for x in y:\\n        f(x)\\n    return 1'
    """
    lines = _lines(body)
    if not lines:
        return
    rest = _common(lines[1:])
    wanted = indentation or rest or USUAL
    first = lines[0].lstrip(" \t")
    yield opening + "\n".join([wanted + first, *lines[1:]])
    for moved in (lines, [(rest or "") + first, *lines[1:]]):
        if _common(moved) not in (None, wanted):
            yield _moved(moved, opening, wanted, reader)


def unindented(source: str, reader: Reader) -> str:
    """The source without the indentation that all its lines have.

    >>> unindented("  def f():\\n    return 1", Reader())
    'def f():\\n  return 1'
    """
    lines = _lines(source)
    return _moved(lines, "", "", reader) if _common(lines) else source


def _lines(text: str) -> list[str]:
    """The lines of a text from the first that is not blank on."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    return lines[first:]


def _common(lines: list[str]) -> str | None:
    """The indentation that all lines have but blank ones and comments; `None`: there are no others."""
    common: str | None = None
    for line in lines:
        code = line.lstrip(" \t")
        if not code.strip() or code.startswith("#"):
            continue
        own = line[: len(line) - len(code)]
        common = own if common is None else _shared(common, own)
    return common


def _shared(one: str, other: str) -> str:
    length = min(len(one), len(other))
    while length and one[:length] != other[:length]:
        length -= 1
    return one[:length]


def _moved(lines: list[str], opening: str, indentation: str, reader: Reader) -> str:
    """All lines moved by the same, but for those inside of strings, whose text would change."""
    off = len(_common(lines) or "")
    moved = [indentation + (line[off:] if not line[:off].strip() else line) if line.strip() else "" for line in lines]
    piece = reader.piece(opening + "\n".join(moved))
    if piece is None:
        return opening + "\n".join(moved)
    before = opening.count("\n")
    for node in ast.walk(piece.tree):
        if isinstance(node, ast.Constant | ast.JoinedStr) and (node.end_lineno or 0) > node.lineno > before:
            inside = slice(node.lineno - before, (node.end_lineno or 0) - before)
            moved[inside] = lines[inside]
    return opening + "\n".join(moved)
