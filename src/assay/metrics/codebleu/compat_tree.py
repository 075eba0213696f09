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

from assay.errors import UnknownNameError
from assay.languages.base import Language
from assay.languages.codebleu_rules import CompatRules
from assay.languages.known import readable
from assay.languages.parsing import Parsed, grammar

if TYPE_CHECKING:
    from tree_sitter import Node

LEAVES = ("string_literal", "string", "character_literal")
"""Kinds that count as one token whatever they hold."""
ERROR = 65535
"""The number of the kind of nodes that are errors, in every grammar."""
UNREACHABLE = -1
"""The start of a child inside a string: the package trips over it."""
FIELD = 1 << 16
"""A kind number and a field number make one number."""
DEEP = 900
"""Depths below are not taken note of."""
_UNEXPECTED, _MISSING = -1, -2


Child = tuple[int, int, int, int, "list[Child] | None"]
"""A direct child of a node that the data flow looks into: kind, field (0: none), its events from and to, and its own
children where they are looked into as well. A plain tuple, as there are many."""


class Special(NamedTuple):
    """A node that the data flow treats in its own way."""

    rule: str
    kind: int
    children: list[Child]
    end: int
    """The event after its last one."""


@dataclass(slots=True)
class CompatTree:
    """What a walk found."""

    keys: list[int] = field(default_factory=list)
    """One hash for each node with children, and for the root."""
    events: list[int] = field(default_factory=list)
    names: list[int] = field(default_factory=list)
    """The text of each variable, by number."""
    identifiers: list[bool] = field(default_factory=list)
    """Whether it is one by kind."""
    specials: list[Special] = field(default_factory=list)
    """Event -1 is the first of them, -2 the second, and so on."""
    same: dict[int, int] = field(default_factory=dict)
    """Variables of no width that share their place with a later one, which then stands for both."""
    depth: int = 0


class _CompatTable(NamedTuple):
    """The rules of a language by the numbers of its grammar."""

    names: dict[int, str]
    named: dict[int, bool]
    same: dict[int, int]
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


def walk(parsed: Parsed, code: str) -> CompatTree:
    """Visit every node once."""
    visit = _CompatWalk(parsed, code)
    return visit.run() if parsed.root.child_count else visit.alone()


class _CompatOpen:
    """A node with children that is more than its key."""

    __slots__ = ("around", "event", "field", "kind", "mute", "own", "rule", "start", "visible")

    def __init__(self, kind: int, field: int, around: list[Child] | None, mute: bool) -> None:
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


class _CompatWalk:
    def __init__(self, parsed: Parsed, code: str) -> None:
        self.tree = CompatTree()
        self.table = _table(parsed.language)
        self._parsed = parsed
        self._code = code
        self._lines = None if code.isascii() else code.split("\n")
        self._empty: dict[int, int] = {}
        self._texts: dict[str, int] = {}

    def alone(self) -> CompatTree:
        """Return a tree of the root alone."""
        root = self._parsed.root
        self._variable(root, root.kind_id)
        self.tree.keys.append(self._shown(root, root.kind_id))
        return self.tree

    def run(self) -> CompatTree:
        """Return a tree of several nodes."""
        table, tree, code = self.table, self.tree, self._code
        named, same, names, watched = table.named, table.same, table.names, table.watched
        comments, identifiers, inner = table.comments, table.identifiers, table.inner
        plain = self._lines is None and not self._parsed.has_error and compat_rules(self._parsed.language).fixed_tokens
        events, variables, flags, found, texts = tree.events, tree.names, tree.identifiers, tree.keys, self._texts
        cursor = self._parsed.tree.walk()
        down, across, up = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
        key: list[int] = []
        keys: list[list[int]] = []
        around: list[_CompatOpen | tuple[int, int, list[Child]] | int] = []
        children: list[Child] | None = None
        mute = False
        while True:
            node: Node = cursor.node  # type: ignore[assignment]  # a cursor is always at a node
            kind = node.kind_id
            visible = named[kind]
            field = (cursor.field_id or 0) if visible or children is not None else 0
            if down():
                keys.append(key)
                key = [same[kind]]
                if kind in watched or not visible or (children is not None and (mute or field in inner)):
                    opened = _CompatOpen(kind, field, children, mute)
                    children, mute = self._open(opened, node, visible)
                    around.append(opened)
                elif children is None:
                    around.append(field)
                else:
                    around.append((field, len(events), children))
                    children = None
                if len(around) > DEEP:
                    tree.depth = max(tree.depth, len(around))
                continue
            start = len(events)
            if visible:
                key.append((same[kind] if plain else self._shown(node, kind)) + field * FIELD)
                if mute or kind in comments:
                    pass
                elif plain and (at := node.start_byte) < (to := node.end_byte):
                    text = code[at:to]
                    if text != names[kind]:
                        events.append(len(variables))
                        text = text if "\n" not in text else text.replace("\n", "")
                        variables.append(texts.setdefault(text, len(texts)))
                        flags.append(kind in identifiers)
                else:
                    self._variable(node, kind)
            elif not plain:
                self._token(node, kind, key, mute)
            if children is not None:
                children.append((same[kind], field, UNREACHABLE if mute else start, len(events), None))
            while not across():
                up()
                number = hash(tuple(key)) if len(key) > 1 else key[0]
                found.append(number)
                above = keys.pop()
                last = around.pop()
                if last.__class__ is int:
                    above.append(number + last * FIELD if last else number)
                elif last.__class__ is tuple:
                    field, start, children = last
                    above.append(number + field * FIELD)
                    children.append((key[0], field, start, len(events), None))
                else:
                    children, mute = self._close(last, key, number, above)  # type: ignore[arg-type]  # the rest
                key = above
                if not around:
                    return tree

    def _open(self, opened: _CompatOpen, node: Node, visible: bool) -> tuple[list[Child] | None, bool]:
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
            self.tree.specials.append(Special("", 0, [], 0))
            self.tree.events.append(-opened.event - 1)
        return opened.own, False

    def _close(
        self, opened: _CompatOpen, key: list[int], number: int, above: list[int]
    ) -> tuple[list[Child] | None, bool]:
        """Finish a node; return where its siblings are listed, and whether they are parts of a string."""
        if opened.visible:
            above.append(number + opened.field * FIELD)
        else:
            above += key[1:]
        end = len(self.tree.events)
        if opened.rule:
            self.tree.specials[opened.event] = Special(opened.rule, key[0], opened.own or [], end)
        if opened.around is not None:
            opened.around.append((key[0], opened.field, opened.start, end, opened.own))
        return opened.around, opened.mute

    def _variable(self, node: Node, kind: int) -> None:
        """Add a leaf to the events, if its text is not just its kind."""
        text = self._text(node)
        if kind != ERROR and text == self.table.names[kind]:
            return
        tree = self.tree
        number = len(tree.names)
        tree.events.append(number)
        tree.names.append(self._texts.setdefault(text, len(self._texts)))
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

    def _token(self, node: Node, kind: int, key: list[int], mute: bool) -> None:
        """Take a token that may be missing, or not be what its kind says."""
        if not mute and kind not in self.table.comments:
            self._variable(node, kind)
        if node.start_byte == node.end_byte and node.is_missing:
            key.append(hash((_MISSING, self.table.same[kind])))

    def _shown(self, node: Node, kind: int) -> int:
        """Return what the text of its parent shows of a leaf."""
        if node.start_byte == node.end_byte:
            same = self.table.same[kind]
            return hash((_MISSING, same)) if node.is_missing else same
        return hash((_UNEXPECTED, self._text(node)[:1])) if kind == ERROR else self.table.same[kind]


class FlowKinds(NamedTuple):
    """The kinds and fields that decide how the data flow goes on, by their numbers."""

    others: frozenset[int]
    """Children of an `if` that start from the state before it."""
    elses: frozenset[int]
    """Kinds with `else` in their name."""
    again_after: frozenset[int]
    for_clause: frozenset[int]
    comma: frozenset[int]
    block: frozenset[int]
    first: frozenset[int]
    variable_name: frozenset[int]
    for_in_clause: frozenset[int]
    operator_assignment: frozenset[int]
    fields: dict[str, int]


def compat_rules(language: Language) -> CompatRules:
    """Return what codebleu 0.7.0 knows about a language; raises `UnknownNameError` where that is nothing."""
    if language.codebleu is None:
        known = [name for name, one in readable().items() if one.codebleu is not None]
        raise UnknownNameError("language of codebleu 0.7.0", language.name, known)
    return language.codebleu


@lru_cache(maxsize=16)
def flow_kinds(language: Language) -> FlowKinds:
    """Return the kinds and fields of a language's data flow."""
    rules, names = compat_rules(language), _table(language).names

    def numbers_of(*kinds: str) -> frozenset[int]:
        return frozenset(number for number, name in names.items() if name in kinds)

    return FlowKinds(
        numbers_of(*rules.others),
        frozenset(number for number, name in names.items() if "else" in name),
        numbers_of(rules.again_after or "-"),
        numbers_of("for_clause"),
        numbers_of(","),
        numbers_of("block"),
        numbers_of(rules.first or "-"),
        numbers_of("variable_name"),
        numbers_of("for_in_clause"),
        numbers_of("operator_assignment"),
        _fields(language),
    )


def _fields(language: Language) -> dict[str, int]:
    known = grammar(language.grammar)
    return {name: number for number in range(1, known.field_count + 1) if (name := known.field_name_for_id(number))}


@lru_cache(maxsize=16)
def _table(language: Language) -> _CompatTable:
    known, rules = grammar(language.grammar), compat_rules(language)
    numbers = range(known.node_kind_count)
    names = {number: known.node_kind_for_id(number) or "" for number in numbers} | {ERROR: "ERROR"}
    named = {number: known.node_kind_is_named(number) for number in numbers} | {ERROR: True}
    first: dict[tuple[str, bool], int] = {}
    same = {number: first.setdefault((names[number], named[number]), number) for number in names}

    def numbers_of(*kinds: str) -> frozenset[int]:
        return frozenset(number for number, name in names.items() if name in kinds)

    by_kind = {number: rule for rule, kinds in reversed(_rules(rules)) for number in numbers_of(*kinds)}
    if rules.mixed:
        by_kind[ERROR] = "mixed"
    fields, sides = _fields(language), ("left", "right") if rules.pairwise else ()
    leaves, parts = numbers_of(*LEAVES), numbers_of("for_clause")
    return _CompatTable(
        names,
        named,
        same,
        by_kind,
        leaves,
        numbers_of("comment"),
        numbers_of("identifier"),
        leaves | parts | by_kind.keys(),
        parts,
        frozenset(number for name, number in fields.items() if name in sides),
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
