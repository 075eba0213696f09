"""Answers written into the source for the very inputs of the cases: a suspicion, never a verdict."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from assay.judges.host.statements import parse
from assay.records import Case, Suspicion, SuspicionKind

MIN_CASES = 3
MAX_SOURCE = 200_000
SHARE = 0.6
BLANKS = b" \t\r\n'\""


def hard_coded(source: bytes, cases: Sequence[Case]) -> list[Suspicion]:
    """Whether most cases have their arguments and their answer as literals in the source, outside its docstrings.

    Small numbers, booleans and short strings occur everywhere and prove nothing.
    """
    telling = [case for case in cases if case.raises is None and _tells_of(case)]
    if len(telling) < MIN_CASES or len(source) > MAX_SOURCE:
        return []
    compact = source.translate(None, BLANKS)
    if sum(_compact(case.expected) in compact for case in telling) < MIN_CASES:
        return []
    literals = set(_literals(source))
    found = [case for case in telling if repr(case.expected) in literals and _all_in(case.arguments, literals)]
    if len(found) < max(MIN_CASES, SHARE * len(telling)):
        return []
    example = repr(found[0].arguments)[:200]
    evidence = f"{len(found)} of {len(telling)} cases have input and answer in the source, such as {example}"
    return [Suspicion(SuspicionKind.HARD_CODED, evidence)]


def _compact(value: object) -> bytes:
    """How a literal looks without blanks and with one kind of quotes: a first look that costs little."""
    return repr(value).encode("utf-8", "replace").translate(None, BLANKS)


def _tells_of(case: Case) -> bool:
    return _tells(case.expected) and any(map(_tells, case.arguments))


def _tells(value: object) -> bool:
    return len(repr(value)) >= 4 and not isinstance(value, bool) and value is not None


def _all_in(values: Iterable[object], literals: set[str]) -> bool:
    return all(repr(value) in literals for value in values if _tells(value))


def _literals(source: bytes) -> Iterable[str]:
    try:
        tree = parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, (ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.UnaryOp)):
            try:
                yield repr(ast.literal_eval(node))
            except (ValueError, TypeError, SyntaxError, RecursionError):
                continue
