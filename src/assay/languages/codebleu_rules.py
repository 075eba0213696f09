"""The record of what the published package codebleu 0.7.0 knows about a language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

CommentStyle = Literal["slashes", "python", "none"]


@dataclass(frozen=True, slots=True)
class CompatRules:
    """What codebleu 0.7.0 knows about one language: keywords, and the node kinds its data flow follows."""

    keywords: frozenset[str]
    definitions: tuple[str, ...]
    definition: tuple[str, str] | str = ("name", "value")
    """The fields of name and value; `two`: the first two of exactly two children; `second`: the second and third."""
    assignments: tuple[str, ...] = ()
    pairwise: bool = False
    """Both sides of an assignment are matched child by child where they have as many, one tuple for each target."""
    increments: tuple[str, ...] = ()
    ifs: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    """Children of an `if` that start from the state before it."""
    sticky: bool = True
    """After the first of `others` all further children count as such."""
    always: bool = False
    """The state before the `if` is always among those after it."""
    fors: tuple[str, ...] = ()
    again_after: str = ""
    """The kind of child after which a `for` is visited a second time."""
    loops: tuple[str, ...] = ()
    """Loops with a target and a source, twice."""
    loop: tuple[str, str, str] | str = ("name", "value", "body")
    whiles: tuple[str, ...] = ()
    first: str = ""
    """The kind of child that is visited before the others."""
    mixed: tuple[str, ...] = ()
    """Kinds that may have such a child after others."""
    comments: CommentStyle = "slashes"
    """Which comments the package removes: those of `//` and `/*`, those of Python with its docstrings, or none."""
    fixed_tokens: bool = True
    """The grammar's unnamed tokens are named by their text."""
