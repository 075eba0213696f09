"""Foreign text put into a prompt: marked off from our own words, bounded, and the same on every machine and day."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from assay.judges.literals import literal, written
from assay.judges.suites import MoreThanData
from assay.syntax import UNREADABLE
from assay.text import legible

_BACKTICKS = re.compile("`+")
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]{4,16}\b")
_FOLDERS = re.compile(r"(?<=File \")[^\"\n]{1,300}/|(?:/[^\s\"'/]{1,100}){0,20}/assay-[\w-]{1,60}/(?:scratch/)?")
"""Where a sandbox, or a library, happens to lie."""


def fenced(text: str, tag: str = "") -> str:
    """Return text as a code block, whose fence is longer than every run of backticks in it.

    >>> print(fenced("a", "python"))
    ```python
    a
    ```
    """
    longest = max(map(len, _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    body = text.strip("\n")
    return f"{fence}{tag}\n{body}\n{fence}" if body else f"{fence}{tag}\n{fence}"


def numbered(sources: Iterable[str], language: str = "python") -> str:
    """Return candidates as code blocks under `Candidate 1`, `Candidate 2`, and so on.

    >>> print(numbered(["x = 1"]))
    Candidate 1:
    ```python
    x = 1
    ```
    """
    return "\n\n".join(f"Candidate {number}:\n{fenced(source, language)}" for number, source in enumerate(sources, 1))


def shortened(text: str, most: int) -> str:
    """Return text of at most about `most` characters; of a longer one its two ends, and how much is left out.

    >>> shortened("abcdefghij", 4)
    'abc… (6 characters left out) …j'
    """
    if len(text) <= most:
        return text
    head = most * 3 // 4
    tail = most - head
    return f"{text[:head]}… ({len(text) - most} characters left out) …{text[len(text) - tail :]}"


def settled(text: str, most: int) -> str:
    r"""Return what a candidate printed, raised or returned, without what changes from run to run.

    Addresses of objects, the folders of the sandbox and the order of sets are such. What does not print is spelt out.

    >>> settled("<f at 0x7f31aa00> \x1b", 80)
    '<f at 0x…> \\x1b'
    >>> settled("{'b', 'a'}", 80)
    "{'a', 'b'}"
    """
    bounded = shortened(text, 4 * most) if len(text) > 4 * most else _in_order(text)
    plain = legible(bounded.replace("\r\n", "\n"))
    return shortened(_FOLDERS.sub("", _ADDRESS.sub(" at 0x…", plain)), most)


def _in_order(text: str) -> str:
    """The same value with its sets in a fixed order, where the text is the literal of a value."""
    if "{" not in text:
        return text
    try:
        return written(literal(ast.parse(text, mode="eval").body))
    except (MoreThanData, TypeError, *UNREADABLE):
        return text
