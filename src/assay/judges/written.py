"""What stands written in a source: its literals, and which literal is given as the answer to which other one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from assay.syntax import UNREADABLE, parse_foreign

MAX_LENGTH = 5000
"""Characters of a literal that is looked at."""
MAX_LISTS = 4
"""Lists that are held against each other, of one length."""
_BRANCHES, _COUPLES = 0, 1
"""Groups of pairs that are no tables."""


class Literal(NamedTuple):
    """A literal of a source."""

    value: object
    length: int
    """How long its text is at least."""
    line: int


class Pair(NamedTuple):
    """A literal that a source asks for, and the literal that it answers with: an entry of a table, or a branch."""

    asked: object
    answer: object
    line: int
    group: int
    """The table that it stands in; all branches together are one group."""


class WrittenSource:
    """The literals and the pairs of a source nobody trusts, found in time that grows with its length.

    >>> found = WrittenSource(b"def f(x):\\n    if x == 10: return 55\\n    return {7: 13}.get(x)")
    >>> [pair[:2] for pair in found.pairs()], sorted(text for text, _ in found.texts())
    ([(10, 55), (7, 13)], ['10', '13', '55', '7', '{7: 13}'])
    """

    def __init__(self, source: bytes) -> None:
        self._nodes: list[ast.AST] = []
        self._literals: dict[ast.AST, Literal] = {}
        try:
            self._nodes = list(ast.walk(parse_foreign(source)))
        except UNREADABLE:
            return
        for node in reversed(self._nodes):  # what is inside comes first: each value is made of those inside of it
            try:
                found = _literal(node, self._literals)
            except (KeyError, TypeError, ValueError):  # a part that is no literal, a key that cannot be one
                continue
            if found is not None and found.length <= MAX_LENGTH:
                self._literals[node] = found

    def texts(self) -> Iterator[tuple[str, int]]:
        """Give the text of each literal, those inside of others too, with the line that it stands in."""
        for node, literal in self._literals.items():
            if not isinstance(node, ast.Call):
                yield repr(literal.value), literal.line

    def pairs(self) -> Iterator[Pair]:
        """Give each literal that is asked for with the literal that is its answer."""
        for node in self._nodes:
            yield from self._pairs(node)
        yield from self._parallel_lists()

    def _pairs(self, node: ast.AST) -> Iterator[Pair]:
        match node:
            case ast.Dict(keys, values):
                for key, value in zip(keys, values, strict=True):
                    if key is not None:
                        yield from self._answered([self._literals.get(key)], value, id(node))
            case ast.List([asked, answer]) | ast.Tuple([asked, answer]):
                yield from self._answered([self._literals.get(asked)], answer, _COUPLES)
            case ast.If(test, body):
                yield from self._answered(self._compared(test), _answer(body))
            case ast.IfExp(test, body):
                yield from self._answered(self._compared(test), body)
            case ast.match_case(pattern, _, body):
                yield from self._answered(self._matched(pattern), _answer(body))

    def _answered(
        self, asked: Iterable[Literal | None], answer: ast.AST | None, group: int = _BRANCHES
    ) -> Iterator[Pair]:
        found = None if answer is None else self._literals.get(answer)
        if found is not None:
            for one in asked:
                if one is not None:
                    yield Pair(one.value, found.value, one.line, group)

    def _compared(self, test: ast.AST) -> list[Literal]:
        """Return the literals that a condition asks for, such as `x == 1`, `x in (1, 2)` or `x == 1 and y == 2`."""
        match test:
            case ast.Compare(left, [ast.Eq() | ast.Is()], [right]):
                return [self._literals[side] for side in (left, right) if side in self._literals][:1]
            case ast.Compare(_, [ast.In()], [ast.List(elements) | ast.Tuple(elements) | ast.Set(elements)]):
                return [self._literals[element] for element in elements if element in self._literals]
            case ast.BoolOp(ast.Or(), parts):
                return [literal for part in parts if isinstance(part, ast.Compare) for literal in self._compared(part)]
            case ast.BoolOp(ast.And(), parts):
                together = [
                    literal for part in parts if isinstance(part, ast.Compare) for literal in self._compared(part)
                ]
                if len(together) < 2:
                    return together
                return [Literal(tuple(one.value for one in together), 0, together[0].line)]
        return []

    def _matched(self, pattern: ast.pattern) -> list[Literal]:
        """Return the literals that a pattern stands for."""
        match pattern:
            case ast.MatchValue(value):
                return [self._literals[value]] if value in self._literals else []
            case ast.MatchOr(patterns):
                return [
                    literal for one in patterns if not isinstance(one, ast.MatchOr) for literal in self._matched(one)
                ]
            case ast.MatchSequence(patterns):
                parts = [
                    literal for one in patterns if isinstance(one, ast.MatchValue) for literal in self._matched(one)
                ]
                if parts and len(parts) == len(patterns):
                    return [Literal(tuple(part.value for part in parts), 0, pattern.lineno)]
        return []

    def _parallel_lists(self) -> Iterator[Pair]:
        """Give the elements of two lists of one length side by side, as `answers[inputs.index(x)]` uses them."""
        lists: dict[int, list[list[ast.expr]]] = {}
        for node in self._nodes:
            match node:
                case ast.List(elements) | ast.Tuple(elements) if len(elements) > 2:
                    same = lists.setdefault(len(elements), [])
                    if len(same) < MAX_LISTS:
                        same.append(elements)
        for same in lists.values():
            for asked in same:
                for answers in same:
                    if asked is not answers:
                        for one, other in zip(asked, answers, strict=True):
                            yield from self._answered([self._literals.get(one)], other, id(answers) ^ id(asked))


def _answer(body: Sequence[ast.stmt]) -> ast.AST | None:
    """Return what the first statement of a branch returns or assigns."""
    match body[0]:
        case ast.Return(value) | ast.Assign(_, value) | ast.AnnAssign(_, _, value):
            return value
    return None


def _literal(node: ast.AST, known: dict[ast.AST, Literal]) -> Literal | None:
    line = getattr(node, "lineno", 0)
    match node:
        case ast.Constant(value):
            return Literal(value, len(value) if isinstance(value, str | bytes) else len(repr(value)), line)
        case ast.UnaryOp(ast.USub() | ast.UAdd(), ast.Constant(value)) | ast.BinOp(_, _, ast.Constant(value)):
            return Literal(ast.literal_eval(node), 1, line) if isinstance(value, int | float | complex) else None
        case ast.Call(ast.Name("set"), [], []):
            return Literal(set(), 5, line)
        case ast.List(elements) | ast.Tuple(elements) | ast.Set(elements):
            parts = [known[element] for element in elements]
            return Literal(_KINDS[type(node)](part.value for part in parts), _length(parts), line)
        case ast.Dict(keys, items):
            pairs = [(known[key], known[item]) for key, item in zip(keys, items, strict=True) if key is not None]
            if len(pairs) < len(keys):
                return None
            made = {key.value: item.value for key, item in pairs}
            return Literal(made, _length([part for pair in pairs for part in pair]), line)
    return None


_KINDS: dict[type[ast.AST], Callable[[Iterable[object]], object]] = {ast.List: list, ast.Tuple: tuple, ast.Set: set}


def _length(parts: Sequence[Literal]) -> int:
    return sum(part.length for part in parts) + len(parts)
