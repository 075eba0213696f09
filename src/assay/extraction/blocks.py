"""Marked code in a chat answer: fences of backticks or tildes, and tags such as `[PYTHON]`."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

MAX_BLOCKS = 64
"""The last ones are kept: an answer ends with its final version."""

_FENCE = re.compile(
    r"[ \t]*(?:>[ \t]?)*(?P<marks>`{3,}|~{3,})"
    r"(?:[ \t]*(?P<info>[^`\n]*)|(?:[Pp]y(?:thon)?3?[ \t]+)?(?P<code>[^`\n]+)```+[ \t]*)"
)
"""A fence, with what stands behind it, or with code and the closing fence on the same line."""
_TAG = re.compile(
    r"\[(?P<close1>/?)(?P<tag1>PYTHON|CODE|SOLUTION|ANSWER)\]"
    r"|<(?P<close2>/?)(?P<tag2>code|pre|python|answer|solution)(?:[ \t][^<>\n]{0,80})?>"
    r"|\\(?P<mark3>begin|end)\{(?P<tag3>code|verbatim|lstlisting)\}"
    r"|\[(?P<tag4>BEGIN|DONE)\]",
    re.IGNORECASE,
)
_STRINGS = re.compile(r"\"\"\"|'''|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|#.*|\\.")
_PYTHON = re.compile(r"\{?\.?(?:py|python|python[23]|ipython|pycon|sage)\b", re.IGNORECASE)
_BEGUN = re.compile(r"(?:py(?:thon)?3?[ \t]+)?(?P<code>(?:(?:async )?def|class|import|from) .*)", re.IGNORECASE)
_LEAD = 200
"""Characters of the text in front of a block that are kept."""
_LOOKS_AHEAD = 16
"""How often a fence inside a string may be looked through to its end before the plain rule holds."""


@dataclass(frozen=True, slots=True)
class Block:
    """One marked stretch of an answer."""

    text: str
    python: bool
    """It is marked as Python, or not marked as anything."""
    closed: bool = True
    info: str = ""
    """What stands behind the opening fence."""
    lead: str = ""
    """The end of the text between the block before and this one."""


def blocks_of(text: str) -> list[Block]:
    """The marked stretches, in order; the last `MAX_BLOCKS` of them.

    >>> [block.text for block in blocks_of("Sure:\\n```python\\nx = 1\\n```\\nand\\n~~~\\ny = 2\\n~~~\\n")]
    ['x = 1\\n', 'y = 2\\n']
    """
    fenced: deque[Block] = deque(_fenced(text), MAX_BLOCKS)
    return list(fenced or deque(_tagged(text), MAX_BLOCKS))


def _fenced(text: str) -> Iterator[Block]:
    if "```" not in text and "~~~" not in text:
        return
    lines = text.split("\n")
    fences = {at: fence for at, line in enumerate(lines) if (fence := _FENCE.fullmatch(line))}
    after = [*fences, len(lines)]  # the lines of the fences, in order, and the end
    looks, number, end = _LOOKS_AHEAD, 0, 0
    while number < len(fences):
        at = after[number]
        opening = fences[at]
        number += 1
        lead = _lead(lines, end, at)
        if opening["code"] is not None:
            yield Block(opening["code"] + "\n", python=True, lead=lead)
            end = at + 1
            continue
        number = _closing(after, fences, number, opening)
        if looks and in_string(lines[at + 1 : after[number]]):
            looks -= 1
            number = _closing_outside_strings(lines, after, fences, number, at) or number
        block = _block(lines[at + 1 : after[number]], opening, closed=number < len(fences))
        yield replace(block, lead=lead)
        end = after[number] + 1
        if number < len(fences) and not _opens(fences[after[number]]):
            number += 1


def _lead(lines: list[str], start: int, end: int) -> str:
    """Return the end of the text of some lines."""
    text = ""
    while end > start and len(text) < _LEAD:
        end -= 1
        text = f"{lines[end][-_LEAD:]}\n{text}"
    return text[-_LEAD:]


def _block(lines: list[str], opening: re.Match[str], *, closed: bool) -> Block:
    prefix = opening.string[: opening.start("marks")]
    if prefix:
        lines = [_without(line, prefix) for line in lines]
    info = opening["info"].strip()
    begun = _BEGUN.match(info)
    if begun is not None:  # the code begins on the line of the fence
        return Block("\n".join([begun["code"], *lines]) + "\n", python=True, closed=closed)
    return Block("\n".join(lines) + "\n", not info or bool(_PYTHON.match(info)), closed, info)


def _without(line: str, prefix: str) -> str:
    """The line without the indentation or quote marks that the fence has."""
    if line.startswith(prefix):
        return line[len(prefix) :]
    if line.startswith(prefix.rstrip()) and prefix.rstrip():
        return line[len(prefix.rstrip()) :]
    return line.lstrip(" \t") if not line[: len(prefix)].strip() else line


def _closing(after: list[int], fences: dict[int, re.Match[str]], number: int, opening: re.Match[str]) -> int:
    """Which fence ends the block: its own again, no deeper than it; or a new one with a language."""
    while number < len(fences) and not _closes(fences[after[number]], opening):
        number += 1
    return number


def _closes(fence: re.Match[str], opening: re.Match[str]) -> bool:
    if fence["code"] is not None or fence.start("marks") > opening.start("marks") + 3:
        return False
    if _opens(fence):
        return bool(_PYTHON.match(fence["info"])) and fence["marks"][0] == opening["marks"][0]
    return fence["marks"][0] == opening["marks"][0] and len(fence["marks"]) >= len(opening["marks"])


def _opens(fence: re.Match[str]) -> bool:
    return bool(fence["code"] or fence["info"].strip())


def _closing_outside_strings(
    lines: list[str], after: list[int], fences: dict[int, re.Match[str]], number: int, start: int
) -> int | None:
    """The first fence that ends the block and is not inside a docstring, if the docstring has an end."""
    quote = ""
    at = start + 1
    while number < len(fences):
        for line in lines[at : after[number]]:
            quote = _quote_after(line, quote)
        if not quote and _closes(fences[after[number]], fences[start]):
            return number
        at = after[number]
        number += 1
    return None if quote else number


def in_string(lines: list[str]) -> bool:
    """Whether a docstring that began in these lines of code is still open behind them."""
    quote = ""
    for line in lines:
        quote = _quote_after(line, quote)
    return bool(quote)


def _quote_after(line: str, quote: str) -> str:
    """The triple quote that is open at the end of a line, given the one open at its start."""
    at = 0
    while at < len(line):
        if quote:
            end = line.find(quote, at)
            if end < 0:
                return quote
            at, quote = end + 3, ""
            continue
        match = _STRINGS.search(line, at)
        if match is None:
            return ""
        at = match.end()
        quote = match[0] if match[0] in ('"""', "'''") else ""
    return quote


def _tagged(text: str) -> Iterator[Block]:
    opened: tuple[str, int] | None = None
    for match in _TAG.finditer(text):
        name = (match["tag1"] or match["tag2"] or match["tag3"] or match["tag4"]).lower()
        closes = bool(match["close1"] or match["close2"]) or match["mark3"] == "end" or name == "done"
        if not closes:
            opened = (name, match.end())
        elif opened is not None and (opened[0] == name or name == "done"):
            yield Block(_inside(text[opened[1] : match.start()]), python=True)
            opened = None
    if opened is not None:
        yield Block(_inside(text[opened[1] :]), python=True, closed=False)


def _inside(text: str) -> str:
    return text.removeprefix("\r").removeprefix("\n").rstrip() + "\n"
