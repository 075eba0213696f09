"""Small questions about the nodes of a syntax tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.languages.quality_rules import QualityRules

if TYPE_CHECKING:
    from tree_sitter import Node

FEW = 16
"""Children of a node that are looked at."""
_LITERAL_NODES = 200


def is_literal(value: Node, rules: QualityRules) -> bool:
    """Say whether the value and all its parts are written out."""
    waiting, seen = [value], 0
    while waiting:
        node = waiting.pop()
        seen += 1
        if seen > _LITERAL_NODES or node.type not in rules.literals or node.named_child_count > _LITERAL_NODES:
            return False
        waiting.extend(node.named_children)
    return True


def first_child(node: Node) -> Node | None:
    return node.named_child(0) if node.named_child_count else None


def last_child(node: Node) -> Node | None:
    return node.named_child(node.named_child_count - 1) if node.named_child_count else None


def block_of(node: Node) -> Node | None:
    children = node.named_children if node.named_child_count <= FEW else []
    blocks = (child for child in children if "block" in child.type or child.type in ("then", "compound_statement"))
    return next(blocks, None)


def split_list(text: str) -> list[str]:
    """Return a list's elements: the text, split at commas outside of all brackets."""
    parts, depth, start = [], 0, 0
    for position, character in enumerate(text):
        if character in "([{<":
            depth += 1
        elif character in ")]}>" and depth:
            depth -= 1
        elif character == "," and not depth:
            parts.append(text[start:position].strip())
            start = position + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]
