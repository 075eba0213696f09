"""Where the language front meets this part: names of languages, trees, and the first place that does not parse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.errors import UnknownNameError
from assay.languages.known import language
from assay.languages.parsing import parse

if TYPE_CHECKING:
    from assay.languages.parsing import Parsed


def language_name(name: str) -> str:
    """Return the front's own name of a language; an unknown one stays, and gets the generic checks.

    >>> language_name("C++"), language_name("Haskell")
    ('cpp', 'haskell')
    """
    try:
        return language(name).name
    except UnknownNameError:
        return name.strip().lower()


def parsed_as(text: str, name: str) -> Parsed | None:
    """Return the parsed text, or `None` for a language without a grammar; raises `CodeTooLarge` beyond the budget."""
    try:
        return parse(text.encode("utf-8", "surrogatepass"), name)
    except UnknownNameError:
        return None


def first_error_row(parsed: Parsed) -> int | None:
    """Return the row of the first node that is an error or was missing.

    >>> from assay.languages.parsing import parse
    >>> first_error_row(parse("x = 1", "python")), first_error_row(parse("x = 1\\ny = (", "python"))
    (None, 1)
    """
    cursor = parsed.tree.walk()
    while (node := cursor.node) is not None and node.has_error:
        if node.is_error or node.is_missing:
            return node.start_point[0]
        if not cursor.goto_first_child():
            break
        while (child := cursor.node) is not None and not (child.has_error or child.is_missing):
            if not cursor.goto_next_sibling():
                return node.start_point[0]
        if child is not None and child.is_missing:
            return child.start_point[0]
    return None
