"""What the nodes of a syntax tree mean to the rules of quality: one bit for each role that a kind of node can have."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from assay.languages.quality_rules import QualityRules

if TYPE_CHECKING:
    from tree_sitter import Language as Grammar

_ROLES = (
    "functions", "lambdas", "classes", "returns", "yields", "branches", "elifs", "switches", "cases", "loops",
    "ternaries", "flow_only", "loop_elses", "tokens_boolean", "tokens_else", "imports", "comments", "strings",
    "attributes", "wrappers", "tries", "catches", "finals", "raises", "asserts", "calls", "assignments", "updates",
    "hints", "passes",
)  # fmt: skip
"""The fields of `QualityRules` that name node kinds, each with the bit of its position."""
_BITS = {name: 1 << position for position, name in enumerate(_ROLES)}
(FUNCTION, LAMBDA, CLASS, RETURN, YIELD, BRANCH, ELIF, SWITCH, CASE, LOOP, TERNARY, FLOW, LOOP_ELSE,
 BOOLEAN, ELSE, IMPORT, COMMENT, STRING, ATTRIBUTE, WRAPPER, TRY, CATCH, FINAL, RAISE, ASSERT, CALL,
 ASSIGN, UPDATE, HINT, PASS) = _BITS.values()  # fmt: skip
DEFINES = FUNCTION | LAMBDA | CLASS
FLOWS = BRANCH | ELIF | SWITCH | CASE | LOOP | TERNARY | FLOW | LOOP_ELSE | BOOLEAN | ELSE | CATCH
TEXTS = COMMENT | STRING | ATTRIBUTE | WRAPPER | IMPORT | HINT
ERRORS = TRY | CATCH | FINAL | RAISE
DEEDS = RETURN | YIELD | CALL | ASSIGN | UPDATE | ASSERT
NESTS = BRANCH | SWITCH | LOOP | TERNARY | CATCH


@cache
def roles_of(grammar: Grammar, rules: QualityRules) -> dict[int, int]:
    """Return what the rules make of each kind of node, as bits, by the number of the kind."""
    roles = dict[int, int]()
    for name, bit in _BITS.items():
        for kind in getattr(rules, name):
            number = grammar.id_for_node_kind(kind, not name.startswith("tokens_"))
            if number is not None:
                roles[number] = roles.get(number, 0) | bit
    return roles
