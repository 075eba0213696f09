"""The record of how a language's quality is judged: which node kinds and which texts mean what."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Kinds = frozenset[str]
NOTHING: Kinds = frozenset()
_METHODS = ("match", "fullmatch", "search", "findall")


class Expression:
    """A regular expression for text that may span lines; it is compiled when it is first used."""

    __slots__ = ("findall", "fullmatch", "match", "search", "text")

    text: str
    match: Callable[[str], re.Match[str] | None]
    fullmatch: Callable[[str], re.Match[str] | None]
    search: Callable[[str], re.Match[str] | None]
    findall: Callable[[str], list[str]]

    def __init__(self, text: str) -> None:
        self.text = text

    def __getattr__(self, name: str) -> object:
        """Compile the expression; from then on its methods are found without this one."""
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self.text, re.DOTALL)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


NEVER = Expression("(?!)")
"""Matches no text at all."""


def kinds(names: str) -> Kinds:
    """Return the node kinds named in a text, separated by blanks.

    >>> sorted(kinds("if_statement call"))
    ['call', 'if_statement']
    """
    return frozenset(names.split())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QualityRules:
    """The rules of one language. Every kind is a named node of its grammar; `tokens_*` are unnamed ones."""

    functions: Kinds = NOTHING
    lambdas: Kinds = NOTHING
    """Functions without a name of their own: they nest."""
    named_lambdas: bool = False
    """A lambda with a body that is assigned counts as a function of that name."""
    absent_bodies: bool = False
    """A function without statements has no node for its body."""
    classes: Kinds = NOTHING
    mentioned_classes: bool = False
    """A class without a body is only named, as in `struct node *next`."""
    returns: Kinds = NOTHING
    yields: Kinds = NOTHING
    tail_returns: bool = False
    """The last expression of a body is its value."""
    valueless_endings: tuple[str, ...] = ()
    """Endings of node kinds that are no value where a body ends with them."""

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
    assigning_declares: bool = False
    """Every assignment may make a name; otherwise only those that are no `assignment_expression` or `_statement`."""
    updates: Mapping[str, str] = field(default_factory=dict)
    """Kind of an assignment that also reads (`+=`, `++`) → the field of its target, or nothing for its first child."""
    hints: Kinds = NOTHING
    """Types that somebody wrote down."""
    literals: Kinds = NOTHING
    passes: Kinds = NOTHING
    """Statements that do nothing."""

    body_docstrings: bool = False
    """A docstring is the first statement of a body, not a comment before it."""
    doc_comment: Expression = NEVER
    """How a comment starts that documents the definition after it."""
    hint_comment: Expression = NEVER
    """Types told in a comment."""
    constant: Expression = NEVER
    """An expression, matched whole, that is as constant as a literal."""
    parameter: Expression = NEVER
    """Group 1 is the name in the text of one parameter."""
    no_names: frozenset[str] = frozenset()
    """What stands in a parameter list and is not one: `self`."""

    test_name: Expression = NEVER
    """Matched against the whole name of a function."""
    test_attribute: Expression = NEVER
    test_call: Expression = NEVER
    """Calls that hold a test: `it("adds", () => …)`."""
    test_macros: bool = False
    """Such a call with a body behind it is read as a function: `TEST(adds, zero) { … }`."""
    assert_call: Expression = NEVER
    framework: Expression = NEVER
    """Searched in imports, and in what a file inherits from or calls."""
    import_call: Expression = NEVER
    """Calls that import: `require`."""
    module_name: Expression = NEVER
    """Group 1 is a name in the text of an import."""
    last_module: bool = False
    """Only the last name of an import is that of a module."""
    relative_modules: tuple[str, ...] = ()
    """What the names of a program's own modules begin with."""
    own_module: Expression = NEVER
    """The beginning of a name that belongs to the language's standard library."""
    raise_call: Expression = NEVER
    """Calls that raise: `panic`, `abort`, `raise`."""
    raises_errors: bool = True
    """It is usual to raise errors in this language."""
    error_return: Expression = NEVER
    """A returned value that reports an error."""
    check_call: Expression = NEVER
    """Calls that examine an argument's type or range."""
    handle_condition: Expression = NEVER
    """A condition that deals with an error, where there are no exceptions."""
    handle_call: Expression = NEVER
    """A call that deals with one."""
    final_text: Expression = NEVER
    """A call that cleans up for certain, in a language without `finally`."""
    final_source: bytes = b""
    """The same, as an expression that is searched in the whole source; empty: there is none."""
    unfinished: Expression = NEVER
    """A raise or call that says that the body is yet to be written."""
    benign_call: Expression = NEVER
    """Calls that look at a value and do nothing with it."""
    tautology: Expression = NEVER
    """An assertion, matched whole, that cannot fail."""
    error_name: str = r"[A-Z]\w*(?:Error|Exception)\b"
    commented: Expression = NEVER
    """A comment, matched from its start, that is code."""
    commented_python: bool = False
    """Python's own parser tells whether a comment is code."""
    linter: str = ""
    """The program that looks for mistakes in it, `ruff` or `oxlint`; empty: there is none."""


SAME = r"(?P<same>[\w.'\"\[\]$@]+)"
"""An operand, for the same one again."""
TRUE = r"(?:true|True|TRUE|1|!\s*false)"
"""What is always true, in any language."""
TAUTOLOGY = Expression(
    rf"[\w.:>$@\s-]*?(?:(?i:assert|check|require|expect)\w*!?(?:\.\w+)?|ok)\s*\(\s*"
    rf"(?:{TRUE}\s*(?:,[^)]*)?\)|{SAME}\s*(?:===?|,)\s*(?P=same)\s*[,)]).*"
    rf"|expect\(\s*(?P<value>[\w'\"]+)\s*\)\.[\w.]+\(\s*(?P=value)\s*\).*"
    rf"|assert\s+(?:{TRUE}|(?P<side>[\w.'\"]+)\s*==\s*(?P=side))\s*(?::.*)?;?"
)
"""An assertion that cannot fail, in languages that write calls as C does."""
C_COMMENTED = Expression(
    r"(?:[\w.\[\]>$*&<:-]+\s+)?[\w.\[\]>$*-]+\s*(?:[-+*/|&:]?=)[^=].*;\s*$"
    r"|[\w.:>$!-]+\(.*\)\s*;\s*$|(?:return|throw|break|continue|import|use|using|let|const|var)\b.*;\s*$"
    r"|(?:\}\s*)?(?:if|for|while|switch|catch|else|try|do|foreach)\b.*\{\s*$|#include\b.*|[{}]\s*$"
)
"""Code in a comment, in languages that end statements as C does."""
QUOTED = Expression(r"['\"`]([^'\"`\n]{1,200})['\"`]")
"""A name between quotes."""
LAST_WORD = Expression(r"(?:.*\W)?(\w+)\s*(?:\[[^\]]*\]\s*)*(?:=.*)?$")
"""A parameter whose name is the last word of its text."""
