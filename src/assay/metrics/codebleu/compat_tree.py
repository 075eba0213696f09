"""One walk that gives the `compat` profile all it needs of a tree: subtree keys, and the events of the data flow.

The published package compares `str(node)` of every node with children; a hash over kinds, fields and the children's
hashes is equal exactly when those texts are, without writing them. Its data flow visits every node; only variables
and a few kinds of nodes matter there, so these are listed in order as *events* (a variable by its number, a node of
such a kind by a negative one), and the flow runs over the list.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from assay.languages import Language, Parsed, grammar
from assay.metrics.codebleu.compat_rules import COMPAT, CompatRules

if TYPE_CHECKING:
    from tree_sitter import Node

LEAVES = ("string_literal", "string", "character_literal")
"""Kinds that count as one token whatever they hold."""
ERROR = 65535
"""The number of the kind of nodes that are errors, in every grammar."""
UNREACHABLE = -1
"""The start of a child inside a string: the package trips over it."""
_UNEXPECTED, _MISSING, _TOKEN = -1, -2, -3


class Child(NamedTuple):
    """A direct child of a node that the data flow looks into."""

    kind: str
    field: str
    start: int
    end: int
    """Its events."""
    children: list[Child]
    """Its own children, where they are looked into as well."""


class Special(NamedTuple):
    """A node that the data flow treats in its own way."""

    rule: str
    kind: str
    children: list[Child]
    end: int
    """The event after its last one."""


@dataclass(slots=True)
class CompatTree:
    """What a walk found."""

    keys: list[int] = field(default_factory=list)
    """One hash for each node with children, and for the root."""
    events: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """The text of each variable."""
    identifiers: list[bool] = field(default_factory=list)
    """Whether it is one by kind."""
    specials: list[Special] = field(default_factory=list)
    """Event -1 is the first of them, -2 the second, and so on."""
    same: dict[int, int] = field(default_factory=dict)
    """Variables of no width that share their place with a later one, which then stands for both."""
    depth: int = 0


class _Frame:
    """A node whose children are being walked."""

    __slots__ = ("children", "event", "field", "key", "kind", "rule", "start", "visible")

    def __init__(self, kind: int, field: str, visible: bool, start: int) -> None:
        self.kind = kind
        self.field = field
        self.visible = visible
        self.start = start
        self.rule = ""
        self.event = 0
        self.key: list[object] = []
        self.children: list[Child] | None = None


class _Table(NamedTuple):
    """The rules of a language by the numbers of its grammar."""

    names: list[str]
    named: list[bool]
    same: list[int]
    """The lowest number of a kind of the same name and sort."""
    rules: dict[int, str]
    leaves: frozenset[int]
    comments: frozenset[int]
    identifiers: frozenset[int]
    opened: frozenset[int]
    """Kinds whose children are wanted under any special node."""
    inner: frozenset[str]
    """Fields of special nodes whose children are wanted."""


def walk(parsed: Parsed, code: str) -> CompatTree:
    """Visit every node once."""
    return _Walk(parsed, code).run()


class _Walk:
    def __init__(self, parsed: Parsed, code: str) -> None:
        self.tree = CompatTree()
        self.table = _table(parsed.language)
        self._parsed = parsed
        self._code = code
        self._lines = None if code.isascii() else code.split("\n")
        self._empty: dict[int, int] = {}

    def run(self) -> CompatTree:
        cursor = self._parsed.tree.walk()
        named, events = self.table.named, self.tree.events
        down, across, up = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
        stack: list[_Frame] = []
        top: _Frame | None = None
        mute = 0  # the depth of the string that we are in
        while True:
            node = cursor.node
            assert node is not None
            kind = node.kind_id
            visible = kind == ERROR or named[kind]
            name = (cursor.field_name or "") if visible or (top is not None and top.children is not None) else ""
            start = len(events)
            if down():
                frame = _Frame(kind, name, visible, UNREACHABLE if mute else start)
                if not mute and self._open(frame, top, node):
                    mute = len(stack) + 1
                stack.append(frame)
                top = frame
                continue
            if not mute:
                self._variable(node, kind)
            if top is None:
                self.tree.keys.append(hash((self._same(kind),)))
                return self.tree
            if visible or node.start_byte == node.end_byte:
                self._add_leaf(top, node, kind, name, visible)
            if top.children is not None:
                text = self.table.names[kind] if kind != ERROR else "ERROR"
                top.children.append(Child(text, name, UNREACHABLE if mute else start, len(events), []))
            while not across():
                up()
                if len(stack) > self.tree.depth:
                    self.tree.depth = len(stack)
                if len(stack) == mute:
                    mute = 0
                top = self._close(stack)
                if top is None:
                    return self.tree

    def _open(self, frame: _Frame, top: _Frame | None, node: Node) -> bool:
        """Start on a node with children; whether it is one token for the data flow."""
        kind = frame.kind
        special = top is not None and bool(top.rule)
        if (special and (frame.field in self.table.inner or kind in self.table.opened)) or False:
            frame.children = []
        if kind in self.table.leaves:
            self._variable(node, kind)
            return True
        rule = self.table.rules.get(kind)
        if rule is not None:
            frame.rule = rule
            frame.children = []
            frame.event = len(self.tree.specials)
            self.tree.specials.append(Special("", "", [], 0))
            self.tree.events.append(-frame.event - 1)
        return False

    def _close(self, stack: list[_Frame]) -> _Frame | None:
        """Finish the innermost node; its parent."""
        frame = stack.pop()
        same = self._same(frame.kind)
        key = hash((same, *frame.key) if frame.visible else (_TOKEN, same, *frame.key))
        self.tree.keys.append(key)
        name = "ERROR" if frame.kind == ERROR else self.table.names[frame.kind]
        end = len(self.tree.events)
        if frame.rule:
            self.tree.specials[frame.event] = Special(frame.rule, name, frame.children or [], end)
        if not stack:
            return None
        top = stack[-1]
        if frame.visible:
            top.key += (frame.field, key)
        else:
            top.key += frame.key
        if top.children is not None:
            top.children.append(Child(name, frame.field, frame.start, end, frame.children or []))
        return top

    def _variable(self, node: Node, kind: int) -> None:
        """Add a leaf to the events, if its text is not just its kind."""
        name = self.table.names[kind] if kind != ERROR else "ERROR"
        text = self._text(node)
        if text == name or kind in self.table.comments:
            return
        tree = self.tree
        number = len(tree.names)
        tree.events.append(number)
        tree.names.append(text)
        tree.identifiers.append(kind in self.table.identifiers)
        if node.start_byte == node.end_byte:
            earlier = self._empty.get(node.start_byte)
            if earlier is not None:
                tree.same[earlier] = number
            self._empty[node.start_byte] = number

    def _text(self, node: Node) -> str:
        if self._lines is None:
            text = self._code[node.start_byte : node.end_byte]
            return text.replace("\n", "") if "\n" in text else text
        (row, column), (last, end) = node.start_point, node.end_point
        if row == last:
            return self._lines[row][column:end]
        return "".join([self._lines[row][column:], *self._lines[row + 1 : last], self._lines[last][:end]])

    def _add_leaf(self, top: _Frame, node: Node, kind: int, name: str, visible: bool) -> None:
        """Add a leaf to its parent's key, as the text of the parent would show it."""
        width = node.end_byte - node.start_byte
        if not width and node.is_missing:
            top.key += (name, hash((_MISSING, self._same(kind))))
        elif kind == ERROR and width:
            top.key += (name, hash((_UNEXPECTED, self._text(node)[:1])))
        elif visible:
            top.key += (name, hash((self._same(kind),)))

    def _same(self, kind: int) -> int:
        return kind if kind == ERROR else self.table.same[kind]


@lru_cache(maxsize=16)
def _table(language: Language) -> _Table:
    known, rules = grammar(language.grammar), COMPAT[language.name]
    numbers = range(known.node_kind_count)
    names = [known.node_kind_for_id(number) or "" for number in numbers]
    named = [known.node_kind_is_named(number) for number in numbers]
    first: dict[tuple[str, bool], int] = {}
    same = [first.setdefault((names[number], named[number]), number) for number in numbers]

    def numbers_of(kinds: tuple[str, ...]) -> frozenset[int]:
        return frozenset(number for number in numbers if names[number] in kinds)

    by_kind = {number: rule for rule, kinds in reversed(_rules(rules)) for number in numbers_of(kinds)}
    if rules.mixed:
        by_kind[ERROR] = "mixed"
    inner = frozenset(("left", "right")) if rules.pairwise else frozenset[str]()
    return _Table(
        names,
        named,
        same,
        by_kind,
        numbers_of(LEAVES),
        numbers_of(("comment",)),
        numbers_of(("identifier",)),
        numbers_of(("for_clause",)),
        inner,
    )


def _rules(rules: CompatRules) -> list[tuple[str, tuple[str, ...]]]:
    return [
        ("definition", rules.definitions),
        ("assignment", rules.assignments),
        ("increment", rules.increments),
        ("if", rules.ifs),
        ("for", rules.fors),
        ("loop", rules.loops),
        ("while", rules.whiles),
        ("mixed", rules.mixed),
    ]
