"""The record of what mutation operators need to know about a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.languages.quality_rules import Kinds


@dataclass(frozen=True, slots=True, kw_only=True)
class MutationRules:
    """What the operators that languages share need to know about one of them."""

    true: str = "true"
    false: str = "false"
    nothing: str = ""
    """What a function may return instead of any value; empty: that depends on its type."""
    deleted: str = ";"
    """What stands in place of a statement that is left out."""
    deletable: Kinds = frozenset({"expression_statement"})
    statement_parents: Kinds = frozenset()
    """Where statements stand, in a language in which they are not told from expressions by their kind."""
    kept: Kinds = frozenset()
    """What may stand as a statement and is not left out."""
    leaving: Mapping[str, str] = field(default_factory=lambda: {"break": "continue", "continue": "break"})
    leaving_kinds: Kinds = frozenset({"break_statement", "continue_statement"})
    shifts: bool = True
    """`<<` and `>>` are arithmetic, and not output."""
