"""The making of mutants in languages other than Python: the shared operators, and every mutant parsed again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assay.errors import InvalidValue
from assay.languages.base import Language
from assay.languages.known import language as find
from assay.languages.parsing import CodeTooLarge, Parsed, parse
from assay.languages.quality_rules import QualityRules
from assay.probes.mutation.drawing import Wanted, kept
from assay.probes.mutation.mutants import Mutant, MutantSet
from assay.probes.mutation.operators.base import Change
from assay.probes.mutation.operators.known import chosen
from assay.probes.mutation.operators.shared import Tree
from assay.probes.mutation.operators.tokens import BINARY, CLASSES, FUNCTIONS, NAMES, NO_CODE, STRINGS, shared_rules
from assay.probes.mutation.positions import line_at, line_starts

if TYPE_CHECKING:
    from tree_sitter import Node


def make_foreign(source: str, language: str, wanted: Wanted) -> MutantSet:
    """Return the mutants of source in one of the languages that have shared operators."""
    name, rules = shared_rules(language)
    names = chosen(wanted.operators, NAMES)
    try:
        whole = source.encode("utf-8")
        parsed = parse(whole, name)
    except (UnicodeEncodeError, CodeTooLarge) as error:
        raise InvalidValue(f"the source cannot be read as {find(language).title}: {error}") from None
    walk = _Walk(Tree(parsed, rules), find(name), wanted.within)
    rank = {operator: number for number, operator in enumerate(names)}
    found = [one for one in walk.changes() if one.operator in rank]
    found.sort(key=lambda one: (one.change.start, one.change.end, rank[one.operator]))
    if not walk.entered:
        raise InvalidValue(f"within: the source has no function named {wanted.within!r}")
    return _Making(whole, parsed).mutants(found, wanted)


@dataclass(frozen=True, slots=True)
class _Found:
    """A change with the place it was found in."""

    change: Change
    operator: str
    scope: str
    left_end: int | None
    """Where the left operand of what is changed ends."""


@dataclass(slots=True)
class _Walk:
    """Finds the changes in a tree; without recursion, for a tree may be deep."""

    tree: Tree
    language: Language
    within: str | None
    entered: bool = False

    def changes(self) -> Iterator[_Found]:
        """Yield every change, in no particular order."""
        quality = self.language.quality or QualityRules(functions=FUNCTIONS, classes=CLASSES)
        skipped = NO_CODE | quality.imports | quality.attributes | set(self.language.comments)
        named = quality.functions | quality.classes
        self.entered = self.within is None
        stack = [(self.tree.parsed.root, "", self.within is None)]
        while stack:
            node, scope, inside = stack.pop()
            if node.type in named:
                own = self._name(node)
                scope = f"{scope}.{own}" if scope and own else scope or own
                inside = inside or (node.type in quality.functions and self.within in (scope, own))
                self.entered = self.entered or inside
            if inside and not node.has_error:
                left = node.children[0].end_byte if node.type in BINARY and node.children else None
                for operator, change in self.tree.changes(node):
                    yield _Found(change, operator, scope, left)
            if node.type not in STRINGS:
                stack.extend((child, scope, inside) for child in node.named_children if child.type not in skipped)

    def _name(self, node: Node) -> str:
        """Return the name of a function or class; in C it stands inside its declarator."""
        at: Node | None = node
        while at is not None:
            name = at.child_by_field_name("name")
            if name is not None:
                return self.tree.parsed.text(name)
            below = at.child_by_field_name("declarator")
            if below is not None and below.type in ("identifier", "field_identifier"):
                return self.tree.parsed.text(below)
            at = below
        return ""


@dataclass(slots=True)
class _Making:
    """Mutants of one source as they come about."""

    whole: bytes
    parsed: Parsed
    made: set[bytes] = field(default_factory=set)
    equivalent: int = 0
    duplicates: int = 0
    not_compiling: int = 0

    def mutants(self, found: list[_Found], wanted: Wanted) -> MutantSet:
        costs = [len(self.whole)] * len(found)
        changes, not_made = kept(costs, wanted, lambda index: self._replacement(found[index]))
        starts = line_starts(self.whole)
        mutants = [
            self._mutant(number, found[index], text, starts) for number, (index, text) in enumerate(changes, start=1)
        ]
        return MutantSet(
            tuple(mutants),
            self.parsed.language.name,
            equivalent=self.equivalent,
            duplicates=self.duplicates,
            not_compiling=self.not_compiling,
            not_made=not_made,
        )

    def _replacement(self, found: _Found) -> str | None:
        """Return the shortest spelling that parses as what is meant; `None` for what is left out."""
        start, end = (offset - self.parsed.shift for offset in (found.change.start, found.change.end))
        spellings = found.change.texts
        for number, text in enumerate(spellings):
            code = self.whole[:start] + text.encode() + self.whole[end:]
            if not self._means(code, found, text, number if number < len(spellings) - 1 else None):
                continue
            if code == self.whole:
                self.equivalent += 1
                return None
            if code in self.made:
                self.duplicates += 1
                return None
            self.made.add(code)
            return text
        self.not_compiling += 1
        return None

    def _means(self, code: bytes, found: _Found, text: str, parentheses: int | None) -> bool:
        """Return whether the changed source parses, with the operands of an operator where they were.

        `parentheses` is how many were put around the new text; `None`: as many as are ever needed.
        """
        try:
            parsed = parse(code, self.parsed.language)
        except CodeTooLarge:
            return False
        if parsed.has_error and parsed.error_nodes > self.parsed.error_nodes:
            return False
        if parentheses is None or found.left_end is None:
            return True
        start = found.change.start + parentheses
        stop = found.change.start + len(text.encode()) - parentheses
        node = parsed.root.descendant_for_byte_range(start, stop)
        while node is not None and node.start_byte == start and node.end_byte == stop:
            if node.type in BINARY:
                return node.children[0].end_byte == found.left_end + parentheses
            node = node.parent
        return False

    def _mutant(self, number: int, found: _Found, replacement: str, starts: list[int]) -> Mutant:
        start, end = (offset - self.parsed.shift for offset in (found.change.start, found.change.end))
        line = line_at(starts, start)
        return Mutant(
            number=number,
            operator=found.operator,
            line=line,
            column=len(self.whole[starts[line - 1] : start].decode("utf-8", "replace")) + 1,
            first_line=line,
            last_line=line_at(starts, max(start, end - 1)),
            scope=found.scope,
            original=self.whole[start:end].decode("utf-8"),
            replacement=replacement,
            start=start,
            end=end,
            whole=self.whole,
        )
