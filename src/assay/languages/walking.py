"""Single walks over a syntax tree, by cursor and without recursion: nodes, tokens, roles, definitions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from assay.languages.base import Definition, DocStyle, Language
from assay.languages.parsing import Parsed, kind_ids

if TYPE_CHECKING:
    from tree_sitter import Node

SPLITTERS = ("=", ":=", "in", "by")
"""Tokens that stand between targets and sources for the selector `=`."""


class Role(StrEnum):
    """What a node does in the code."""

    FUNCTION = "function"
    LAMBDA = "lambda"
    CLASS = "class"
    BRANCH = "branch"
    ELSE = "else"
    LOOP = "loop"
    SWITCH = "switch"
    CASE = "case"
    TERNARY = "ternary"
    LOGICAL = "logical"
    JUMP = "jump"
    RETURN = "return"
    TRY = "try"
    HANDLER = "handler"
    FINAL = "final"
    RAISE = "raise"
    CALL = "call"
    IMPORT = "import"
    ASSERTION = "assertion"
    ASSIGNMENT = "assignment"
    ATTRIBUTE = "attribute"
    COMMENT = "comment"
    STRING = "string"


class Token(NamedTuple):
    """One token, or one comment."""

    kind: str
    text: str
    start: int
    end: int


class Mark(NamedTuple):
    """A node that plays a role, and how many nodes enclose it."""

    role: Role
    node: Node
    depth: int


@dataclass(frozen=True, slots=True)
class Defined:
    """A function or class that the code defines."""

    role: Role
    name: str
    """Empty where it has none."""
    node: Node
    body: Node | None
    doc: str | None
    """The docstring or the comments that document it, with their marks; `None`: there is none."""
    parents: tuple[str, ...]
    """Names of the definitions around it, from outside in."""

    @property
    def line(self) -> int:
        return self.node.start_point[0] + 1


def walk(parsed: Parsed) -> Iterator[tuple[Node, int]]:
    """Every node with its depth, parents before children.

    >>> from assay.languages.parsing import parse
    >>> [(node.type, depth) for node, depth in walk(parse("x", "python"))]
    [('module', 0), ('expression_statement', 1), ('identifier', 2)]
    """
    cursor = parsed.tree.walk()
    depth = 0
    while True:
        node = cursor.node
        if node is None:  # an empty tree
            return
        yield node, depth
        if cursor.goto_first_child():
            depth += 1
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
            depth -= 1


def tokens(parsed: Parsed) -> list[Token]:
    """The tokens without comments; a string is one token unless code stands inside it.

    >>> from assay.languages.parsing import parse
    >>> [token.text for token in tokens(parse("x = f('a b')  # why", "python"))]
    ['x', '=', 'f', '(', "'a b'", ')']
    """
    return [_token(parsed, node) for node, comment in _leaves(parsed) if not comment]


def comments(parsed: Parsed) -> list[Token]:
    """The comments, in order.

    >>> from assay.languages.parsing import parse
    >>> [comment.text for comment in comments(parse("x = 1  # why", "python"))]
    ['# why']
    """
    return [_token(parsed, node) for node, comment in _leaves(parsed) if comment]


def roles(parsed: Parsed) -> Iterator[Mark]:
    """Every node that plays a role, in one walk, parents before children.

    >>> from assay.languages.parsing import parse
    >>> [mark.role.value for mark in roles(parse("if a and b: f()", "python"))]
    ['branch', 'logical', 'call']
    """
    table = role_table(parsed.language)
    operators = frozenset(parsed.language.logical_operators)
    for node, depth in walk(parsed):
        for role in table.get(node.kind_id, ()):
            if role is not Role.LOGICAL or any(_is_operator(parsed, child, operators) for child in node.children):
                yield Mark(role, node, depth)


def definitions(parsed: Parsed) -> list[Defined]:
    """The functions and classes, with their documentation, in order.

    >>> from assay.languages.parsing import parse
    >>> [(found.name, found.doc) for found in definitions(parse("def f():\\n  'Doc.'", "python"))]
    [('f', "'Doc.'")]
    """
    rules = parsed.language
    table = _definition_table(rules)
    found: list[Defined] = []
    around: list[tuple[int, str]] = []
    for node, _ in walk(parsed):
        if node.kind_id not in table:
            continue
        role, rule = table[node.kind_id]
        if role is Role.CLASS and select(node, rule.body) is None and rule.body:
            continue  # a mere mention, such as `struct s` in a declaration
        while around and around[-1][0] <= node.start_byte:
            around.pop()
        name = _name(parsed, node, rule)
        parents = tuple(parent for _, parent in around)
        found.append(Defined(role, name, node, select(node, rule.body), _doc(parsed, node, rule), parents))
        around.append((node.end_byte, name))
    return found


def select(node: Node, selector: str) -> Node | None:
    """The first child that a selector of `assay.languages.base` names."""
    if not selector:
        return None
    if selector.startswith("<"):
        return next((child for child in node.children if child.type == selector[1:-1]), None)
    if selector == "*":
        return node.named_child(0)
    if selector.lstrip("-").isdigit():
        position = int(selector)
        return node.named_child(position if position >= 0 else node.named_child_count + position)
    return node.child_by_field_name(selector)


def is_test(parsed: Parsed, defined: Defined) -> bool:
    """Whether a definition is a test, by its name or by an attribute on it."""
    rules = parsed.language
    if rules.test_names and re.match(rules.test_names, defined.name):
        return True
    if not rules.test_attributes:
        return False
    names = re.findall(r"[A-Za-z_][\w.:]*", " ".join(_attributes(parsed, defined.node)))
    return any(name in rules.test_attributes for name in names)


@lru_cache(maxsize=32)
def role_table(rules: Language) -> dict[int, tuple[Role, ...]]:
    """Which roles the node kinds of a grammar play, by kind number."""
    table: dict[int, list[Role]] = {}
    for role, kinds in _kinds_of_roles(rules).items():
        for number in kind_ids(rules.grammar, kinds):
            table.setdefault(number, []).append(role)
    return {number: tuple(roles) for number, roles in table.items()}


def _kinds_of_roles(rules: Language) -> dict[Role, tuple[str, ...]]:
    return {
        Role.FUNCTION: tuple(rule.kind for rule in rules.functions),
        Role.LAMBDA: tuple(rule.kind for rule in rules.lambdas),
        Role.CLASS: tuple(rule.kind for rule in rules.classes),
        Role.BRANCH: rules.branches,
        Role.ELSE: rules.elses,
        Role.LOOP: rules.loops,
        Role.SWITCH: rules.switches,
        Role.CASE: rules.cases,
        Role.TERNARY: rules.ternaries,
        Role.LOGICAL: rules.logical,
        Role.JUMP: rules.jumps,
        Role.RETURN: rules.returns,
        Role.TRY: rules.tries,
        Role.HANDLER: rules.handlers,
        Role.FINAL: rules.finals,
        Role.RAISE: rules.raises,
        Role.CALL: tuple(kind for kind, _ in rules.calls),
        Role.IMPORT: rules.imports,
        Role.ASSERTION: rules.assertions,
        Role.ASSIGNMENT: tuple(flow.kind for flow in rules.flow if flow.sources.rstrip("?")),
        Role.ATTRIBUTE: rules.attributes,
        Role.COMMENT: rules.comments,
        Role.STRING: rules.strings,
    }


@lru_cache(maxsize=32)
def _definition_table(rules: Language) -> dict[int, tuple[Role, Definition]]:
    pairs = [(Role.FUNCTION, rule) for rule in rules.functions] + [(Role.CLASS, rule) for rule in rules.classes]
    return {number: (role, rule) for role, rule in pairs for number in kind_ids(rules.grammar, (rule.kind,))}


def _is_operator(parsed: Parsed, node: Node, operators: frozenset[str]) -> bool:
    """Whether a child is one of the operators: a token, or in some grammars a named leaf with that text."""
    return node.end_byte - node.start_byte < 4 and not node.child_count and parsed.text(node) in operators


def _leaves(parsed: Parsed) -> Iterator[tuple[Node, bool]]:
    """Leaves, and the nodes that count as one; each with whether it is a comment."""
    rules = parsed.language
    skipped, ignored = kind_ids(rules.grammar, rules.comments), kind_ids(rules.grammar, rules.ignored)
    whole = kind_ids(rules.grammar, (*rules.strings, *rules.atoms))
    inner = kind_ids(rules.grammar, rules.interpolations)
    cursor = parsed.tree.walk()
    while True:
        node = cursor.node
        if node is None:
            return
        kind = node.kind_id
        if kind in ignored:
            pass
        elif kind in skipped:
            yield node, True
        elif kind in whole and not any(child.kind_id in inner for child in node.named_children):
            yield node, False
        elif cursor.goto_first_child():
            continue
        elif node.end_byte > node.start_byte:
            yield node, False
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


def _token(parsed: Parsed, node: Node) -> Token:
    return Token(node.type, parsed.text(node), node.start_byte, node.end_byte)


def _name(parsed: Parsed, node: Node, rule: Definition) -> str:
    named = select(node, rule.name)
    while named is not None and (inner := named.child_by_field_name("declarator")) is not None:
        named = inner
    return parsed.text(named) if named is not None else ""


def _doc(parsed: Parsed, node: Node, rule: Definition) -> str | None:
    if parsed.language.doc_style is DocStyle.DOCSTRING:
        return docstring(parsed, select(node, rule.body))
    return _doc_comment(parsed, node)


def docstring(parsed: Parsed, body: Node | None) -> str | None:
    """The string that is the first statement of a body or of the module, with its quotes."""
    statement = next((child for child in body.named_children if child.type != "comment"), None) if body else None
    if statement is None or statement.type != "expression_statement":
        return None
    value = statement.named_child(0)
    whole = value is not None and value.type in ("string", "concatenated_string") and statement.named_child_count == 1
    return parsed.text(value) if value is not None and whole else None


def _doc_comment(parsed: Parsed, node: Node) -> str | None:
    rules = parsed.language
    outer = _outermost(rules, node)
    beside = kind_ids(rules.grammar, (*rules.attributes, "modifiers"))
    noted = kind_ids(rules.grammar, rules.comments)
    lines: list[str] = []
    line = outer.start_point[0]
    before = outer.prev_sibling
    while before is not None and (before.kind_id in noted or before.kind_id in beside):
        text = parsed.text(before)
        if before.kind_id in noted and _ends_a_line(before):
            break
        ends = before.end_point[0] - (text.endswith("\n") and before.end_point[1] == 0)
        if ends < line - 1:
            break
        if before.kind_id in noted and not text.startswith(("#!", "<?")):
            lines.append(text)
        line = before.start_point[0]
        before = before.prev_sibling
    kept = [text for text in reversed(lines) if not rules.doc_prefixes or text.startswith(rules.doc_prefixes)]
    return "\n".join(text.rstrip("\n") for text in kept) or None


def _ends_a_line(comment: Node) -> bool:
    """Whether code stands before a comment on its line: then it belongs to that."""
    before = comment.prev_sibling
    return before is not None and before.end_point[0] == comment.start_point[0] and before.end_point[1] > 0


def _outermost(rules: Language, node: Node) -> Node:
    wrapping = kind_ids(rules.grammar, rules.wrappers)
    while node.parent is not None and node.parent.kind_id in wrapping:
        node = node.parent
    return node


def _attributes(parsed: Parsed, node: Node) -> list[str]:
    """The texts of annotations, decorators and attributes on a definition."""
    rules = parsed.language
    wanted = kind_ids(rules.grammar, rules.attributes)
    outer = _outermost(rules, node)
    near = [*outer.children, *(node.children if outer != node else ())]
    near += [inner for child in near if child.type == "modifiers" for inner in child.children]
    before = outer.prev_sibling
    while before is not None and (before.kind_id in wanted or before.type.endswith("comment")):
        near.append(before)
        before = before.prev_sibling
    return [parsed.text(child) for child in near if child.kind_id in wanted]
