"""The shape of one language's rules: which node kinds and which texts mean what."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

Kinds = frozenset[str]
NOTHING: Kinds = frozenset()
NEVER = re.compile("(?!)")
"""Matches no text at all."""


def kinds(names: str) -> Kinds:
    """The node kinds named in a text, separated by blanks.

    >>> sorted(kinds("if_statement call"))
    ['call', 'if_statement']
    """
    return frozenset(names.split())


def pattern(expression: str) -> re.Pattern[str]:
    """The expression, compiled for text that may span lines."""
    return re.compile(expression, re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One language. Every kind is a named node of its grammar; `tokens_*` are unnamed ones."""

    language: str
    functions: Kinds
    lambdas: Kinds = NOTHING
    """Functions without a name of their own: they nest, and count as functions once they are assigned."""
    classes: Kinds = NOTHING
    returns: Kinds = NOTHING
    yields: Kinds = NOTHING
    tail_returns: bool = False
    """The last expression of a body is its value."""

    branches: Kinds = NOTHING
    """`if` and its kin: one decision, one level of nesting."""
    elifs: Kinds = NOTHING
    """A further condition of the same `if`: one decision, no nesting."""
    switches: Kinds = NOTHING
    cases: Kinds = NOTHING
    loops: Kinds = NOTHING
    ternaries: Kinds = NOTHING
    flow_only: Kinds = NOTHING
    """A decision that is neither branch nor loop: clauses of a comprehension, modifiers, assertions."""
    loop_elses: Kinds = NOTHING
    """An `else` that is a decision when it belongs to a loop or a `try`."""
    tokens_boolean: Kinds = NOTHING
    tokens_else: Kinds = frozenset({"else"})

    imports: Kinds = NOTHING
    comments: Kinds = NOTHING
    strings: Kinds = NOTHING
    attributes: Kinds = NOTHING
    """Decorators, annotations and attributes, which may stand between a doc comment and its definition."""
    wrappers: Kinds = NOTHING
    """What a definition may be wrapped in, so that its first line is the wrapper's: `export`, `template <…>`."""
    tries: Kinds = NOTHING
    catches: Kinds = NOTHING
    finals: Kinds = NOTHING
    raises: Kinds = NOTHING
    asserts: Kinds = NOTHING
    calls: Kinds = NOTHING
    assignments: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Kind → the fields of its target and of its value."""
    updates: Mapping[str, str] = field(default_factory=dict)
    """Kind of an assignment that also reads (`+=`, `++`) → the field of its target, or nothing for its first child."""
    hints: Kinds = NOTHING
    """Types that somebody wrote down."""
    literals: Kinds = NOTHING
    passes: Kinds = NOTHING
    """Statements that do nothing."""

    body_docstrings: bool = False
    """A docstring is the first statement of a body, not a comment before it."""
    doc_comment: re.Pattern[str] = NEVER
    """How a comment starts that documents the definition after it."""
    hint_comment: re.Pattern[str] = NEVER
    """Types told in a comment."""
    constant: re.Pattern[str] = NEVER
    """An expression, matched whole, that is as constant as a literal."""
    parameter: re.Pattern[str] = NEVER
    """Group 1 is the name in the text of one parameter."""
    no_names: frozenset[str] = frozenset()
    """What stands in a parameter list and is not one: `self`."""

    test_name: re.Pattern[str] = NEVER
    """Matched against the whole name of a function."""
    test_attribute: re.Pattern[str] = NEVER
    test_call: re.Pattern[str] = NEVER
    """Calls that hold a test: `it("adds", () => …)`."""
    assert_call: re.Pattern[str] = NEVER
    framework: re.Pattern[str] = NEVER
    """Searched in imports, and in what a file inherits from or calls."""
    import_call: re.Pattern[str] = NEVER
    """Calls that import: `require`."""
    raise_call: re.Pattern[str] = NEVER
    """Calls that raise: `panic`, `abort`, `raise`."""
    error_return: re.Pattern[str] = NEVER
    """A returned value that reports an error."""
    check_call: re.Pattern[str] = NEVER
    """Calls that examine an argument's type or range."""
    handle_condition: re.Pattern[str] = NEVER
    """A condition that deals with an error, where there are no exceptions."""
    handle_call: re.Pattern[str] = NEVER
    """A call that deals with one."""
    final_text: re.Pattern[str] = NEVER
    """Cleaning up for certain, in a language without `finally`; matched against classes and declarations."""
    unfinished: re.Pattern[str] = NEVER
    """A raise or call that says that the body is yet to be written."""
    benign_call: re.Pattern[str] = NEVER
    """Calls that look at a value and do nothing with it."""
    tautology: re.Pattern[str] = NEVER
    """An assertion, matched whole, that cannot fail."""
    error_name: str = r"[A-Z]\w*(?:Error|Exception)\b"
    commented: re.Pattern[str] = NEVER
    """A comment, matched from its start, that is code."""

    @property
    def nesting(self) -> Kinds:
        """Everything that puts what is inside it one level deeper."""
        return self.branches | self.switches | self.loops | self.ternaries | self.catches
