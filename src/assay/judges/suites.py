"""Test code as data where it is data: `assert f(1, 2) == 3` needs no process of its own."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from assay.errors import InvalidProblem
from assay.judges.host import recording, statements
from assay.records import EXACT, EXACT_TYPES, TRUTH, Case, CaseKind, Comparator, Problem, Suite, SuiteStyle
from assay.sandbox.guest import wire

MAX_POWER = 64
ARITHMETIC: dict[type[ast.operator], Callable[..., object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


class MoreThanData(Exception):
    """The expression is more than data."""


@dataclass(frozen=True, slots=True)
class PlannedSuite:
    """The suite of a problem, taken apart into its cases and what prepares them."""

    problem: Problem
    suite: Suite
    plan: statements.Plan

    @classmethod
    def of(cls, problem: Problem, suite: Suite) -> Self:
        return cls(problem, suite, plan(problem, suite))

    @property
    def cases(self) -> list[statements.Step]:
        return self.plan.cases


def plan(problem: Problem, suite: Suite) -> statements.Plan:
    """The suite taken apart; raises `InvalidProblem` when it cannot fail or does not compile."""
    try:
        found = _plan(suite)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise InvalidProblem(f"problem {problem.id!r}: its suite does not compile: {error}") from error
    if not found.cases:
        raise InvalidProblem(f"problem {problem.id!r}: suite.source has no case: {suite.source[:80]!r}")
    if suite.style is SuiteStyle.CHECK and not found.parameter:
        raise InvalidProblem(f"problem {problem.id!r}: suite.source defines no check(candidate): {suite.source[:80]!r}")
    return found


@lru_cache(maxsize=256)
def _plan(suite: Suite) -> statements.Plan:
    found = statements.plan(suite.source, suite.edge_source, suite.style.value, suite.prelude)
    statements.compiled(suite.prelude, "<prelude>")
    statements.compiled(ast.Module([step.node for step in found.steps], []), "<tests>")
    return found


def as_cases(problem: Problem, suite: Suite) -> tuple[Case, ...] | None:
    """The suite as data cases, or `None` where one of its statements is more than data."""
    if suite.style is SuiteStyle.UNITTEST:
        return None
    found = plan(problem, suite)
    entries = {suite.entry_point, found.parameter} - {""}
    prepared = {name for step in found.steps if not step.is_case for name in _names_of(step.node)}
    if entries & prepared or "set" in {*entries, *prepared, *suite.names} or _gives("set", suite.prelude):
        return None  # what is prepared may give the entry point another meaning, or another state
    try:
        return tuple(_case(step, entries) for step in found.cases)
    except (MoreThanData, RecursionError, MemoryError):
        return None


def generates_data(problem: Problem, suite: Suite) -> set[str] | None:
    """The names of the entry point in a suite that may only generate data; `None` where it certainly is more."""
    if suite.style is SuiteStyle.UNITTEST or suite.names:
        return None
    found = plan(problem, suite)
    entries = {suite.entry_point, found.parameter} - {""}
    if not recording.is_generator(found, entries):
        return None
    return entries if recording.is_pure((suite.prelude, suite.source, suite.edge_source)) else None


def recorded_cases(problem: Problem, suite: Suite, calls: list[recording.Call]) -> list[tuple[int, Case]] | None:
    """The calls of a suite as data cases, each with the number of the case it belongs to."""
    steps = plan(problem, suite).cases
    made = []
    for number, arguments, expected, relation in calls:
        given, _ = wire.decode(arguments)  # our own process wrote it
        kind = CaseKind.EDGE if steps[number].edge else CaseKind.BASIC
        wanted, comparator = wire.decode(expected), EXACT
        if relation != recording.EQUAL:
            wanted, comparator = relation == recording.TRUE, TRUTH
        made.append((number, Case(given, wanted, {}, None, comparator, kind, steps[number].name)))
    return made if {number for number, _ in made} == set(range(len(steps))) else None


def _gives(name: str, source: str) -> bool:
    """Whether the top level of trusted code gives a name another meaning."""
    return name in source and any(name in _bound(statement) for statement in statements.parse(source).body)


def _names_of(tree: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case (
                ast.Name(name) | ast.arg(name) | ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name)
            ):
                found.add(name)
            case ast.alias(name, asname):
                found.add((asname or name).partition(".")[0])
            case ast.Global(names) | ast.Nonlocal(names):
                found.update(names)
            case ast.ExceptHandler(_, str(name)) | ast.MatchAs(_, str(name)) | ast.MatchStar(str(name)):
                found.add(name)
    return found


def _case(step: statements.Step, entries: set[str]) -> Case:
    node = step.node
    if not isinstance(node, ast.Assert) or not isinstance(node.test, ast.Compare) or len(node.test.ops) != 1:
        raise MoreThanData
    left, right = node.test.left, node.test.comparators[0]
    call, other = (left, right) if _is_call(left, entries) else (right, left)
    if not isinstance(call, ast.Call) or not _is_call(call, entries):
        raise MoreThanData
    arguments = tuple(constant(argument) for argument in call.args)
    keywords = {str(keyword.arg): constant(keyword.value) for keyword in call.keywords if keyword.arg}
    if len(keywords) != len(call.keywords):
        raise MoreThanData
    comparator = _comparator(node.test.ops[0], other)
    kind = CaseKind.EDGE if step.edge else CaseKind.BASIC
    return Case(arguments, constant(other), keywords, None, comparator, kind, step.name)


def _is_call(node: ast.expr, entries: set[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in entries


def _comparator(relation: ast.cmpop, other: ast.expr) -> Comparator:
    if isinstance(relation, ast.Eq):
        return EXACT
    singleton = isinstance(other, ast.Constant) and (other.value is None or isinstance(other.value, bool))
    if isinstance(relation, ast.Is) and singleton:
        return EXACT_TYPES
    raise MoreThanData


def constant(node: ast.expr) -> object:
    """The value of an expression made of literals and plain arithmetic."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return _folded(node)


def _folded(node: ast.expr) -> object:
    match node:
        case ast.List(elts):
            return [constant(item) for item in elts]
        case ast.Tuple(elts):
            return tuple(constant(item) for item in elts)
        case ast.Dict(keys, values) if all(key is not None for key in keys):
            return _dictionary(
                [(constant(key), constant(value)) for key, value in zip(keys, values, strict=True) if key]
            )
        case ast.UnaryOp(ast.USub(), operand):
            return -_number(operand)
        case ast.BinOp(left, ast.Pow(), right):
            return _power(_number(left), _number(right))
        case ast.BinOp(left, relation, right) if type(relation) in ARITHMETIC:
            return _arithmetic(ARITHMETIC[type(relation)], constant(left), constant(right))
    raise MoreThanData


def _dictionary(pairs: list[tuple[object, object]]) -> object:
    try:
        return dict(pairs)
    except TypeError:  # a key that cannot be one: the test code itself fails
        raise MoreThanData from None


def _number(node: ast.expr) -> int | float:
    value = constant(node)
    if type(value) not in (int, float):
        raise MoreThanData
    return value  # type: ignore[return-value]  # checked above


def _power(base: int | float, exponent: int | float) -> object:
    if not (type(base) is int and type(exponent) is int and 0 <= exponent <= MAX_POWER):
        raise MoreThanData
    return base**exponent


def _arithmetic(act: Callable[..., object], left: object, right: object) -> object:
    """Numbers, or two strings or lists put together; repetition by a number could grow without bound."""
    numbers = type(left) in (int, float) and type(right) in (int, float)
    if not numbers and not (act is operator.add and type(left) is type(right) and type(left) in (str, list, tuple)):
        raise MoreThanData
    try:
        return act(left, right)
    except (ArithmeticError, TypeError, ValueError):
        raise MoreThanData from None


def names_taken(tests: str, definitions: str) -> tuple[str, ...]:
    """The names that `definitions` gives at its top level and `tests` use, in the order of their first use.

    >>> names_taken("assert sum(Pair(1, 2)) == 3", "class Pair: ...\\ndef sum(p): ...\\ndef helper(): ...")
    ('sum', 'Pair')
    """
    given = {name for statement in statements.parse(definitions).body for name in _bound(statement)}
    used = sorted(
        (
            node
            for node in ast.walk(statements.parse(tests))
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        ),
        key=lambda node: (node.lineno, node.col_offset),
    )
    return tuple(dict.fromkeys(node.id for node in used if node.id in given))


def _bound(statement: ast.stmt) -> list[str]:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [statement.name]
    if isinstance(statement, ast.Assign):
        return [target.id for target in statement.targets if isinstance(target, ast.Name)]
    return []


@lru_cache(maxsize=512)
def classes_of(entry_point: str, names: tuple[str, ...], reference: str) -> dict[str, tuple[str, ...]]:
    """Which of the names that tests take from a candidate are meant as classes, and the methods they have.

    A candidate that gives a class where a function is wanted must not gain what objects of a class can do with
    operators. The reference says what is meant; without one, the spelling does, and no method is known.

    >>> classes_of("area", ("Circle", "scale"), "class Circle:\\n def __add__(self, other): ...\\ndef area(): ...")
    {'Circle': ('__add__',)}
    """
    body = _body(reference)
    classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    spelt = {name for name in (entry_point, *names) if name.lstrip("_")[:1].isupper()}
    meant = [name for name in dict.fromkeys((entry_point, *names)) if name in classes or name in spelt - functions]
    return {name: tuple(sorted(_methods(classes, name))) for name in meant}


@lru_cache(maxsize=512)
def helpers_of(suite: Suite, reference: str) -> dict[str, str]:
    """Return the functions of the reference to which tests give what they got before, each with its code as text.

    A candidate defines them itself, so `near` in `assert near(solve(2), 1.41)` decides about its own answer.

    >>> list(helpers_of(Suite("f", "assert near(f(2), 4)", names=("near",)), "def near(a, b): return a == b"))
    ['near']
    """
    known = functions_in(_body(reference))
    used = {
        node.func.id
        for text in (suite.source, suite.edge_source)
        for node in ast.walk(ast.Module(_body(text), []))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and any(map(_is_no_literal, node.args))
    }
    return {name: known[name] for name in suite.names if name != suite.entry_point and name in used and name in known}


def functions_in(body: list[ast.stmt]) -> dict[str, str]:
    """Return the functions of a source by name, each with its code as text, without documentation."""
    functions = [node for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {
        node.name: ast.dump(ast.Module([ast.Pass(), *node.body[ast.get_docstring(node) is not None :]], []))
        + ast.dump(node.args)
        for node in functions
    }


@lru_cache(maxsize=512)
def data_names(reference: str) -> frozenset[str]:
    """Return the names that a reference gives to data, as in `EPSILON = 1e-6`, rather than to functions and classes.

    >>> sorted(data_names("from math import sqrt\\nEPSILON = 1e-6\\nSIZES = [EPSILON]\\nPair = tuple\\ndef f(): ..."))
    ['EPSILON', 'SIZES']
    """
    found: set[str] = set()
    for node in _body(reference):
        if isinstance(node, ast.Assign) and not any(
            isinstance(part, ast.Call | ast.Lambda) or (isinstance(part, ast.Name) and part.id not in found)
            for part in ast.walk(node.value)
        ):
            found.update(_bound(node))
    return frozenset(found)


def _is_no_literal(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Name | ast.Call) for part in ast.walk(node))


@lru_cache(maxsize=512)
def errors_of(names: tuple[str, ...], reference: str) -> dict[str, str]:
    """Which names the reference means as exception classes: empty for a class of its own, or the built-in ones.

    >>> errors_of(("Broke", "Bad", "pay"), "class Broke(ValueError): ...\\nBad = KeyError, OSError\\ndef pay(): ...")
    {'Broke': '', 'Bad': 'KeyError OSError'}
    """
    body = _body(reference)
    classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    found = {name: "" for name in names if name in classes and _is_error(classes, classes[name])}
    for node in body:
        match node:
            case ast.Assign([ast.Name(name)], ast.Name() | ast.Tuple() as value) if name in names:
                members = value.elts if isinstance(value, ast.Tuple) else [value]
                kinds = [node.id for node in members if isinstance(node, ast.Name) and _is_built_in_error(node.id)]
                if kinds:
                    found[name] = " ".join(getattr(builtins, kind).__name__ for kind in kinds)
    return found


def _is_error(classes: dict[str, ast.ClassDef], node: ast.ClassDef, depth: int = 20) -> bool:
    for base in node.bases:
        name = base.attr if isinstance(base, ast.Attribute) else base.id if isinstance(base, ast.Name) else ""
        if name in classes and classes[name] is not node and depth:
            if _is_error(classes, classes[name], depth - 1):
                return True
        elif _is_built_in_error(name):
            return True
    return False


def _is_built_in_error(name: str) -> bool:
    kind = getattr(builtins, name, None)
    return isinstance(kind, type) and issubclass(kind, BaseException)


def _body(reference: str) -> list[ast.stmt]:
    try:
        return statements.parse(reference).body
    except (SyntaxError, ValueError, RecursionError):
        return []


def _methods(classes: dict[str, ast.ClassDef], name: str, depth: int = 20) -> set[str]:
    """The methods that a class of a source defines or inherits there."""
    if name not in classes or not depth:
        return set()
    found: set[str] = set()
    for node in classes[name].body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found.update(target.id for target in node.targets if isinstance(target, ast.Name))
    for base in classes[name].bases:
        if isinstance(base, ast.Name):
            found |= _methods(classes, base.id, depth - 1)
    return found


def imports_of(source: str) -> str:
    """The import statements at the top level of `source`, which test code written beside it relies on."""
    parsed = statements.parse(source).body
    body: list[ast.stmt] = [node for node in parsed if isinstance(node, (ast.Import, ast.ImportFrom))]
    return ast.unparse(ast.Module(body, []))
