"""What a prompt is to its answers: words, code, or the beginning of a function whose body is so far in."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import lru_cache

from assay.extraction.parsing import Piece, Reader
from assay.records import FunctionCheck, Problem


@dataclass(frozen=True, slots=True)
class Prompt:
    """The prompt of a problem, looked at once for all its candidates."""

    text: str
    start: int | None
    """Where it begins the function, for the last time; `None`: it does not."""
    is_code: bool
    """An answer can stand behind it; it is not words about one."""
    is_whole: bool
    """It parses on its own, so that whole functions can stand behind it too."""
    indentation: str
    """How far in the body of the function is; empty where the prompt leaves that open."""

    @property
    def opening(self) -> str:
        """The prompt with the end of its last line."""
        return self.text if self.text.endswith("\n") else self.text + "\n"

    @property
    def context(self) -> str:
        """What stands before the function."""
        before = self.text[: self.start]
        return before if before.endswith("\n") or not before else before + "\n"


def prompt_of(problem: Problem) -> Prompt:
    """What the prompt of a problem is.

    >>> from assay.records import Case, Cases
    >>> prompt_of(Problem("one", Cases("one", (Case((), 1),)), prompt='def one():\\n  "Gives 1."\\n')).indentation
    '  '
    """
    return read_prompt(problem.opening or problem.prompt, asked_of(problem))


def asked_of(problem: Problem) -> str:
    """The name of what an answer defines."""
    check = problem.check
    return check.asked if isinstance(check, FunctionCheck) else check.entry_point


@lru_cache(maxsize=4096)
def read_prompt(text: str, entry_point: str) -> Prompt:
    """What a prompt is for a function of that name."""
    pattern = rf"^(?:async[ \t]+)?def[ \t]+{re.escape(entry_point)}\b"
    starts = [match.start() for match in re.finditer(pattern, text, re.MULTILINE)]
    piece = Reader().piece(text)
    return Prompt(
        text,
        starts[-1] if starts else None,
        bool(starts) or (piece is not None and not _is_prose(piece)),
        piece is not None,
        _indentation(piece, entry_point) if piece is not None else "",
    )


def _is_prose(piece: Piece) -> bool:
    return any(isinstance(node, ast.Expr) and isinstance(node.value, ast.Name) for node in piece.tree.body)


def _indentation(piece: Piece, entry_point: str) -> str:
    """How far in the body of the last function of that name begins."""
    functions = piece.functions(entry_point)
    if not functions:
        return ""
    line = piece.source.split("\n")[functions[-1].body[0].lineno - 1]
    return line[: len(line) - len(line.lstrip(" \t"))]
