"""Python source as bytes: where a node of its tree begins and ends, and the tokens between nodes."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

_LINE_END = re.compile(rb"\r\n|\r|\n")
_BETWEEN = re.compile(rb"(?:[\s)\\\f]|#[^\r\n]*)*")
_BLANK = re.compile(rb"(?:[\s\\\f]|#[^\r\n]*)*")
_GAP = rb"(?:[\s\\\f]|#[^\r\n]*)+"
_TOKEN = re.compile(
    rb"not" + _GAP + rb"in\b|is" + _GAP + rb"not\b|and\b|or\b|is\b|in\b|(?:\*\*|//|<<|>>|[-+*/%@&|^])=?|[<>=!]=|[<>]"
)
_QUOTE = re.compile("[A-Za-z]{0,2}('''|\"\"\"|'|\")")


class PythonText:
    """The bytes of a source with the places of its nodes; the tree counts columns in bytes of UTF-8, and so do we."""

    __slots__ = ("code", "starts")

    def __init__(self, source: str) -> None:
        self.code = source.encode("utf-8")
        self.starts = line_starts(self.code)
        """The offset of each line."""

    def start(self, node: ast.AST) -> int:
        """Return where a node begins; a function or class begins with its first decorator."""
        decorators = getattr(node, "decorator_list", None)
        return self.decorator_start(decorators[0]) if decorators else self.own_start(node)

    def own_start(self, node: ast.AST) -> int:
        """Return where a node begins, without its decorators."""
        line, column = _beginning(node)
        return self.starts[line - 1] + column

    def end(self, node: ast.AST) -> int:
        """Return where a node ends."""
        line, column = _ending(node)
        return self.starts[line - 1] + column

    def of(self, node: ast.AST) -> str:
        """Return the text of a node."""
        return self.text(self.start(node), self.end(node))

    def text(self, start: int, end: int) -> str:
        """Return the text between two offsets."""
        return self.code[start:end].decode("utf-8")

    def operator(self, left: ast.AST) -> tuple[int, int]:
        """Return where the operator behind an operand begins and ends; both are the same where there is none."""
        between = _BETWEEN.match(self.code, self.end(left))
        begin = between.end() if between else self.end(left)
        token = _TOKEN.match(self.code, begin)
        return begin, token.end() if token else begin

    def with_parentheses(self, node: ast.AST) -> tuple[int, int]:
        """Return where a node begins and ends with all parentheses right around it."""
        start, end = self.own_start(node), self.end(node)
        while True:
            before = len(self.code[:start].rstrip())
            after = _BLANK.match(self.code, end)
            behind = after.end() if after else end
            if self.code[before - 1 : before] != b"(" or self.code[behind : behind + 1] != b")":
                return start, end
            start, end = before - 1, behind + 1

    def decorator_start(self, decorator: ast.expr) -> int:
        """Return where the `@` of a decorator stands: at the beginning of a line."""
        for line in range(decorator.lineno - 1, -1, -1):
            begin = self.starts[line]
            content = self.code[begin : self.starts[line + 1] if line + 1 < len(self.starts) else None]
            if content.lstrip().startswith(b"@"):
                return begin + len(content) - len(content.lstrip())
        return self.own_start(decorator)

    def indent(self, offset: int) -> str | None:
        """Return what stands before an offset on its line, where that is blank; `None` where it is not."""
        begin = self.starts[self.line(offset) - 1]
        before = self.text(begin, offset)
        return before if not before.strip() else None

    def line(self, offset: int) -> int:
        """Return the number of the line, from 1, that an offset stands in."""
        return line_at(self.starts, offset)


def _beginning(node: Any) -> tuple[int, int]:  # Any: a node that has a place, which no type says
    return node.lineno, node.col_offset


def _ending(node: Any) -> tuple[int, int]:  # Any: as above
    return node.end_lineno, node.end_col_offset


def line_starts(code: bytes) -> list[int]:
    r"""Return the offset of each line; lines end as Python's do, and nothing else ends one.

    >>> line_starts(b"a\r\nb\x0c\rc")
    [0, 3, 6]
    """
    return [0, *(found.end() for found in _LINE_END.finditer(code))]


def line_at(starts: Sequence[int], offset: int) -> int:
    """Return the number of the line, from 1, that an offset stands in."""
    return bisect_right(starts, offset)


def opening_quote(literal: str) -> int:
    """Return how many characters of a literal come before its content: prefix and quotes; 0 when it is no string.

    >>> opening_quote("rb'x'"), opening_quote('x')
    (3, 0)
    """
    found = _QUOTE.match(literal)
    return found.end() if found else 0
