"""The data flow of the `strict` profile: who gets a value from whom, in one linear pass.

A variable is a name that the text itself defines; it counts by its number in order of first appearance, so that
renaming changes nothing. A name from outside (a function, a module) counts as itself. An item is either a definition
with its sources or a use that a definition reaches; inside a loop, definitions further down reach it as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from assay.languages.base import Flow, Language
from assay.languages.parsing import grammar, kind_ids, token_ids

MOST_SOURCES = 64
"""Of one definition: what a value is made of beyond these adds nothing, and nested functions stay linear."""

SPLITTERS = ("=", ":=", "in", "by")
"""Tokens that stand between targets and sources for the selector `=`."""
COMPOUND = ("+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "**=", "//=", "@=", "??=", ".=")

Span = tuple[int, int]
"""From one occurrence of a name up to another."""
Part = tuple[int, int | None, int, int, bool]
"""A child of a node that defines: kind, field, its occurrences, whether it is a named node."""


class FlowRule(NamedTuple):
    """A rule of `assay.languages` by the numbers of a grammar."""

    flow: Flow
    targets: Selector
    sources: Selector | None
    optional: bool
    compound: frozenset[int]
    """Operators such as `+=`, where an assignment may have one."""


class Selector(NamedTuple):
    """Which children a rule means."""

    field: int | None = None
    kinds: frozenset[int] = frozenset()
    position: int | None = None
    split: frozenset[int] = frozenset()
    """The tokens that stand between targets and sources."""

    def parts(self, parts: Sequence[Part], *, after: bool) -> list[Span]:
        """Return the spans of the children meant."""
        if self.field is not None:
            return [(part[2], part[3]) for part in parts if part[1] == self.field]
        if self.kinds:
            return [(part[2], part[3]) for part in parts if part[0] in self.kinds]
        if self.split:
            return self._beside(parts, after)
        named = [(part[2], part[3]) for part in parts if part[4]]
        if self.position is None:
            return named
        return named[self.position :][:1] if -len(named) <= self.position < len(named) else []

    def _beside(self, parts: Sequence[Part], after: bool) -> list[Span]:
        at = next((place for place, part in enumerate(parts) if part[0] in self.split), len(parts))
        named = [(part[2], part[3]) for part in (parts[at:] if after else parts[:at]) if part[4]]
        return named[:1] if after else named


@dataclass(slots=True)
class Occurrences:
    """Every place where a variable may stand, and the definitions among them."""

    names: list[bytes] = field(default_factory=list)
    inner: list[bool] = field(default_factory=list)
    """It stands inside a place such as `a[i]`, not at its beginning."""
    defined: dict[int, tuple[int, bool, list[int]]] = field(default_factory=dict)
    """Occurrence → where its value is there, whether the old value goes in, and the occurrences it comes from."""
    claimed: set[int] = field(default_factory=set)
    """Sources of a definition: an outer definition does not take them for targets."""
    loops: list[Span] = field(default_factory=list)
    """The outermost ones."""

    def define(self, rule: FlowRule, parts: Sequence[Part]) -> None:
        """Take note of a node that defines."""
        targets = rule.targets.parts(parts, after=False)
        sources = rule.sources.parts(parts, after=True) if rule.sources is not None else []
        if not targets or (rule.sources is not None and not sources and not rule.optional):
            return
        origin = [place for start, end in sources for place in range(start, min(end, start + MOST_SOURCES))]
        del origin[MOST_SOURCES:]
        updates = rule.flow.updates or any(part[0] in rule.compound for part in parts)
        there = max(end for _, end in (*targets, *sources))
        for start, end in targets:
            self._define(range(start, min(end, start + MOST_SOURCES)), (there, updates, origin))
        self.claimed.update(origin)

    def _define(self, places: range, definition: tuple[int, bool, list[int]]) -> None:
        for place in places:
            if not self.inner[place] and place not in self.claimed and place not in self.defined:
                self.defined[place] = definition


def flow_items(found: Occurrences) -> Counter[Hashable]:
    """Return the definitions and uses of a text, as a multiset."""
    names, earliest = found.names, _earliest(found)
    numbers: dict[bytes, int] = {}
    items: list[Hashable] = []
    ends = iter([*found.loops, (len(names) + 1, 0)])
    loop = next(ends)
    for place, name in enumerate(names):
        there = earliest.get(name, -1)
        if there < 0:
            continue
        number = numbers.setdefault(name, len(numbers))
        if place in found.defined:
            continue
        while loop[1] <= place and loop[0] <= len(names):
            loop = next(ends)
        if there <= place or (loop[0] <= place and there <= loop[1]):
            items.append(number)
    for place, (_, updates, origin) in found.defined.items():
        sources = dict.fromkeys([numbers.get(names[source], names[source]) for source in origin])
        items.append((numbers[names[place]], updates, *sources))
    return Counter(items)


def _earliest(found: Occurrences) -> dict[bytes, int]:
    """Return where each name has a value for the first time."""
    earliest: dict[bytes, int] = {}
    for place, (there, _, _) in found.defined.items():
        name = found.names[place]
        earliest[name] = min(there, earliest.get(name, there))
    return earliest


@lru_cache(maxsize=32)
def flow_rules(language: Language) -> dict[int, FlowRule]:
    """Return the rules of a language by the number of the kind they are about."""
    rules: dict[int, FlowRule] = {}
    for flow in language.flow:
        sources = flow.sources.rstrip("?")
        rule = FlowRule(
            flow,
            _selector(language, flow.targets),
            _selector(language, sources) if sources else None,
            flow.sources.endswith("?"),
            token_ids(language.grammar, COMPOUND),
        )
        rules |= dict.fromkeys(kind_ids(language.grammar, (flow.kind,)), rule)
    return rules


def _selector(language: Language, text: str) -> Selector:
    if text == "*":
        return Selector()
    if text == "=":
        return Selector(split=token_ids(language.grammar, SPLITTERS))
    if text.startswith("<"):
        return Selector(kinds=kind_ids(language.grammar, (text[1:-1],)))
    if text.lstrip("-").isdigit():
        return Selector(position=int(text))
    return Selector(field=grammar(language.grammar).field_id_for_name(text))
