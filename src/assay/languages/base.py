"""What is known about a language, as data: how it is recognised, and what the node kinds of its grammar mean.

A *selector* names children of a node: `name` (a field), `<block>` (a kind), `0` or `-1` (a named child by position),
`*` (every named child), `=` (the named children before the first `=`, `:=` or `in`; as a source, those after it).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class DocStyle(StrEnum):
    """Where a definition's documentation stands."""

    DOCSTRING = "docstring"
    """A string as the first statement of the body."""
    COMMENT = "comment"
    """Comments right before the definition."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A kind of node that defines a function or a class."""

    kind: str
    name: str = "name"
    """Selector of the node that holds the name; declarators are followed to the name inside."""
    body: str = "body"
    parameters: str = "parameters"


@dataclass(frozen=True, slots=True)
class Flow:
    """A kind of node by which values reach variables."""

    kind: str
    targets: str
    """Selector of what receives the value."""
    sources: str = ""
    """Selector of where the value comes from; empty: from outside, as a parameter's does.

    Where the value is absent nothing is defined, unless the selector ends with `?`.
    """
    updates: bool = False
    """The old value of the target goes into the new one, as in `x += 1`."""


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """One language: its names, its grammar, and what the grammar's node kinds mean; each exists once."""

    name: str
    title: str
    grammar: str
    """`module:function` of the single-grammar package."""
    package: str
    """The distribution whose version goes into signatures."""
    aliases: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()
    comments: tuple[str, ...] = ("comment",)
    ignored: tuple[str, ...] = ()
    """Kinds that are neither code nor comments: tags, line continuations."""
    strings: tuple[str, ...] = ()
    """Kinds that make one token."""
    interpolations: tuple[str, ...] = ()
    """Kinds of code inside strings; a string that holds one is read as its parts."""
    atoms: tuple[str, ...] = ()
    """Other kinds with parts that make one token."""
    literals: tuple[str, ...] = ()
    """Kinds of leaves whose text is a value: numbers, characters, symbols, truth values."""
    identifiers: tuple[str, ...] = ("identifier",)
    """Kinds that may name a variable."""
    names: tuple[str, ...] = ()
    """Kinds that name anything else: types, members, labels."""
    members: tuple[tuple[str, str], ...] = ()
    """(kind, selector) of children that are identifiers by kind but name a member or an argument, not a variable."""
    places: tuple[str, ...] = ()
    """Kinds that as a target change something inside their first variable, such as `a.b` and `a[i]`."""
    keywords: frozenset[str] = frozenset()
    functions: tuple[Definition, ...] = ()
    lambdas: tuple[Definition, ...] = ()
    """Functions without a name of their own."""
    classes: tuple[Definition, ...] = ()
    doc_style: DocStyle = DocStyle.COMMENT
    doc_prefixes: tuple[str, ...] = ("/**", "///", "/*!", "//!")
    """What a comment begins with that documents; empty: any comment does."""
    wrappers: tuple[str, ...] = ()
    """Kinds around a definition that belong to it, such as decorators, exports and templates."""
    attributes: tuple[str, ...] = ()
    """Kinds of annotations, decorators and attributes."""
    blocks: tuple[str, ...] = ()
    branches: tuple[str, ...] = ()
    """Kinds that add one decision each: if, elif, guard."""
    elses: tuple[str, ...] = ()
    loops: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    """Kinds of one arm of a switch."""
    ternaries: tuple[str, ...] = ()
    logical: tuple[str, ...] = ()
    """Kinds that may join conditions; which operator they hold says whether they do."""
    logical_operators: tuple[str, ...] = ("&&", "||")
    jumps: tuple[str, ...] = ()
    returns: tuple[str, ...] = ()
    tries: tuple[str, ...] = ()
    handlers: tuple[str, ...] = ()
    finals: tuple[str, ...] = ()
    raises: tuple[str, ...] = ()
    calls: tuple[tuple[str, str], ...] = ()
    """(kind, selector of what is called)."""
    imports: tuple[str, ...] = ()
    assertions: tuple[str, ...] = ()
    """Kinds of statements that assert."""
    flow: tuple[Flow, ...] = ()
    test_names: str = ""
    """A regular expression for the names of test functions and classes; empty: names do not tell."""
    test_attributes: tuple[str, ...] = ()
    """Names of annotations that make a function a test."""
    test_calls: tuple[str, ...] = ()
    """Names of functions whose call defines a test or asserts in one."""
    prefix: str = field(default="", kw_only=True)
    """What must stand before a fragment for the grammar to see code in it, as `<?php` for PHP."""

    def kinds(self) -> dict[str, tuple[str, ...]]:
        """Every node kind that a rule names, by the field it stands in; for checking against the grammar."""
        plain = (
            "comments ignored strings interpolations atoms literals identifiers names places wrappers attributes blocks"
            " branches elses loops switches cases ternaries logical jumps returns tries handlers finals raises imports"
            " assertions"
        )
        found: dict[str, tuple[str, ...]] = {name: getattr(self, name) for name in plain.split()}
        for name in ("functions", "lambdas", "classes", "flow"):
            found[name] = tuple(rule.kind for rule in getattr(self, name))
        for name in ("members", "calls"):
            found[name] = tuple(kind for kind, _ in getattr(self, name))
        return found

    def selectors(self) -> dict[str, tuple[str, ...]]:
        """Every selector that a rule uses, by the node kind it is applied to."""
        found: dict[str, tuple[str, ...]] = {}
        for rule in (*self.functions, *self.lambdas, *self.classes):
            found[rule.kind] = (*found.get(rule.kind, ()), rule.name, rule.body, rule.parameters)
        for flow in self.flow:
            found[flow.kind] = (*found.get(flow.kind, ()), flow.targets, flow.sources)
        for kind, selector in (*self.members, *self.calls):
            found[kind] = (*found.get(kind, ()), selector)
        return {kind: tuple(filter(None, selectors)) for kind, selectors in found.items()}


def words(text: str) -> frozenset[str]:
    """The words of a text, for lists of keywords.

    >>> sorted(words("if else"))
    ['else', 'if']
    """
    return frozenset(text.split())
