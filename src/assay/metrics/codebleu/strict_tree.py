"""One walk that gives the `strict` profile all it needs of a tree: tokens, subtree keys, and where names stand.

The key of a subtree is a hash over the kinds below it: names count by kind, everything else as it is written, so
that operators and literals are seen and renaming is not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from assay.languages.base import Language
from assay.languages.parsing import Parsed, grammar, kind_ids
from assay.metrics.codebleu.strict_flow import FlowRule, Occurrences, Part, flow_rules

if TYPE_CHECKING:
    from tree_sitter import Node

ERROR = 65535
"""The number of the kind of nodes that are errors, in every grammar."""
_COMMENT, _WHOLE, _NAME, _LITERAL = 1, 2, 4, 8


@dataclass(slots=True)
class StrictTree:
    """What a walk found."""

    tokens: list[bytes] = field(default_factory=list)
    keys: list[int] = field(default_factory=list)
    """One hash for each node with children."""
    occurrences: Occurrences = field(default_factory=Occurrences)


class _StrictOpen:
    """A node with children that is more than its key."""

    __slots__ = ("around", "field", "kind", "loop", "parts", "place", "rule", "start")

    def __init__(self, kind: int, field: int | None, start: int, around: list[Part] | None, place: int) -> None:
        self.kind = kind
        self.field = field
        self.start = start
        self.around = around
        """Where its parent lists its children."""
        self.place = place
        """Where the outermost place around it began."""
        self.parts: list[Part] | None = None
        self.rule: FlowRule | None = None
        self.loop = False


class _StrictTable(NamedTuple):
    """The rules of a language by the numbers of its grammar."""

    sorts: dict[int, int]
    """What a leaf of a kind is."""
    fixed: dict[int, bytes]
    """The texts of tokens, in grammars that name every token by its text."""
    watched: frozenset[int]
    """Kinds that are more than their key."""
    rules: dict[int, FlowRule]
    places: frozenset[int]
    loops: frozenset[int]
    inner: frozenset[int]
    """Code inside strings."""
    members: dict[int, frozenset[int]]
    """Kind → fields of children that are no variables; empty: no child is one."""


def walk(parsed: Parsed) -> StrictTree:
    """Visit every node once."""
    return _StrictWalk(parsed).run()


class _StrictWalk:
    def __init__(self, parsed: Parsed) -> None:
        self.tree = StrictTree()
        self.table = _table(parsed.language)
        self._parsed = parsed
        self._place = -1  # where the outermost place around began; -1: there is none
        self._loops = 0

    def run(self) -> StrictTree:
        tree, code, shift = self.tree, self._parsed.code, self._parsed.shift
        sorts, watched, members = self.table.sorts, self.table.watched, self.table.members
        tokens, found, names, inner = tree.tokens, tree.keys, tree.occurrences.names, tree.occurrences.inner
        fixed = {} if self._parsed.has_error else self.table.fixed
        cursor = self._parsed.tree.walk()
        down, across, up = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
        key: list[int] = []
        keys: list[list[int]] = []
        around: list[_StrictOpen | None] = []
        parts: list[Part] | None = None
        while True:
            node: Node = cursor.node  # type: ignore[assignment]  # a cursor is always at a node
            kind = node.kind_id
            sort = sorts[kind]
            field = cursor.field_id if parts is not None else None
            start = len(names)
            if (not sort or sort == _NAME or (sort & _WHOLE and not self._is_whole(node))) and down():
                keys.append(key)
                key = [kind]
                if parts is None and kind not in watched:
                    around.append(None)
                else:
                    opened = _StrictOpen(kind, field, start, parts, self._place)
                    parts = self._open(opened)
                    around.append(opened)
                continue
            text = fixed.get(kind)
            if text is not None:
                key.append(kind)
                tokens.append(text)
                if parts is not None:
                    parts.append((kind, field, start, start, False))
            elif sort != _COMMENT and node.end_byte > shift:
                text = code[node.start_byte : node.end_byte]
                key.append(kind if sort < _WHOLE or sort & _NAME else hash((kind, text)))
                if text:
                    tokens.append(text)
                if sort & _NAME and not (
                    key[0] in members and (not (held := members[key[0]]) or cursor.field_id in held)
                ):
                    inner.append(-1 < self._place < start)
                    names.append(text)
                if parts is not None:
                    parts.append((kind, field, start, len(names), node.is_named))
            while not across():
                if not up():
                    return tree
                number = hash(tuple(key))
                found.append(number)
                key = keys.pop()
                key.append(number)
                last = around.pop()
                if last is not None:
                    parts = self._close(last)

    def _is_whole(self, node: Node) -> bool:
        """Say whether a string is one token: no code stands inside."""
        inside = self.table.inner
        return not inside or not any(child.kind_id in inside for child in node.named_children)

    def _open(self, opened: _StrictOpen) -> list[Part] | None:
        """Start on a node with children; where these are listed."""
        table, kind = self.table, opened.kind
        if kind in table.loops:
            opened.loop = True
            self._loops += 1
        opened.rule = table.rules.get(kind)
        if opened.rule is not None:
            self._place = -1
            opened.parts = []
        elif kind in table.places and self._place < 0:
            self._place = opened.start
        return opened.parts

    def _close(self, opened: _StrictOpen) -> list[Part] | None:
        """Finish a node; return where its siblings are listed."""
        found = self.tree.occurrences
        end = len(found.names)
        self._place = opened.place
        if opened.rule is not None and opened.parts:
            found.define(opened.rule, opened.parts)
        if opened.loop:
            self._loops -= 1
            if not self._loops and opened.start < end:
                found.loops.append((opened.start, end))
        if opened.around is not None:
            opened.around.append((opened.kind, opened.field, opened.start, end, True))
        return opened.around


@lru_cache(maxsize=32)
def _table(language: Language) -> _StrictTable:
    known = grammar(language.grammar)
    sorts = dict.fromkeys((*range(known.node_kind_count), ERROR), 0)
    fixed = {
        number: (known.node_kind_for_id(number) or "").encode()
        for number in range(known.node_kind_count)
        if language.fixed_tokens and not known.node_kind_is_named(number)
    }
    whole = (*language.strings, *language.atoms)
    groups = (
        (_COMMENT, (*language.comments, *language.ignored)),
        (_WHOLE, whole),
        (_NAME, language.identifiers),
        (_LITERAL, language.literals),
    )
    for sort, kinds in groups:
        for number in kind_ids(language.grammar, kinds):
            sorts[number] |= sort
    rules = flow_rules(language)
    places = kind_ids(language.grammar, language.places)
    loops = kind_ids(language.grammar, language.loops)
    return _StrictTable(
        sorts,
        fixed,
        places | loops | rules.keys(),
        rules,
        places,
        loops,
        kind_ids(language.grammar, language.interpolations),
        _members(language),
    )


def _members(language: Language) -> dict[int, frozenset[int]]:
    known = grammar(language.grammar)
    found: dict[int, frozenset[int]] = {}
    for kind, selector in language.members:
        number = known.field_id_for_name(selector) if selector.isidentifier() else None
        for one in kind_ids(language.grammar, (kind,)):
            found[one] = found.get(one, frozenset()) | ({number} if number is not None else frozenset())
    return found
