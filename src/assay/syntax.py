"""Python source that nobody trusts, parsed in our own process at a bounded cost."""

from __future__ import annotations

import ast
import re
import threading
import warnings
from types import CodeType

MAX_CHARACTERS = 2**18
"""Of one source: its tree takes some hundred times as much memory."""
MAX_BRACES = 10_000
"""Opening braces of a source with f-strings: before Python 3.12 the time for one grows with their square."""
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError)
"""What `parse_foreign` and the compiler raise for source that cannot be read."""

_FORMAT = re.compile("[fF][rR]?[\"']")
_FORMAT_BYTES = re.compile(b"[fF][rR]?[\"']")
_FILTERS = threading.Lock()
"""The filters of warnings belong to the whole process: two threads must not change them at once."""


class TooCostly(ValueError):
    """The source is longer, or more tangled, than any that is looked at."""


def check_cost(source: str | bytes) -> None:
    """Raises `TooCostly` for source that takes long or much to parse, before it is parsed."""
    if len(source) > MAX_CHARACTERS:
        raise TooCostly(f"more than {MAX_CHARACTERS} characters")
    braces = source.count(b"{") if isinstance(source, bytes) else source.count("{")
    if braces > MAX_BRACES and _has_format_string(source):
        raise TooCostly(f"more than {MAX_BRACES} braces")


def _has_format_string(source: str | bytes) -> bool:
    if isinstance(source, bytes):
        return _FORMAT_BYTES.search(source) is not None
    return _FORMAT.search(source) is not None


def parse_foreign(source: str | bytes) -> ast.Module:
    """The tree of the source; raises one of `UNREADABLE` where there is none.

    >>> type(parse_foreign("x = 1").body[0]).__name__
    'Assign'
    """
    check_cost(source)
    with _FILTERS, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an odd escape is its author's business
        return ast.parse(source)


def compile_foreign(source: str, *, flags: int = 0) -> CodeType:
    """Compile source that is not run; raises one of `UNREADABLE` where that fails.

    `flags` are those of `__future__`.
    """
    check_cost(source)
    with _FILTERS, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code: CodeType = compile(source, "<foreign>", "exec", flags=flags, dont_inherit=True, optimize=0)
        return code
