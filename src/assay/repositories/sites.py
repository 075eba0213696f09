"""Sites: places in a test function where one small edit makes a passing test fail.

A site is a literal that the test expects, any other literal of its body, or an assertion that can be negated. An edit
of a literal keeps its form: another number of as many digits, another word of the same file. Other values are drawn
from a set that is the same for each of its members (`_block`), so neither the middle of the values that a file holds
nor their smallest or rarest is the published one more often than the others are.
"""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

from assay.repositories.decided import Decided
from assay.repositories.negation import Edit, Edits, Function, asserting, negations, raising_context
from assay.syntax import UNREADABLE, parse_foreign

MOST_WAYS = 7
"""Edits of one literal; with the published one there are eight values."""
_Item = TypeVar("_Item")
_PART = re.compile(r"\d+|[A-Za-z]+")
_WORD = re.compile(r"[A-Za-z]{3,12}")
_BLOCK = 13
"""At least so many values are in one set, and fewer than twice as many."""
_NEAR = 16
"""How far the numbers that stand for another one are from it, its zeros at the end aside."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_EXCEPTIONS = (
    "ValueError", "TypeError", "KeyError", "IndexError", "AttributeError", "RuntimeError", "ZeroDivisionError",
    "OSError", "ImportError", "NameError", "OverflowError", "AssertionError",
)  # fmt: skip
"""Exceptions of which none is derived from another."""
_WARNINGS = ("UserWarning", "DeprecationWarning", "RuntimeWarning", "FutureWarning", "SyntaxWarning", "ImportWarning")


_CONSTRUCTORS = (
    "dedent", "approx", "array", "asarray", "set", "frozenset", "list", "tuple", "dict", "bytes", "bytearray",
    "Decimal", "Fraction", "OrderedDict", "Counter", "deque", "date", "datetime", "timedelta", "Path", "strip", "param",
)  # fmt: skip
"""Functions whose result is as good as a literal."""


class Tier(IntEnum):
    """How well an edit hides, from best to worst."""

    EXPECTED = 0
    """A literal that the test compares with: every right solution fails with another one."""
    OTHER = 1
    """Any other literal: the reference fails with another one, and so do nearly all right solutions."""
    NEGATED = 2
    """An assertion that asks for the opposite: a reader who expects tests to be positive recognises it."""


@dataclass(frozen=True, slots=True)
class Site:
    """One place in a test function that can be edited."""

    tier: Tier
    node: ast.expr | None = None
    negated: Edits = ()

    def ways(self, lines: Sequence[bytes], words: Sequence[str], salt: int) -> list[Edits]:
        """Return different edits of this site in random order, at most `MOST_WAYS`; equal literals have equal ones.

        If they had not, a reader could take the value that the sets of two equal literals share.
        """
        if self.node is None:
            return [self.negated]
        text = source_of(self.node, lines)
        if text is None:
            return []
        values = _values(self.node, text, words, random.Random(f"{salt} {text}"))
        most = 1 if self.tier is Tier.NEGATED else MOST_WAYS
        return [(edit_at(self.node, text, *value),) for value in values[:most]]


def sites_of(function: Function, lines: Sequence[bytes]) -> list[Site]:
    """Return the sites of a function, always in the same order, the best tier first."""
    decided = Decided(function)
    free = decided.free
    free |= {id(inner) for given in _given_to(function, free) for inner in ast.walk(given)}
    expected = [one for one in _expected(function) if id(one) not in free and not decided.is_optional(one)]
    taken = {id(one) for one in expected} | free
    others = [one for one in _constants(function.body) if id(one) not in taken and not decided.is_optional(one)]
    found = [Site(Tier.EXPECTED, node) for node in expected if not _is_alone(node)]
    found += [Site(Tier.OTHER, node) for node in others if not _is_alone(node)]
    found += [Site(Tier.NEGATED, node) for node in expected if _is_alone(node)]
    return found + [Site(Tier.NEGATED, negated=edits) for edits in negations(function, lines)]


def words_of(node: ast.AST) -> Counter[str]:
    """Return how often each word occurs in the strings below a node, in lower case."""
    texts = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return Counter(word.lower() for text in texts for word in _WORD.findall(text))


def _is_alone(node: ast.expr) -> bool:
    """Return whether no other value has its form: what is empty, and `None`, is the only such one among others."""
    match node:
        case ast.Constant(value=None | "" | b"") | ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
    return False


def source_of(node: ast.AST, lines: Sequence[bytes]) -> str | None:
    """Return the text of an expression; `None` where it is not UTF-8."""
    if not isinstance(node, ast.expr):
        return None
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    text = b"\n".join(lines[first : last + 1])
    try:
        return text[node.col_offset : len(text) - len(lines[last]) + (node.end_col_offset or 0)].decode()
    except UnicodeDecodeError:
        return None


def edit_at(node: ast.expr, text: str, start: int, end: int, new: str) -> Edit:
    """Return the edit that replaces characters `start` to `end` of a node's text."""
    before = text[:start]
    line = node.lineno - 1 + before.count("\n")
    column = len(before.rpartition("\n")[2].encode()) + (0 if "\n" in before else node.col_offset)
    return Edit(line, column, column + len(text[start:end].encode()), new.encode())


_Value = tuple[int, int, str]
"""Where characters of a literal's text start and end, and what replaces them."""


def _values(node: ast.expr, text: str, words: Sequence[str], chance: random.Random) -> list[_Value]:
    """Return other values of the same form, in random order."""
    match node:
        case ast.Name(id=name):
            return _exceptions(name, chance)
        case ast.List(elts=[]) | ast.Dict(keys=[]):
            return _filled(text, words, chance)
        case ast.Constant(value=bool() as value):
            return [(0, len(text), repr(not value))]
        case ast.Constant(value=None):
            return [(0, len(text), other) for other in chance.sample(["True", "False"], 2)]
        case ast.Constant(value=int()) if text.isdigit():
            return [(0, len(text), other) for other in _numbers(text, chance)]
        case ast.Constant(value=float() as value) if value:
            return _floats(text, chance)
        case ast.Constant(value=str() | bytes() as value):
            return _texts(text, value, words, chance)
    return []


def _exceptions(name: str, chance: random.Random) -> list[_Value]:
    family = _WARNINGS if name in _WARNINGS else _EXCEPTIONS
    others = [one for one in family if one != name]
    return [(0, len(name), other) for other in chance.sample(others, len(others))]


def _filled(text: str, words: Sequence[str], chance: random.Random) -> list[_Value]:
    """Return containers that are not empty."""
    pattern = {"[]": "[{}]", "{}": "{{{}: 1}}"}.get(text.replace(" ", ""))
    return [(0, len(text), pattern.format(repr(chance.choice(words or _LETTERS))))] if pattern else []


def _numbers(text: str, chance: random.Random) -> list[str]:
    """Return numbers near this one with as many zeros at the front and at the end, in random order.

    How many of them are smaller is drawn first: the one that was there is the smallest, the middle or the largest of
    all with the same chance, as far as there are as many smaller ones.

    >>> sorted(_numbers("2", random.Random(1)), key=int)
    ['4', '7', '11', '13', '15', '16', '17']
    """
    inner = text.lstrip("0") or text[-1]
    core = inner.rstrip("0") or inner
    front, end = text[: len(text) - len(inner)], inner[len(core) :]
    number = int(core)
    least, most = (1 if end else 0), (10 ** len(core) - 1 if front else number + _NEAR)
    below = [one for one in range(max(least, number - _NEAR), number) if one % 10 or len(inner) == 1 == len(str(one))]
    above = [one for one in range(number + 1, most + 1) if one % 10]
    smaller = chance.randint(max(0, MOST_WAYS - len(above)), min(MOST_WAYS, len(below)))
    others = chance.sample(below, smaller) + chance.sample(above, min(len(above), MOST_WAYS - smaller))
    return [f"{front}{one}{end}" for one in chance.sample(others, len(others))]


def _block(items: Sequence[_Item], place: int) -> Sequence[_Item]:
    """Return that part of a fixed division of a sequence in which a place is; each of its members has the same one.

    >>> _block("abcdefghijklmnopqrstuvwxyz", 3), _block("abcdefghijklmnopqrstuvwxyz", 25)
    ('abcdefghijklm', 'nopqrstuvwxyz')
    """
    parts = max(1, len(items) // _BLOCK)
    part = place * parts // len(items)
    return items[-(-part * len(items) // parts) : -(-(part + 1) * len(items) // parts)]


def _floats(text: str, chance: random.Random) -> list[_Value]:
    """Return floats with another first digit that counts: a tolerance does not hide the difference."""
    at = re.search(r"[1-9]", text)
    if at is None or not re.fullmatch(r"[\d._]+([eE][-+]?\d+)?", text):
        return []
    others = [digit for digit in "123456789" if digit != at[0]]
    return [(at.start(), at.end(), digit) for digit in chance.sample(others, len(others))]


def _texts(text: str, value: str | bytes, words: Sequence[str], chance: random.Random) -> list[_Value]:
    """Return strings in which one number or word is another one; numbers are taken first."""
    opening = re.match(r"[A-Za-z]*(\"\"\"|'''|\"|')", text)
    if opening is None:
        return []
    if not value:
        return [(opening.end(), opening.end(), chance.choice(words or _LETTERS))]
    parts = [(found.start() + (text[found.start() - 1] == "\\"), found.end()) for found in _PART.finditer(text)]
    parts = [(start, end) for start, end in parts if opening.end() <= start < end]
    chance.shuffle(parts)
    parts.sort(key=lambda part: not text[part[0]].isdigit())
    made = []
    for start, end in parts[:4]:
        part = text[start:end]
        others = _numbers(part, chance) if part.isdigit() else _words(part, words, chance)
        made += [(start, end, other) for other in others if _differs(text, (start, end, other), value)]
        if len(made) >= MOST_WAYS:
            break
    return made


def _words(word: str, words: Sequence[str], chance: random.Random) -> list[str]:
    """Return other words in the same case that occur about as often; where there are few, with another letter."""
    if len(word) == 1:
        others = [letter.upper() if word.isupper() else letter for letter in _LETTERS if letter != word.lower()]
        return chance.sample(others, MOST_WAYS)
    known = _block(words, words.index(word.lower())) if word.lower() in words else ()
    cased = list(dict.fromkeys(_in_case_of(word, other) for other in known if other != word.lower()))
    if len(cased) >= MOST_WAYS:
        return chance.sample(cased, MOST_WAYS)
    at = chance.randrange(len(word))
    letters = [_in_case_of(word[at], letter) for letter in _LETTERS if letter != word[at].lower()]
    return [word[:at] + letter + word[at + 1 :] for letter in chance.sample(letters, MOST_WAYS)]


def _in_case_of(word: str, other: str) -> str:
    if word.isupper() and (len(word) > 1 or len(other) == 1):
        return other.upper()
    return other.capitalize() if word[0].isupper() else other.lower()


def _differs(text: str, value: _Value, before: object) -> bool:
    """Return whether an edited literal is one of the same type with another value."""
    start, end, new = value
    try:
        read = ast.literal_eval(parse_foreign(f"({text[:start]}{new}{text[end:]})").body[0].value)  # type: ignore[attr-defined]  # an expression
    except UNREADABLE:
        return False
    return type(read) is type(before) and read != before


def _expected(function: Function) -> Iterator[ast.expr]:
    """Yield the literals that a test compares with, each once."""
    bound = bound_literals(function, list(_comparisons(function)))
    seen = set[int]()
    for operands in _comparisons(function):
        literal = [one for one in operands if is_literal(one)]
        named = [bound[one.id] for one in operands if isinstance(one, ast.Name) and one.id in bound]
        for top in literal + [value for values in named for value in values] or operands[-1:]:
            for node in _constants([top]):
                if id(node) not in seen:
                    seen.add(id(node))
                    yield node


def _comparisons(function: Function) -> Iterator[list[ast.expr]]:
    """Yield the operands of each comparison that a test asserts."""
    for node in ast.walk(function):
        match node:
            case ast.Assert(test=test):
                for inner in ast.walk(test):
                    match inner:
                        case ast.Compare(left=left, ops=[ast.Eq() | ast.Is()], comparators=[right]):
                            yield [left, right]
                        case ast.Compare(left=left, ops=[ast.In()]):
                            yield [left]
            case ast.Call() as call if asserting(call):
                yield [one for one in call.args[:3] if not isinstance(one, ast.Starred)]
            case ast.With() if (context := raising_context(node)) is not None:
                texts = [one.value for one in context.keywords if one.arg in ("match", "message", "expected_regex")]
                yield [*context.args[:2], *texts]


def bound_literals(function: Function, comparisons: Sequence[Sequence[ast.expr]]) -> dict[str, list[ast.expr]]:
    """Return the values of names that are only compared with: locals, and parameters of `parametrize`."""
    loads: dict[str, int] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            loads[node.id] = loads.get(node.id, 0) + 1
    compared: dict[str, int] = {}
    for operands in comparisons:
        for one in operands:
            if isinstance(one, ast.Name):
                compared[one.id] = compared.get(one.id, 0) + 1
    values = _parameters(function)
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                values.setdefault(name, []).append(value)
    return {
        name: found
        for name, found in values.items()
        if compared.get(name, 0) == loads.get(name, 0) > 0 and all(_is_given(value) for value in found)
    }


def _given_to(function: Function, free: Collection[int]) -> Iterator[ast.expr]:
    """Yield what is written out for the names that conditions read which do not decide."""
    names = {one.id for one in ast.walk(function) if isinstance(one, ast.Name) and id(one) in free}
    yield from (value for name, values in _parameters(function).items() if name in names for value in values)
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets, value=value) if is_literal(value):
                stored = targets
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value) if is_literal(value):
                stored = [target]
            case _:
                continue
        if any(isinstance(one, ast.Name) and one.id in names for top in stored for one in ast.walk(top)):
            yield value


def _is_given(node: ast.expr) -> bool:
    """Return whether a value is given by the test itself: a literal, or one that a plain constructor is called with."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args):
            return name in _CONSTRUCTORS and all(_is_given(one) for one in args)
    return is_literal(node)


def _parameters(function: Function) -> dict[str, list[ast.expr]]:
    """Return the values of each parameter in decorators of the form `parametrize("a, b", [(1, 2), …])`."""
    found: dict[str, list[ast.expr]] = {}
    for decorator in function.decorator_list:
        match decorator:
            case (
                ast.Call(
                    func=ast.Attribute(attr="parametrize"), args=[_, ast.List(elts=rows) | ast.Tuple(elts=rows), *_]
                ) as call
            ):
                columns = parameters_of(call)
                for row in rows:
                    if isinstance(row, ast.Call):
                        row = ast.Tuple(elts=row.args) if len(columns) > 1 else row.args[0] if row.args else row
                    cells = row.elts if isinstance(row, ast.Tuple | ast.List) and len(columns) > 1 else [row]
                    if len(cells) == len(columns):
                        for column, cell in zip(columns, cells, strict=True):
                            found.setdefault(column, []).append(cell)
    return found


def parameters_of(call: ast.Call) -> list[str]:
    """Return the names that a call of `parametrize` gives values to."""
    match call.args[0] if call.args else None:
        case ast.Constant(value=str() as text):
            return [name.strip() for name in text.split(",") if name.strip()]
        case ast.Tuple(elts=names) | ast.List(elts=names):
            return [one.value for one in names if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return []


def _constants(tops: Sequence[ast.AST]) -> Iterator[ast.expr]:
    """Yield what can be another value below these nodes: no descriptions, keywords, indices or parts of f-strings."""
    waiting = list(reversed(tops))
    while waiting:
        node = waiting.pop()
        match node:
            case ast.Constant(value=bool() | int() | float() | str() | bytes() | None):
                yield node
            case ast.List(elts=[]) | ast.Dict(keys=[]):
                yield node
            case ast.Name(id=name) if name in _EXCEPTIONS or name in _WARNINGS:
                yield node
            case ast.JoinedStr() | ast.Expr(value=ast.Constant()):
                continue
            case ast.Subscript(value=value):
                waiting.append(value)
            case ast.Call():
                waiting += reversed([node.func, *node.args])
            case _:
                waiting += reversed(list(ast.iter_child_nodes(node)))


def is_literal(node: ast.AST) -> bool:
    """Return whether an expression is written out, all of it."""
    match node:
        case ast.Constant():
            return node.value is not Ellipsis
        case ast.Tuple() | ast.List() | ast.Set() | ast.Dict() | ast.UnaryOp(op=ast.USub()):
            return all(is_literal(one) for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr))
    return False
