"""Rewriting of assertions so that a test file does not contain what they expect.

A hidden assertion always passes. It reports its operands to the judge as text, and the judge compares them.
"""

from __future__ import annotations

import ast
import builtins
import json
import operator
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from assay.repositories.closed import REPEATED, is_closed, only_open, value_of
from assay.repositories.decided import Decided
from assay.repositories.drivers.recording import HIDDEN, HOLE, OBJECT, plain
from assay.repositories.negation import Function, asserting, raises
from assay.repositories.sites import bound_literals, source_of

_METHODS: dict[str, type[ast.cmpop]] = {
    "assertEqual": ast.Eq,
    "assertEquals": ast.Eq,
    "assertListEqual": ast.Eq,
    "assertTupleEqual": ast.Eq,
    "assertDictEqual": ast.Eq,
    "assertSetEqual": ast.Eq,
    "assertMultiLineEqual": ast.Eq,
    "assertNotEqual": ast.NotEq,
    "assertIs": ast.Is,
    "assertIsNot": ast.IsNot,
    "assertIn": ast.In,
    "assertNotIn": ast.NotIn,
    "assertLess": ast.Lt,
    "assertLessEqual": ast.LtE,
    "assertGreater": ast.Gt,
    "assertGreaterEqual": ast.GtE,
}
"""Assertions of unittest, and the operator that each stands for."""
_POSITIVE: dict[type[ast.cmpop], tuple[str, bool]] = {
    ast.Eq: ("==", True),
    ast.NotEq: ("==", False),
    ast.Is: ("is", True),
    ast.IsNot: ("is", False),
    ast.In: ("in", True),
    ast.NotIn: ("in", False),
}
"""The operator that stands for both it and its opposite, and which of them is meant."""
_ORDERS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ORDER_OF: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
SIGNS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_TRUTHS = {"True": True, "true": True, "False": False, "false": False, "None": False}
"""What `recording.truth` says of objects that have one truth."""
_Asks = Callable[[str], bool]
"""Whether what was told has the property that an assertion asks for, or asks the opposite of."""


@dataclass(frozen=True, slots=True)
class Part:
    """An expression of a test, what stands for it in a hidden run, and what must be told there."""

    node: ast.expr
    teller: str
    """A name of the module that `recording` makes."""
    given: tuple[ast.expr | str, ...]
    """What is told; empty: the object that stands there tells what it is compared with."""
    asks: _Asks
    wanted: bool = True
    sign: str = ""
    """The operator, if the expression still has its own value in a hidden run."""
    is_turned: bool = False
    """Whether the expression must be false for the test to pass."""
    is_silent: bool = False
    """Whether nothing need be told: only what other parts hide reads the literal."""

    def text(self, number: int, source: Callable[[ast.expr], bytes]) -> bytes:
        """Return what stands in the place of the expression; `source` returns that of an expression within it."""
        given = [one.encode() if isinstance(one, str) else source(one) for one in self.given]
        given[1:] = [b"lambda: (" + one + b")" for one in given[1:]]
        told = b"".join(b", (" + one + b")" for one in given)
        sign = f", {self.sign!r}" if self.sign else ""
        call = f'__import__("{HIDDEN}").{self.teller}({number}{sign}'.encode() + told + b")"
        return b"(not " + call + b")" if self.is_turned else call

    def holds(self, text: str | None) -> bool:
        """Return whether what was told is what the published test asks for."""
        try:
            return text is not None and self.asks(text) is self.wanted
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError):
            return False


@dataclass(frozen=True, slots=True)
class Assertion:
    """One assertion of a test."""

    node: ast.AST
    parts: tuple[Part, ...] = ()
    """What can be hidden of it: its one condition, or each value of the name that it compares with."""
    is_whole: bool = False
    """Whether nothing that a patch can read or answer for is left where its parts are hidden."""
    operands: tuple[ast.expr, ...] = ()
    """What it compares, if no operand is a literal: literals elsewhere may be behind one of them."""


def assertions(function: Function, lines: Sequence[bytes], decided: Decided) -> list[Assertion]:
    """Return what a test asserts, always in the same order."""
    conditions = list(_conditions(function))
    pairs = [
        [one.left, *one.comparators]
        for _, one in conditions
        if isinstance(one, ast.Compare) and [type(each) for each in one.ops] == [ast.Eq]
    ]
    bound = bound_literals(function, pairs)
    turned = {id(one.test) for one in ast.walk(function) if isinstance(one, ast.If)}
    found = []
    for node, condition in conditions:
        try:
            if isinstance(node, ast.expr) and not decided.is_guarded(node):
                one = _assertion(node, condition, bound, lines, decided.imported)
            else:
                one = Assertion(node)
        except (ValueError, TypeError):  # what is written out has no value, such as `-"a"` and `{[]}`
            one = Assertion(node)
        parts = tuple(replace(part, is_turned=id(part.node) in turned) for part in one.parts)
        found.append(replace(one, parts=parts, is_whole=one.is_whole and not decided.is_optional(node)))
    return found


def checked_comparisons(function: Function) -> list[Part]:
    """Return the comparisons of a function, each with its value and a report of what it was asked about."""
    found = []
    for statement in function.body:
        for node in ast.walk(statement):
            match node:
                case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in SIGNS:
                    if not (is_closed(left) and is_closed(right)) and not _is_bound_here(right):
                        word = SIGNS[type(sign)]
                        asks = partial(_is_consistent, word)
                        found.append(Part(node, "compared", (left, right), asks, sign=word))
    return found


def replaced_literal(node: ast.expr, *, is_silent: bool = False) -> Part:
    """Return the part in which an object stands for a literal that is only compared, and reports with what."""
    return Part(node, "Value", (), partial(_is_as_compared, value_of(node)), is_silent=is_silent)


def _is_bound_here(node: ast.expr) -> bool:
    """Return whether an expression cannot be evaluated in a function of its own."""
    return any(isinstance(one, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom) for one in ast.walk(node))


def _conditions(function: Function) -> Iterator[tuple[ast.AST, ast.expr | None]]:
    """Yield what asserts something, each with the condition that must be true; `None`: not known."""
    statements = {id(node.value) for node in ast.walk(function) if isinstance(node, ast.Expr)}
    for node in ast.walk(function):
        match node:
            case ast.Assert(test=ast.BoolOp(op=ast.And(), values=values)):
                yield from ((one, one) for one in values)
            case ast.Assert(test=test):
                yield test, test
            case ast.If(test=test, body=[ast.Raise()], orelse=[]):
                yield test, ast.UnaryOp(ast.Not(), test)
            case ast.Match():
                yield node, None
            case ast.Call() if asserting(node):
                yield node, _condition_of(node) if id(node) in statements else None


def _condition_of(call: ast.Call) -> ast.expr | None:
    """Return the condition that a method of unittest asserts, made of the nodes of its arguments."""
    match call:
        case ast.Call(args=args) if any(isinstance(one, ast.Starred) for one in args[:2]):
            return None
        case ast.Call(func=ast.Attribute(attr="assertTrue"), args=[one, *_]):
            return one
        case ast.Call(func=ast.Attribute(attr="assertFalse"), args=[one, *_]):
            return ast.UnaryOp(ast.Not(), one)
        case ast.Call(func=ast.Attribute(attr="assertIsNone" | "assertIsNotNone" as name), args=[one, *_]):
            return ast.Compare(one, [ast.Is() if name == "assertIsNone" else ast.IsNot()], [ast.Constant(None)])
        case ast.Call(
            func=ast.Attribute(attr="assertIsInstance" | "assertNotIsInstance" as name), args=[one, kind, *_]
        ):
            asked = ast.Call(ast.Name("isinstance", ast.Load()), [one, kind], [])
            return asked if name == "assertIsInstance" else ast.UnaryOp(ast.Not(), asked)
        case ast.Call(func=ast.Attribute(attr=name), args=[one, other, *_]) if name in _METHODS:
            return ast.Compare(one, [_METHODS[name]()], [other])
        case ast.Call(func=ast.Attribute(attr="assertAlmostEqual" | "assertAlmostEquals")):
            return call
    return None


def _assertion(
    node: ast.expr,
    condition: ast.expr | None,
    bound: dict[str, list[ast.expr]],
    lines: Sequence[bytes],
    imported: Collection[str],
) -> Assertion:
    if condition is None:
        return _raising(node, lines)
    wanted = True
    while isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not):
        condition, wanted = condition.operand, not wanted

    def hidden(teller: str, given: ast.expr, asks: _Asks, *, is_meant: bool = True, is_whole: bool = True) -> Assertion:
        part = Part(node, teller, (_written(given, lines),), asks, is_meant is wanted)
        return Assertion(node, (part,), is_whole and not _has_own_literal(given))

    subject = only_open(condition)
    if subject is not None and not _is_plain(condition, subject):
        return hidden("told", subject, partial(_is_true_with, condition, subject))
    match condition:
        case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot() as sign], comparators=[ast.Constant(value=value)]) if (
            value is None or isinstance(value, bool)
        ):
            is_whole = not _asks_by_call(left, imported)
            asks = partial(operator.eq, repr(value))
            return hidden("truth", left, asks, is_meant=isinstance(sign, ast.Is), is_whole=is_whole)
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]) if wanted and (
            named := [bound[one.id] for one in (left, right) if isinstance(one, ast.Name) and one.id in bound]
        ):
            if len(named) == 1 and not all(map(is_closed, (left, right))):
                values = [value for value in named[0] if is_closed(value)]
                parts = (replaced_literal(value) for value in values)
                return Assertion(node, tuple(parts), len(values) == len(named[0]))
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot() as sign], comparators=[right]):
            for one, other in ((left, right), (right, left)):
                equals = None if is_closed(one) else _equal(other) if is_closed(other) else _approx(other)
                if equals:
                    return hidden("told", one, equals, is_meant=isinstance(sign, ast.Eq | ast.Is))
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as sign], comparators=[right]):
            is_meant = isinstance(sign, ast.In)
            if is_closed(left) and not is_closed(right):
                return hidden("members", right, partial(_contains, value_of(left)), is_meant=is_meant)
            if isinstance(right, ast.Tuple | ast.List | ast.Set) and is_closed(right) and not is_closed(left):
                members = [plain(one) for one in value_of(right)]
                return hidden("told", left, members.__contains__, is_meant=is_meant)
        case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in _ORDERS:
            order = _ORDERS[type(sign)]
            if (limit := _number_of(right)) is not None:
                return hidden("told", left, lambda text: order(_number(_data(text)), limit))
            if (limit := _number_of(left)) is not None:
                return hidden("told", right, lambda text: order(limit, _number(_data(text))))
        case ast.Call(func=ast.Attribute(attr="assertAlmostEqual" | "assertAlmostEquals")):
            return _almost(node, condition, lines)
    match condition:
        case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in _POSITIVE:
            word, is_meant = _POSITIVE[type(sign)]
            given = (_written(left, lines), _written(right, lines))
            if _is_bound_here(right) or word == "is":
                compared = f"({_source(left, lines)}) {word} ({_source(right, lines)})"
                part = Part(node, "truth", (compared,), _TRUTHS.__getitem__, is_meant is wanted)
            else:
                part = Part(node, "both", given, partial(_is_true_of, word), is_meant is wanted, sign=word)
            return Assertion(node, (part,), operands=(left, right))
    return hidden(
        "truth",
        condition,
        _TRUTHS.__getitem__,
        is_whole=not (_asks_objects(condition) or _asks_by_call(condition, imported)),
    )


def _is_plain(condition: ast.expr, subject: ast.expr) -> bool:
    """Return whether a condition is a comparison of the subject itself, which has a form of its own below."""
    match condition:
        case ast.Compare(left=left, ops=[_], comparators=[right]):
            return subject is left or subject is right
    return False


def _is_true_with(condition: ast.expr, subject: ast.expr, text: str) -> bool:
    """Return whether a condition is true where its only open part has the value that was told."""
    return bool(value_of(condition, {id(subject): _scalar(text)}))


def _asks_objects(condition: ast.expr) -> bool:
    """Return whether a condition compares what need not be data: objects of a patch can equal everything."""
    return any(
        isinstance(one, ast.Compare) or (isinstance(one, ast.Name) and one.id in ("isinstance", "issubclass"))
        for one in ast.walk(condition)
    )


def _raising(node: ast.expr, lines: Sequence[bytes]) -> Assertion:
    """Return a block that asks for an exception with a literal text; the text can be hidden, the exception cannot."""
    match node:
        case ast.Call(
            func=ast.Name(id="raises") | ast.Attribute(attr="raises") as func,
            args=[kind],
            keywords=[ast.keyword(arg="match", value=pattern)],
        ) if is_closed(pattern):
            text = value_of(pattern)
            name = _source(func, lines)
        case ast.Call(
            func=ast.Attribute(value=owner, attr="assertRaisesRegex" | "assertRaisesMessage" as attr),
            args=[kind, pattern],
            keywords=[],
        ) if is_closed(pattern):
            name = f"{_source(owner, lines)}.assertRaises"
            text = value_of(pattern)
            text = re.escape(text) if attr == "assertRaisesMessage" and isinstance(text, str) else text
        case ast.Call(args=args):
            return Assertion(node, operands=() if raises(node) else tuple(args))
        case _:
            return Assertion(node)
    if not isinstance(text, str) or REPEATED.match(text):
        return Assertion(node)
    asks = partial(_is_found, text)
    return Assertion(node, (Part(node, "raised", (f"{name}({_source(kind, lines)})",), asks),))


def _is_found(pattern: str, text: str) -> bool:
    found = json.loads(text)
    return isinstance(found, str) and re.search(pattern, found) is not None


def _has_own_literal(node: ast.expr) -> bool:
    """Return whether an operator in an expression has a literal for an operand, as in `f() - 3`."""
    return any(
        isinstance(one, ast.BinOp | ast.IfExp | ast.Compare)
        and any(is_closed(operand) for operand in ast.iter_child_nodes(one))
        for one in ast.walk(node)
    )


def _asks_by_call(condition: ast.expr, imported: Collection[str]) -> bool:
    """Return whether a condition may compare an answer with a literal by a call.

    Such are `found.equals(3)`, `same(f(), 3)` and `functools.partial(operator.eq, 3)(f())`; `is_even(4)` is not.
    """
    for one in ast.walk(condition):
        match one:
            case ast.Call(func=ast.Name(id="eval" | "exec" | "compile")):
                return True
            case ast.Call(func=func):
                first = [func.value] if isinstance(func, ast.Attribute) else []
                made_with = [*func.args, *func.keywords] if isinstance(func, ast.Call) else []
                if _are_mixed([*first, *made_with, *one.args, *one.keywords], imported):
                    return True
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                if _are_mixed(items, imported):
                    return True
            case ast.BinOp(left=left, right=right):
                closed = [value_of(each) for each in (left, right) if is_closed(each)]
                if any(not isinstance(each, str) for each in closed) and _are_mixed([left, right], imported):
                    return True
    return False


def _are_mixed(operands: Sequence[ast.AST], imported: Collection[str]) -> bool:
    """Return whether one of several operands is an answer, and another one has a literal."""
    answers = [one for one in operands if _is_answer(one, imported)]
    literals = [one for one in operands if any(isinstance(each, ast.Constant) for each in _outside_of_items(one))]
    return any(one is not other for one in answers for other in literals)


def _is_answer(node: ast.AST, imported: Collection[str]) -> bool:
    """Return whether an operand may be made by a patch: more than literals and what is imported."""
    if isinstance(node, ast.expr) and is_closed(node):
        return False
    return any(
        isinstance(one, ast.Call)
        or (isinstance(one, ast.Name) and one.id not in imported and not hasattr(builtins, one.id))
        for one in ast.walk(node)
    )


def _outside_of_items(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of an expression, without what says which item is taken."""
    yield node
    for child in [node.value] if isinstance(node, ast.Subscript) else ast.iter_child_nodes(node):
        yield from _outside_of_items(child)


def _written(node: ast.expr, lines: Sequence[bytes]) -> ast.expr | str:
    """Return an expression of the file as it is, and the text of one that is made of its parts."""
    return node if hasattr(node, "lineno") else _source(node, lines)


def _source(node: ast.expr, lines: Sequence[bytes]) -> str:
    return (source_of(node, lines) if hasattr(node, "lineno") else None) or ast.unparse(node)


def _equal(literal: ast.expr) -> _Asks:
    return partial(operator.eq, plain(value_of(literal)))


def _is_as_compared(literal: object, text: str) -> bool:
    """Return whether what a `Value` was compared with, by which operator, agrees with the literal it stands for.

    >>> _is_as_compared(3, "== 3"), _is_as_compared(3, "> 2"), _is_as_compared(3, "== 4")
    (True, True, False)
    """
    sign, _, other = text.partition(" ")
    if sign in ("==", "!="):
        return bool(other == plain(literal))
    return bool(_ORDER_OF[sign](_number(literal), _number(_data(other))))


def signs_of(said: Collection[str | None]) -> frozenset[str]:
    """Return whether a `Value` was compared by equalities, by orders, or by both.

    >>> [*signs_of(["== 3"])], [*signs_of(["< 4"])], [*signs_of(["<= 3", ">= 3"])]  # the last is an equality
    (['=='], ['<'], ['=='])
    """
    pairs = {text.partition(" ")[::2] for text in said if text}
    return frozenset(
        "==" if sign in ("==", "!=") or {("<=", other), (">=", other)} <= pairs else "<" for sign, other in pairs
    )


def _is_true_of(word: str, text: str) -> bool:
    """Return whether `==` or `in` holds for two values by what `recording` says of them as data.

    Of two objects of which neither is data only their own answer is known; what stands for a literal reports by itself.
    """
    left, right, said = json.loads(text)
    if _is_hole(left) or _is_hole(right) or (word == "==" and left[0] == right[0] == OBJECT):
        return _TRUTHS[said]
    if word == "==":
        return _are_equal(left, right)
    return _contains_text(left[1:], right)


def holes_in(text: str) -> set[str]:
    """Return the numbers of the objects in place of literals that were the operands of a comparison."""
    left, right, _ = json.loads(text)
    return {one[1:] for one in (left, right) if _is_hole(one)}


def _is_hole(operand: object) -> bool:
    return isinstance(operand, str) and operand[:1] == HOLE


def _is_consistent(word: str, text: str) -> bool:
    """Return whether a comparison gave the answer that its operands have as data."""
    left, right, said = json.loads(text)
    if _is_hole(left) or _is_hole(right) or (word in ("==", "!=") and left[0] == right[0] == OBJECT):
        return True
    if word in ("==", "!="):
        return (_are_equal(left, right) is (word == "==")) is _TRUTHS[said]
    if word in ("in", "not in"):
        return (_contains_text(left[1:], right) is (word == "in")) is _TRUTHS[said]
    return _ORDER_OF[word](_number(_data(left[1:])), _number(_data(right[1:]))) is _TRUTHS[said]


def _are_equal(left: str, right: str) -> bool:
    return left[1:] == right[1:] != "nan"


def _contains_text(item: str, members: object) -> bool:
    """Return whether an item, as `recording.plain` says it, is among the members of a container or part of a text."""
    if isinstance(members, str):
        text = json.loads(item.removeprefix("b"))
        return (bytes.fromhex(text).decode("latin-1") if item[:1] == "b" else text) in members
    return isinstance(members, list) and item in members


def _contains(literal: object, text: str) -> bool:
    """Return whether a literal is in what `recording.members` says."""
    found = json.loads(text)
    if isinstance(found, str):
        part = literal.decode("latin-1") if isinstance(literal, bytes) else literal
        return isinstance(part, str) and part in found
    return plain(literal) in found


def _approx(node: ast.expr) -> _Asks | None:
    """Return what `pytest.approx` asks with literals."""
    match node:
        case ast.Call(func=ast.Name(id="approx") | ast.Attribute(attr="approx"), args=[first, *more]):
            given = _given(more, node.keywords, ("rel", "abs"))
            if given is not None and is_closed(first):
                expected = value_of(first)
                return lambda text: _is_near(_data(text), expected, given.get("rel"), given.get("abs"))
    return None


def _is_near(found: Any, expected: Any, relative: float | None, absolute: float | None) -> bool:  # Any: JSON
    """Return whether data are as near as `pytest.approx` wants them."""
    if isinstance(expected, list | tuple):
        pairs = zip(found, expected, strict=True)
        return isinstance(found, list) and all(_is_near(one, other, relative, absolute) for one, other in pairs)
    share = 0 if relative is None and absolute is not None else 1e-6 if relative is None else relative
    most = max(share * abs(expected), 1e-12 if absolute is None else absolute)
    return bool(_number(found) == expected or abs(_number(found) - expected) <= most)


def _almost(node: ast.expr, call: ast.Call, lines: Sequence[bytes]) -> Assertion:
    """Return what `assertAlmostEqual` asks with a literal."""
    given = _given(call.args[2:], call.keywords, ("places", "msg", "delta"))
    for one, other in (call.args[:2], call.args[1::-1]) if len(call.args) > 1 else ():
        expected = _number_of(other)
        if given is not None and expected is not None:
            part = Part(node, "told", (_written(one, lines),), partial(_is_almost, expected, given))
            return Assertion(node, (part,), is_whole=not _has_own_literal(one))
    return Assertion(node)


def _is_almost(expected: float, given: dict[str, Any], text: str) -> bool:  # Any: literals
    distance = abs(_number(_data(text)) - expected)
    if given.get("delta") is not None:
        return bool(distance <= given["delta"])
    return round(distance, 7 if given.get("places") is None else given["places"]) == 0


def _given(
    more: Sequence[ast.expr], keywords: Sequence[ast.keyword], names: Sequence[str]
) -> dict[str, Any] | None:  # Any: literals
    """Return the literals that are given for names; `None` where there is something else."""
    given = {**dict(zip(names, more, strict=False)), **{str(one.arg): one.value for one in keywords}}
    if not set(given) <= set(names) or not all(is_closed(one) for name, one in given.items() if name != "msg"):
        return None
    return {name: value_of(one) for name, one in given.items() if name != "msg"}


def _number_of(node: ast.expr) -> float | None:
    value = value_of(node) if is_closed(node) else None
    return value if isinstance(value, int | float) else None


def _data(text: str) -> object:
    """Return numbers, or lists of them, from what `recording.plain` says."""
    if '"' in text or "{" in text:
        raise ValueError
    return json.loads(text.replace("(", "[").replace(")", "]"))


def _scalar(text: str) -> object:
    """Return a number, a list of them, a text, bytes or `None` from what `recording.plain` says."""
    if text[:1] == '"':
        return json.loads(text)
    return bytes.fromhex(json.loads(text[1:])) if text[:2] == 'b"' else _data(text)


def _number(value: object) -> float:
    if not isinstance(value, int | float):
        raise TypeError
    return value
