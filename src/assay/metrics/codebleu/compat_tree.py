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
LITERAL_TOKENS = frozenset(("c", "cpp", "csharp", "go", "java", "javascript", "python", "rust"))
"""Languages whose grammars name every token by its text."""
_UNEXPECTED, _MISSING = -1, -2


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
    watched: frozenset[int]
    """Kinds that are more than their key."""
    parts: frozenset[int]
    """Kinds whose children are wanted under any special node."""
    inner: frozenset[int]
    """Fields of special nodes whose children are wanted."""
    fields: dict[int | None, str]


def walk(parsed: Parsed, code: str) -> CompatTree:
    """Visit every node once."""
    return _Walk(parsed, code).run()


class _Open:
    """A node with children that is more than its key."""

    __slots__ = ("around", "event", "field", "kind", "mute", "own", "rule", "start", "visible")

    def __init__(self, kind: int, field: int | None, around: list[Child] | None, mute: bool) -> None:
        self.kind = kind
        self.field = field
        self.around = around
        """Where its parent lists its children."""
        self.mute = mute
        """It stands inside a string."""
        self.own: list[Child] | None = None
        self.rule = ""
        self.event = 0
        self.start = UNREACHABLE
        self.visible = True


class _Walk:
    def __init__(self, parsed: Parsed, code: str) -> None:
        self.tree = CompatTree()
        self.table = _table(parsed.language)
        self._parsed = parsed
        self._code = code
        self._lines = None if code.isascii() else code.split("\n")
        self._empty: dict[int, int] = {}

    def run(self) -> CompatTree:
        table, tree, code = self.table, self.tree, self._code
        named, same, names, watched = table.named, table.same, table.names, table.watched
        comments, identifiers = table.comments, table.identifiers
        plain = self._lines is None and not self._parsed.has_error and self._parsed.language.name in LITERAL_TOKENS
        events, variables, flags, found = tree.events, tree.names, tree.identifiers, tree.keys
        cursor = self._parsed.tree.walk()
        down, across, up = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
        key: list[object] = []
        keys: list[list[object]] = []
        around: list[_Open | int | None] = []
        children: list[Child] | None = None
        mute = False
        while True:
            node = cursor.node
            assert node is not None
            kind = node.kind_id
            visible = named[kind] if kind != ERROR else True
            field = cursor.field_id if visible or children is not None else None
            if down():
                keys.append(key)
                if visible and children is None and kind not in watched:
                    key = [same[kind]]
                    around.append(field)
                else:
                    key = [same[kind] if kind != ERROR else ERROR]
                    opened = _Open(kind, field, children, mute)
                    children, mute = self._open(opened, node, visible)
                    around.append(opened)
                if len(around) > tree.depth:
                    tree.depth = len(around)
                continue
            start = len(events)
            if visible:
                key += (field, same[kind] if plain else self._shown(node, kind))
                if mute or kind in comments:
                    pass
                elif plain and node.start_byte < node.end_byte:
                    text = code[node.start_byte : node.end_byte]
                    if text != names[kind]:
                        events.append(len(variables))
                        variables.append(text.replace("\n", ""))
                        flags.append(kind in identifiers)
                else:
                    self._variable(node, kind)
            elif not plain:
                self._token(node, kind, key, mute)
            if children is not None:
                children.append(self._child(kind, field, UNREACHABLE if mute else start, []))
            while not across():
                if not around:
                    found.append(key[-1])  # type: ignore[arg-type]  # a key holds numbers and fields only
                    return tree
                up()
                above = keys.pop()
                opened_or_field = around.pop()
                number = hash(tuple(key)) if len(key) > 1 else key[0]
                found.append(number)  # type: ignore[arg-type]  # a key holds numbers and fields only
                if opened_or_field.__class__ is _Open:
                    children, mute = self._close(opened_or_field, key, number, above)
                else:
                    above += (opened_or_field, number)
                key = above
                if not around:
                    return tree

    def _open(self, opened: _Open, node: Node, visible: bool) -> tuple[list[Child] | None, bool]:
        """Start on a node with children; where these are listed, and whether they are parts of a string."""
        table, kind = self.table, opened.kind
        opened.visible = visible
        if opened.around is not None and (opened.field in table.inner or kind in table.parts):
            opened.own = []
        if opened.mute:
            return opened.own, True
        opened.start = len(self.tree.events)
        if kind in table.leaves:
            self._variable(node, kind)
            return opened.own, True
        if kind in table.rules:
            opened.rule = table.rules[kind]
            opened.own = []
            opened.event = len(self.tree.specials)
            self.tree.specials.append(Special("", "", [], 0))
            self.tree.events.append(-opened.event - 1)
        return opened.own, False

    def _close(
        self, opened: _Open, key: list[object], number: object, above: list[object]
    ) -> tuple[list[Child] | None, bool]:
        """Finish a node; where its siblings are listed, and whether they are parts of a string."""
        if opened.visible:
            above += (opened.field, number)
        else:
            above += key[1:]
        if opened.rule:
            end = len(self.tree.events)
            name = self._child(opened.kind, None, 0, []).kind
            self.tree.specials[opened.event] = Special(opened.rule, name, opened.own or [], end)
        if opened.around is not None:
            opened.around.append(self._child(opened.kind, opened.field, opened.start, opened.own or []))
        return opened.around, opened.mute

    def _child(self, kind: int, field: int | None, start: int, own: list[Child]) -> Child:
        name = self.table.names[kind] if kind != ERROR else "ERROR"
        return Child(name, self.table.fields.get(field, ""), start, len(self.tree.events), own)

    def _variable(self, node: Node, kind: int) -> None:
        """Add a leaf to the events, if its text is not just its kind."""
        text = self._text(node)
        if kind != ERROR and text == self.table.names[kind]:
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
            return self._code[node.start_byte : node.end_byte].replace("\n", "")
        (row, column), (last, end) = node.start_point, node.end_point
        if row == last:
            return self._lines[row][column:end]
        return "".join([self._lines[row][column:], *self._lines[row + 1 : last], self._lines[last][:end]])

    def _token(self, node: Node, kind: int, key: list[object], mute: bool) -> None:
        """A token that may be missing, or not be what its kind says."""
        if not mute and kind not in self.table.comments:
            self._variable(node, kind)
        if node.start_byte == node.end_byte and node.is_missing:
            key += (None, hash((_MISSING, self.table.same[kind])))

    def _shown(self, node: Node, kind: int) -> int:
        """What the text of its parent shows of a leaf."""
        if node.start_byte == node.end_byte:
            same = kind if kind == ERROR else self.table.same[kind]
            return hash((_MISSING, same)) if node.is_missing else same
        return hash((_UNEXPECTED, self._text(node)[:1])) if kind == ERROR else self.table.same[kind]


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
    fields: dict[int | None, str] = {
        number: name for number in range(1, known.field_count + 1) if (name := known.field_name_for_id(number))
    }
    sides = ("left", "right") if rules.pairwise else ()
    leaves = numbers_of(LEAVES)
    return _Table(
        names,
        named,
        same,
        by_kind,
        leaves,
        numbers_of(("comment",)),
        numbers_of(("identifier",)),
        leaves | by_kind.keys() | {ERROR},
        numbers_of(("for_clause",)),
        frozenset(number for number, name in fields.items() if number and name in sides),
        fields,
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
