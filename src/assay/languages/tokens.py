"""The tokens of parsed code, by one walk without recursion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assay.languages.parsing import Parsed, kind_ids

if TYPE_CHECKING:
    from tree_sitter import Node


def tokens(parsed: Parsed) -> list[str]:
    """Return the texts of the tokens without comments; a string is one token unless code stands inside it.

    >>> from assay.languages.parsing import parse
    >>> tokens(parse("x = f('a b')  # why", "python"))
    ['x', '=', 'f', '(', "'a b'", ')']
    """
    return [parsed.text(node) for node in _leaves(parsed)]


def _leaves(parsed: Parsed) -> Iterator[Node]:
    """Yield the leaves that are no comments, and the nodes that count as one."""
    rules = parsed.language
    skipped = kind_ids(rules.grammar, (*rules.comments, *rules.ignored))
    whole = kind_ids(rules.grammar, (*rules.strings, *rules.atoms))
    inner = kind_ids(rules.grammar, rules.interpolations)
    cursor = parsed.tree.walk()
    while True:
        node = cursor.node
        if node is None:
            return
        if node.kind_id not in skipped:
            if node.kind_id in whole and not any(child.kind_id in inner for child in node.named_children):
                yield node
            elif cursor.goto_first_child():
                continue
            elif node.end_byte > node.start_byte:
                yield node
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
