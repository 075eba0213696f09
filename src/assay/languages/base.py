"""The record of a language: how it is recognised and read, and the rules that other parts keep about it.

A *selector* names children of a node: `name` (a field), `<block>` (a kind), `0` or `-1` (a named child by position),
`*` (every named child), `=` (the named children before the first `=`, `:=` or `in`; as a source, those after it).
"""

from __future__ import annotations

from dataclasses import dataclass

from assay.languages.codebleu_rules import CompatRules
from assay.languages.mutation_rules import MutationRules
from assay.languages.quality_rules import QualityRules
from assay.languages.running import Recipe, ToolchainFacts
from assay.languages.suites import SuiteRules


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


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Language:
    """One language with all that Assay knows about it; each exists once, as `LANGUAGE` in a file of its own."""

    name: str
    title: str
    rank: int = 100
    """Its place in lists; of two languages that fit a text equally well, the one with the lower rank is named."""
    aliases: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()

    signs: tuple[tuple[int, str], ...] = ()
    """Weights and patterns by which a text is recognised; each counts once, twice when it occurs more than twice."""
    family: str = ""
    """The name of another language that shares most of its code; neither is a rival of the other in recognition."""
    hash_comments: bool = False
    """A comment begins with `#`; otherwise with `//` or `/*`."""

    grammar: str = ""
    """`module:function` of the single-grammar package; empty: the language can be run but not read."""
    package: str = ""
    """The distribution whose version goes into signatures."""
    prefix: str = ""
    """What must stand before a fragment for the grammar to see code in it, as `<?php` for PHP."""
    fixed_tokens: bool = False
    """The grammar's unnamed tokens are named by their text."""
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
    members: tuple[tuple[str, str], ...] = ()
    """(kind, selector) of children that are identifiers by kind but name a member or an argument, not a variable."""
    places: tuple[str, ...] = ()
    """Kinds that as a target change something inside their first variable, such as `a.b` and `a[i]`."""
    loops: tuple[str, ...] = ()
    flow: tuple[Flow, ...] = ()
    keywords: frozenset[str] = frozenset()

    quality: QualityRules | None = None
    """How its quality is judged; `None`: by the generic checks."""
    mutation: MutationRules | None = None
    """How mutants of its code are made; `None`: they are not, or by rules of their own."""
    codebleu: CompatRules | None = None
    """What codebleu 0.7.0 knows about it; `None`: nothing."""
    toolchain: ToolchainFacts | None = None
    recipe: Recipe | None = None
    """How its programs are built and run; `None`: they are not."""
    suite: SuiteRules | None = None
    """How tests in it are run together with what they test; `None`: they are not."""

    def kinds(self) -> dict[str, tuple[str, ...]]:
        """Return every node kind that a rule names, by the field it stands in; for checking against the grammar."""
        plain = "comments ignored strings interpolations atoms literals identifiers places loops"
        found: dict[str, tuple[str, ...]] = {name: getattr(self, name) for name in plain.split()}
        found["flow"] = tuple(rule.kind for rule in self.flow)
        found["members"] = tuple(kind for kind, _ in self.members)
        return found

    def selectors(self) -> dict[str, tuple[str, ...]]:
        """Return every selector that a rule uses, by the node kind it is applied to."""
        found: dict[str, tuple[str, ...]] = {}
        for flow in self.flow:
            found[flow.kind] = (*found.get(flow.kind, ()), flow.targets, flow.sources)
        for kind, selector in self.members:
            found[kind] = (*found.get(kind, ()), selector)
        return {kind: tuple(filter(None, selectors)) for kind, selectors in found.items()}


def words(text: str) -> frozenset[str]:
    """Return the words of a text, for lists of keywords.

    >>> sorted(words("if else"))
    ['else', 'if']
    """
    return frozenset(text.split())
