"""The leaves of a tree as tokens without comments, for volume and duplication."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.languages.quality_rules import QualityRules

if TYPE_CHECKING:
    from tree_sitter import Tree

TOKEN_LIMIT = 100_000
"""Tokens of one snippet that are looked at."""


def tokens_of(tree: Tree, source: bytes, rules: QualityRules) -> tuple[list[bytes], list[int]]:
    """Return the texts of the tokens and their rows; a string is one token."""
    grammar = tree.language
    whole = {grammar.id_for_node_kind(kind, True) for kind in rules.strings}
    comments = {grammar.id_for_node_kind(kind, True) for kind in rules.comments}
    texts: list[bytes] = []
    rows: list[int] = []
    cursor = tree.walk()
    down, across, up = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
    while len(texts) < TOKEN_LIMIT:
        node = cursor.node
        assert node is not None  # a cursor always stands somewhere
        kind = node.kind_id
        if kind not in comments and kind not in whole and down():
            continue
        if kind not in comments:
            text = source[node.start_byte : node.end_byte]
            if text:
                texts.append(text)
                rows.append(node.start_point[0])
        while not across():
            if not up():
                return texts, rows
    return texts, rows
