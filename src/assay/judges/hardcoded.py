"""Answers written into the source for the very inputs of the cases: a suspicion, never a verdict."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence, Sized
from typing import NamedTuple

from assay.judges.host.statements import parse
from assay.records import Case, Suspicion, SuspicionKind

MIN_CASES = 3
MAX_CASES = 200
MIN_LENGTH, MAX_LENGTH = 4, 5000
MAX_SOURCE = 200_000
SHARE = 0.6
BLANKS = b" \t\r\n'\""


class Answers:
    """The cases of a problem as literals that would be telling in a source; made once for all candidates.

    Small numbers, booleans and short strings occur everywhere and prove nothing; what is very long nobody writes down.
    """

    def __init__(self, cases: Sequence[Case]) -> None:
        found = (_written(case) for case in cases[:MAX_CASES] if case.raises is None)
        self.telling = [case for case in found if case is not None]

    def suspicions(self, source: bytes) -> list[Suspicion]:
        """Whether most cases have their arguments and their answer as literals in a source, outside its docstrings."""
        telling = self.telling
        if len(telling) < MIN_CASES or len(source) > MAX_SOURCE:
            return []
        compact = source.translate(None, BLANKS)
        if sum(case.compact in compact for case in telling) < MIN_CASES:
            return []
        literals = set(_literals(source))
        found = [case for case in telling if case.expected in literals and literals.issuperset(case.arguments)]
        if len(found) < max(MIN_CASES, SHARE * len(telling)):
            return []
        example = ", ".join(found[0].arguments)[:200]
        evidence = f"{len(found)} of {len(telling)} cases have input and answer in the source, such as {example}"
        return [Suspicion(SuspicionKind.HARD_CODED, evidence)]


class _Written(NamedTuple):
    """One case as somebody who knows it would write it down."""

    expected: str
    compact: bytes
    """The expected value without blanks and quotes: a first look that costs little."""
    arguments: list[str]


def _written(case: Case) -> _Written | None:
    expected = _literal(case.expected)
    arguments = [text for text in map(_literal, case.arguments) if text is not None]
    if expected is None or not arguments:
        return None
    return _Written(expected, expected.encode("utf-8", "replace").translate(None, BLANKS), arguments)


def _literal(value: object) -> str | None:
    if value is None or isinstance(value, bool) or (isinstance(value, Sized) and len(value) > MAX_LENGTH):
        return None
    try:
        text = repr(value)
    except Exception:  # an integer of too many digits
        return None
    return text if MIN_LENGTH <= len(text) <= MAX_LENGTH else None


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
