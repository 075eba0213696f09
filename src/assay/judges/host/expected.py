"""Where test code expects an exception that would otherwise end a loop, a task or a process unnoticed.

A candidate that raises `StopIteration` in a call ends `all(map(helper, CASES))` early, and a task group ignores a task
that was cancelled. So such an exception reaches the tests as itself only at a line that is there to catch it: in the
body of a `try` whose handler names it, under `with assertRaises(...)`, or in the arguments of such a call.
"""

from __future__ import annotations

import ast
import builtins
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

CONTROL_FLOW = frozenset(
    ("StopIteration", "StopAsyncIteration", "GeneratorExit", "KeyboardInterrupt", "SystemExit", "CancelledError")
)
"""Exceptions by which Python itself, an event loop, or whatever runs tests is told to stop something."""
Lines = dict[str, frozenset[int]]
"""By the name of an exception, the lines at which it is expected."""


def lines(source: str) -> Lines:
    """The lines of a source at which each of these exceptions is expected."""
    if not any(name in source for name in CONTROL_FLOW):
        return {}
    tree = ast.parse(source)
    mentioned = CONTROL_FLOW & {_name(node) for node in ast.walk(tree)}
    found: dict[str, set[int]] = {name: set() for name in mentioned}
    for part, region in _regions(tree):
        names = {name for node in ast.walk(part) if (name := _name(node))}
        by_variable = any(not hasattr(builtins, name) and name[:1].islower() for name in names)
        for name in mentioned if by_variable else mentioned & names:
            found[name].update(region)
    return {name: frozenset(numbers) for name, numbers in found.items()}


def _regions(tree: ast.AST) -> Iterator[tuple[ast.AST, range]]:
    """What says which exceptions are caught, with the lines at which they are."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Try | ast.TryStar):
            for handler in node.handlers:
                if handler.type is not None:
                    yield handler.type, range(node.body[0].lineno, (node.body[-1].end_lineno or 0) + 1)
        elif isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                for argument in _caught(item.context_expr):
                    yield argument, range(node.lineno, (node.end_lineno or 0) + 1)
        else:
            for argument in _caught(node):
                yield argument, range(argument.lineno, (getattr(node, "end_lineno", 0) or 0) + 1)


def _caught(node: ast.AST) -> list[ast.expr]:
    """The first argument of `assertRaises`, `raises`, `suppress` and their like: what they catch."""
    if not isinstance(node, ast.Call) or not _name(node.func).lower().endswith(CATCHERS):
        return []
    return node.args if _name(node.func) == "suppress" else node.args[:1]


CATCHERS = ("raises", "raisesregex", "raisesregexp", "suppress", "assert_raises", "raises_exc")


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def is_expected(name: str, where: dict[str, Lines]) -> bool:
    """Whether the line of the test code that is being executed expects an exception; `where` has lines by file."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if frame.f_code.co_filename in where:
            return frame.f_lineno in where[frame.f_code.co_filename].get(name, ())
        frame = frame.f_back
    return False
