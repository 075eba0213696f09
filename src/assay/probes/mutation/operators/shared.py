"""The shared operators at work on a syntax tree of tree-sitter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.languages.mutation_rules import MutationRules
from assay.languages.parsing import Parsed
from assay.probes.mutation.operators import tokens
from assay.probes.mutation.operators.base import Change, wrapped

if TYPE_CHECKING:
    from tree_sitter import Node

_INTEGER = re.compile(r"(0(?![xXbBoO])|[1-9][0-9]{0,30})([A-Za-z_]\w*)?")
_FRACTION = re.compile(r"(0|[1-9][0-9]{0,30})(\.[0-9]+)(\w*)")
_NAME = re.compile(r"[\w$@]+")
_LEAVES = re.compile(r"\b(?:break|return|throw|raise)\b")
CHANGED = "XX"


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed source with the rules of its language."""

    parsed: Parsed
    rules: MutationRules

    def changes(self, node: Node) -> Iterator[tuple[str, Change]]:
        """Yield every change of a node, each with the name of its operator."""
        kind = node.type
        if kind in tokens.BINARY:
            yield from self._binary(node)
        if kind in tokens.UNARY:
            yield from self._unary(node)
        if kind in tokens.UPDATES or kind in tokens.STEPPING:
            yield from (("augmented", change) for change in self._updated(node))
        if node.named_child_count == 0 or kind in tokens.STRINGS:
            yield from (("constants", change) for change in self._constant(node))
        if kind in tokens.RETURNS:
            yield from (("returns", change) for change in self._returned(node))
        if kind in self.rules.leaving_kinds:
            yield from (("loops", change) for change in self._leaving(node))
        condition = self._condition(node)
        if condition is not None:
            yield from (("conditions", change) for change in self._decided(node, condition))
        if kind in self.rules.deletable:
            yield from (("deletion", change) for change in self._deleted(node))

    def _binary(self, node: Node) -> Iterator[tuple[str, Change]]:
        operator = _operator(node)
        if operator is None:
            return
        sign = self._text(operator)
        for other in tokens.COMPARISON.get(sign, ()):
            yield "comparison", _becomes(operator, other)
        if sign in tokens.BOOLEAN:
            yield "boolean", self._swapped(node, operator, tokens.BOOLEAN[sign])
            for operand in (node.children[0], node.children[-1]):
                yield "boolean", _becomes(node, self._text(operand))
        if self._is_arithmetic(node, sign):
            for other in tokens.ARITHMETIC[sign]:
                yield "arithmetic", self._swapped(node, operator, other)

    def _is_arithmetic(self, node: Node, sign: str) -> bool:
        if sign not in tokens.ARITHMETIC or (sign in ("<<", ">>") and not self.rules.shifts):
            return False
        return not any(child.type in tokens.STRINGS for child in node.children)

    def _swapped(self, node: Node, operator: Node, other: str) -> Change:
        """Return the change of a binary expression into one with another operator."""
        code = self.parsed.code
        left = code[node.start_byte : operator.start_byte].decode("utf-8", "replace")
        right = code[operator.end_byte : node.end_byte].decode("utf-8", "replace")
        bare = f"{left}{other}{right}"
        return _becomes(
            node, bare, wrapped(bare), wrapped(f"{wrapped(left.rstrip())} {other} {wrapped(right.strip())}")
        )

    def _unary(self, node: Node) -> Iterator[tuple[str, Change]]:
        if node.child_count == 2 and self._text(node.children[0]) in tokens.SIGNS:
            yield "unary", _becomes(node, self._text(node.children[1]))

    def _updated(self, node: Node) -> Iterator[Change]:
        for child in node.children:
            text = self._text(child) if not child.is_named else ""
            if text in tokens.STEPS and node.type in tokens.STEPPING:
                yield _becomes(child, tokens.STEPS[text])
        operator = node.child_by_field_name("operator")
        sign = self._text(operator) if operator is not None else ""
        if operator is None or len(sign) < 2 or not sign.endswith("=") or node.type not in tokens.UPDATES:
            return
        if sign == ":=":
            return
        for other in tokens.ARITHMETIC.get(sign[:-1], ()):
            yield _becomes(operator, f"{other}=")
        yield _becomes(operator, "=")

    def _constant(self, node: Node) -> Iterator[Change]:
        text = self._text(node)
        if node.type in tokens.NUMBERS:
            yield from (_becomes(node, other) for other in _other_numbers(text))
        elif node.type in tokens.STRINGS:
            quote = text[:1]
            if quote and quote in "\"'`" and text.endswith(quote) and len(text) > 1 and text[:3] != quote * 3:
                yield _becomes(node, f"{quote}{CHANGED}{text[1:]}")
                yield from [_becomes(node, quote * 2)] if len(text) > 2 else []
        elif node.is_named and text.lower() in ("true", "false"):
            yield _becomes(node, self.rules.false if text.lower() == "true" else self.rules.true)

    def _returned(self, node: Node) -> Iterator[Change]:
        values = node.named_children
        if len(values) == 1 and values[0].type in ("argument_list", "expression_list"):
            values = values[0].named_children
        if len(values) != 1:
            return
        value = values[0]
        text = self._text(value)
        sign = _operator(value) if value.type in tokens.BINARY else None
        boolean = sign is not None and (self._text(sign) in tokens.COMPARISON or self._text(sign) in tokens.BOOLEAN)
        if boolean:
            yield self._negated(value)
        elif value.type in tokens.NUMBERS or (sign is not None and self._is_arithmetic(value, self._text(sign))):
            yield _becomes(value, "0")
        if self.rules.nothing and text not in (self.rules.nothing, self.rules.nothing.upper()):
            yield _becomes(value, self.rules.nothing)

    def _leaving(self, node: Node) -> Iterator[Change]:
        text = self._text(node)
        for old, new in self.rules.leaving.items():
            if re.match(rf"{old}\b", text) and (node.type != "identifier" or text == old):
                yield Change(node.start_byte, node.start_byte + len(old), (new,))

    def _condition(self, node: Node) -> Node | None:
        """Return the condition of a branch or a loop, without its parentheses."""
        found = node.child_by_field_name("condition")
        if found is None and node.type == "for_statement" and node.named_child_count == 2:
            first = node.named_children[0]  # Go's `for a < b {`
            found = None if first.type in ("for_clause", "range_clause") or node.child(1) != first else first
        while found is not None and found.type in tokens.WRAPPERS:
            inner = [child for child in found.named_children if child.type != "comment"]
            found = inner[0] if len(inner) == 1 else None
        return None if found is None or found.type in tokens.NO_CONDITIONS else found

    def _decided(self, node: Node, condition: Node) -> Iterator[Change]:
        if self._text(condition) in (self.rules.true, self.rules.false):
            return
        yield self._negated(condition)
        loop = "while" in node.type or "for" in node.type or node.type.startswith("do")
        body = self._text(node)[condition.end_byte - node.start_byte :]
        if not loop or (node.type not in tokens.ENDLESS and _LEAVES.search(body)):
            yield _becomes(condition, self.rules.true)
        yield _becomes(condition, self.rules.false)

    def _negated(self, node: Node) -> Change:
        operator = _operator(node) if node.type in tokens.BINARY else None
        opposites = tokens.COMPARISON.get(self._text(operator), ()) if operator is not None else ()
        if operator is not None and opposites:
            return _becomes(operator, opposites[-1])
        text = self._text(node)
        if node.type in tokens.UNARY and text.startswith("!"):
            return _becomes(node, text[1:].lstrip())
        return _becomes(node, f"!{text}" if _NAME.fullmatch(text) else f"!{wrapped(text)}")

    def _deleted(self, node: Node) -> Iterator[Change]:
        parents = self.rules.statement_parents
        if parents and (node.parent is None or node.parent.type not in parents):
            return
        if node.named_child_count and node.named_children[0].type in self.rules.kept:
            return
        if self.rules.deleted == ";" and not self._text(node).endswith(";"):
            return
        yield _becomes(node, self.rules.deleted)

    def _text(self, node: Node) -> str:
        return self.parsed.text(node)


def _operator(node: Node) -> Node | None:
    """Return the operator of a binary expression."""
    found = node.child_by_field_name("operator")
    if found is None and node.child_count == 3 and not node.children[1].is_named:
        found = node.children[1]
    return found


def _becomes(node: Node, *texts: str) -> Change:
    return Change(node.start_byte, node.end_byte, texts)


def _other_numbers(text: str) -> list[str]:
    """Return the numbers above and below, and 0, in the same notation; nothing for other notations.

    >>> _other_numbers("10L"), _other_numbers("0"), _other_numbers("2.50"), _other_numbers("0x10")
    (['11L', '9L', '0L'], ['1'], ['3.50', '1.50', '0.50'], [])
    """
    whole = _INTEGER.fullmatch(text)
    parts = (int(whole[1]), whole[2] or "") if whole else None
    fraction = _FRACTION.fullmatch(text) if parts is None else None
    if fraction:
        parts = int(fraction[1]), fraction[2] + fraction[3]
    if parts is None:
        return []
    value, rest = parts
    return [f"{other}{rest}" for other in dict.fromkeys((value + 1, value - 1, 0)) if other >= 0 and other != value]
