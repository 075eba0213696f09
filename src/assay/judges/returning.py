"""Programs that leave with `return`, as harnesses that make a function of a program let them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from assay.syntax import UNREADABLE, TooCostly, parse_foreign

_LEAVE = b"raise SystemExit"
_LINE = re.compile(rb"\r\n|\r|\n")
_OWN_SCOPE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def with_exits(source: bytes) -> bytes:
    """Return a program that ends where it says `return` outside of a function; what that would return is dropped.

    A source that cannot be read, or has none, stays as it is.

    >>> with_exits(b"if input() == 'n': return 1\\nprint(2)")
    b"if input() == 'n': raise SystemExit\\nprint(2)"
    """
    if b"return" not in source:
        return source
    try:
        found = list(_returns(parse_foreign(source)))
    except (TooCostly, *UNREADABLE):
        return source
    starts = [0, *(match.end() for match in _LINE.finditer(source))]
    parts, at = [], 0
    for node in found:
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        if source[begin : begin + 6] != b"return":  # lines that the parser counts otherwise
            return source
        parts += [source[at:begin], _LEAVE]
        at = end
    return b"".join([*parts, source[at:]])


def _returns(tree: ast.Module) -> Iterator[ast.Return]:
    """Yield the statements `return` outside of functions and classes, in their order."""
    waiting: list[ast.AST] = list(reversed(tree.body))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Return):
            yield node
        elif not isinstance(node, (*_OWN_SCOPE, ast.expr)):
            waiting += reversed(list(ast.iter_child_nodes(node)))
