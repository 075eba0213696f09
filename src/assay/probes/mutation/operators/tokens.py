"""The shared operators for languages other than Python, as data: tokens, node kinds and what differs per language."""

from __future__ import annotations

from collections.abc import Mapping

from assay.errors import UnknownNameError
from assay.languages.known import language as find
from assay.languages.known import languages
from assay.languages.mutation_rules import MutationRules
from assay.languages.quality_rules import kinds

ARITHMETIC: Mapping[str, tuple[str, ...]] = {
    "+": ("-",),
    "-": ("+",),
    "*": ("/", "+"),
    "/": ("*",),
    "%": ("/", "+"),
    "**": ("*",),
    "<<": (">>",),
    ">>": ("<<",),
    ">>>": (">>",),
    "&": ("|",),
    "|": ("&",),
    "^": ("|", "&"),
}
COMPARISON: Mapping[str, tuple[str, ...]] = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "===": ("!==",),
    "!==": ("===",),
}
"""The neighbour at the boundary, where there is one, and last the opposite."""
BOOLEAN: Mapping[str, str] = {"&&": "||", "||": "&&", "and": "or", "or": "and"}
STEPS: Mapping[str, str] = {"++": "--", "--": "++"}
SIGNS = frozenset({"!", "-", "~", "not"})

BINARY = kinds("binary_expression binary")
UNARY = kinds("unary_expression prefix_unary_expression unary_op_expression unary prefix_expression")
UPDATES = kinds(
    "augmented_assignment_expression assignment_expression compound_assignment_expr assignment_statement"
    " operator_assignment assignment"
)
STEPPING = kinds(
    "update_expression inc_statement dec_statement postfix_unary_expression prefix_unary_expression unary_expression"
    " postfix_expression"
)
NUMBERS = kinds(
    "number number_literal decimal_integer_literal decimal_floating_point_literal int_literal float_literal"
    " integer_literal real_literal integer float"
)
STRINGS = kinds(
    "string string_literal interpreted_string_literal encapsed_string template_string raw_string_literal"
    " verbatim_string_literal"
)
RETURNS = kinds("return_statement return_expression return")
WRAPPERS = kinds("parenthesized_expression condition_clause parenthesized_statements")
"""What a condition may be wrapped in without being another one."""
NO_CONDITIONS = kinds("let_condition let_chain declaration")
"""Conditions that bind a name: they cannot be turned around."""
ENDLESS = kinds("for_statement")
"""Loops whose condition is not made true, for then they would never end."""
FUNCTIONS = kinds("function_declaration")
CLASSES = kinds("class_declaration object_declaration")
"""In a language without rules for its quality."""
NO_CODE = kinds(
    "type_arguments type_parameters template_argument_list template_parameter_list token_tree attribute_item"
    " package_clause preproc_include preproc_def type_annotation field_declaration_list enumerator_list modifiers"
    " attribute_list decorator using_directive namespace_use_declaration package_declaration package_header"
)
"""What is not changed: types, annotations, names of packages, and text that only a macro understands."""


RULES: Mapping[str, MutationRules] = {
    name: language.mutation for name, language in languages().items() if language.mutation is not None
}
"""By the name of the language."""
NAMES = (
    "arithmetic",
    "comparison",
    "boolean",
    "unary",
    "augmented",
    "constants",
    "conditions",
    "returns",
    "loops",
    "deletion",
)
"""The operators that are known for these languages."""


def shared_rules(language: str) -> tuple[str, MutationRules]:
    """Return the name and the rules of a language; raise for one that has none.

    >>> shared_rules("JS")[0]
    'javascript'
    """
    name = find(language).name
    if name not in RULES:
        raise UnknownNameError("language with mutation operators", language, ["python", *RULES])
    return name, RULES[name]
