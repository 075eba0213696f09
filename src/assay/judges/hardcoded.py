"""HardCodedAnswers written into the source for the very inputs of the cases: a suspicion, never a verdict."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence, Sized
from typing import NamedTuple

from assay.judges.large import LargeCase
from assay.records import Case, Suspicion, SuspicionKind
from assay.syntax import UNREADABLE, parse_foreign

MIN_CASES = 3
MAX_CASES = 200
MIN_LENGTH, MAX_LENGTH = 4, 5000
MAX_SOURCE = 200_000
SHARE = 0.6
BLANKS = b" \t\r\n'\""


class HardCodedAnswers:
    """The cases of a problem as literals that would be telling in a source; made once for all candidates.

    Small numbers, booleans and short strings occur everywhere and prove nothing; what is very long nobody writes down.
    """

    def __init__(self, cases: Sequence[Case]) -> None:
        found = (
            _written(case) for case in cases[:MAX_CASES] if case.raises is None and not isinstance(case, LargeCase)
        )
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
    """The literals of a source as text, those inside of others too, as far as they are not longer than `MAX_LENGTH`.

    Each value is made from those inside of it, which are there already, so nesting does not multiply the work.
    """
    try:
        nodes = list(ast.walk(parse_foreign(source)))
    except UNREADABLE:
        return
    values: dict[ast.AST, _Value] = {}
    for node in reversed(nodes):  # what is inside comes first
        try:
            value = _value(node, values)
        except (KeyError, TypeError, ValueError):  # a part that is no literal, a key that cannot be one
            continue
        if value is not None and value.length <= MAX_LENGTH:
            values[node] = value
            if not isinstance(node, ast.Call):
                yield repr(value.value)


class _Value(NamedTuple):
    """The value of a literal, and how long its text is at least."""

    value: object
    length: int


def _value(node: ast.AST, values: dict[ast.AST, _Value]) -> _Value | None:
    match node:
        case ast.Constant(value):
            return _Value(value, len(value) if isinstance(value, str | bytes) else len(repr(value)))
        case ast.UnaryOp(ast.USub() | ast.UAdd(), ast.Constant(value)) | ast.BinOp(_, _, ast.Constant(value)):
            return _Value(ast.literal_eval(node), 1) if isinstance(value, int | float | complex) else None
        case ast.Call(ast.Name("set"), [], []):
            return _Value(set(), 5)
        case ast.List(elements) | ast.Tuple(elements) | ast.Set(elements):
            parts = [values[element] for element in elements]
            return _Value(_KINDS[type(node)](part.value for part in parts), _length(parts))
        case ast.Dict(keys, items):
            pairs = [(values[key], values[item]) for key, item in zip(keys, items, strict=True) if key is not None]
            if len(pairs) < len(keys):
                return None
            made = {key.value: item.value for key, item in pairs}
            return _Value(made, _length([part for pair in pairs for part in pair]))
    return None


_KINDS: dict[type[ast.AST], Callable[[Iterable[object]], object]] = {ast.List: list, ast.Tuple: tuple, ast.Set: set}


def _length(parts: Sequence[_Value]) -> int:
    return sum(part.length for part in parts) + len(parts)
