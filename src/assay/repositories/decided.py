"""Conditions that must have one truth for a test to pass, and those that may have either.

`assert f() == 3` decides. In `assert f() == 3 or g()`, `[one for one in f() if one == 3]` and `if f() == 3:` a right
answer may be another one than the reference gives, so no literal is hidden or planted there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from assay.repositories.negation import Function, asserting, raises

_CAUGHT = ("AssertionError", "Exception", "BaseException", "failureException")
_LOOSE = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.NotEq)
"""Comparisons that hold for many values."""
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.Module)


class Decided:
    """The conditions that decide in a file, or in one function."""

    def __init__(self, tree: ast.AST) -> None:
        self._nodes = list(ast.walk(tree))
        self._parents = {id(child): node for node in self._nodes for child in ast.iter_child_nodes(node)}
        self._guarded = {id(inner) for node in self._nodes for one in _guarded(node) for inner in ast.walk(one)}
        self._loads: dict[str, list[ast.Name]] = {}
        for node in self._nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self._loads.setdefault(node.id, []).append(node)
        self.imported = {
            (one.asname or one.name).split(".")[0]
            for node in self._nodes
            if isinstance(node, ast.Import | ast.ImportFrom)
            for one in node.names
        }
        """Names of modules, and of what is taken from them."""
        self._branches: dict[int, bool] = {}
        self._true, self._false = set[int](), set[int]()
        for node in self._nodes:
            self._begin(node)
        while self._follow():
            pass

    def __contains__(self, node: ast.AST) -> bool:
        """Return whether a condition has the same truth whenever the test passes."""
        return id(node) in self._true or id(node) in self._false

    def is_guarded(self, node: ast.AST) -> bool:
        """Return whether the test goes on where an assertion fails."""
        return id(node) in self._guarded

    def is_optional(self, node: ast.AST) -> bool:
        """Return whether it depends on answers whether a test gets to an expression at all."""
        while (parent := self._parents.get(id(node))) is not None and not isinstance(node, _SCOPES):
            match parent:
                case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                    if test is not node and test not in self and self._asks(test):
                        return True
                case ast.BoolOp(values=[first, *_]) if first is not node and parent not in self:
                    return True
                case ast.ExceptHandler() | ast.match_case():
                    return True
                case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                    if not isinstance(node, ast.comprehension) and any(one.ifs for one in parent.generators):
                        return True
            node = parent
        return False

    @property
    def free(self) -> set[int]:
        """The ids of expressions that may be others where a test passes: limits, and conditions that do not decide."""
        tops: list[ast.AST] = []
        for node in self._nodes:
            match node:
                case ast.Compare() if node not in self:
                    tops.append(node)
                case ast.Compare(left=left, ops=signs, comparators=others) if all(
                    isinstance(sign, _LOOSE) for sign in signs
                ):
                    tops += [part for one in (left, *others) for part in _outside_of_calls(one)]
                case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[right]) if _has_several(right):
                    tops.append(right)
                case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) if test not in self:
                    tops.append(test)
                case ast.comprehension(ifs=tests):
                    tops += tests
        return {id(one) for top in tops for one in ast.walk(top)}

    def _asks(self, test: ast.expr) -> bool:
        """Return whether a branch is chosen by an answer: a call, or a name of the function that the test is in."""
        if id(test) not in self._branches:
            scope = self._function(test)
            inner = list(ast.walk(scope)) if scope is not None else []
            own = {one.id for one in inner if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
            own |= {one.arg for one in inner if isinstance(one, ast.arg)} - {"self"}
            self._branches[id(test)] = any(
                isinstance(one, ast.Call) or (isinstance(one, ast.Name) and one.id in own) for one in ast.walk(test)
            )
        return self._branches[id(test)]

    def _begin(self, node: ast.AST) -> None:
        if self.is_guarded(node):
            return
        match node:
            case ast.Assert(test=test):
                self._add(test, is_true=True)
            case ast.If(test=test, body=[one, *_]) if _fails(one):
                self._add(test, is_true=False)
            case ast.If(test=test, orelse=[one, *_]) if _fails(one):
                self._add(test, is_true=True)
            case ast.Call(func=ast.Attribute(attr="assertTrue" | "assertFalse" as name), args=[test, *_]):
                self._true.add(id(node))
                self._add(test, is_true=name == "assertTrue")
            case ast.Call() if asserting(node) and not raises(node):
                self._true.add(id(node))
        body = getattr(node, "body", None)
        for one, other in pairwise(body) if isinstance(body, list) else ():
            if isinstance(one, ast.If) and isinstance(one.body[-1], ast.Return) and _fails(other):
                self._add(one.test, is_true=True)

    def _add(self, condition: ast.expr, *, is_true: bool) -> None:
        """Note a condition with the parts of it whose truth follows from it."""
        (self._true if is_true else self._false).add(id(condition))
        match condition:
            case ast.UnaryOp(op=ast.Not(), operand=one):
                self._add(one, is_true=not is_true)
            case ast.BoolOp(op=sign, values=values) if isinstance(sign, ast.And) is is_true:
                for one in values:
                    self._add(one, is_true=is_true)
            case ast.Call(func=ast.Name(id="all" | "any" as name), args=[ast.GeneratorExp() | ast.ListComp() as made]):
                if (name == "all") is is_true:
                    self._add(made.elt, is_true=is_true)
            case ast.Call(func=ast.Name(id="bool"), args=[one]):
                self._add(one, is_true=is_true)
            case ast.Compare(left=one, ops=[ast.Is() | ast.Eq()], comparators=[ast.Constant(value=bool() as value)]):
                if is_true:
                    self._add(one, is_true=value)

    def _follow(self) -> bool:
        """Note what names stand for, and what functions return, that are only asked to be true; whether any is new."""
        before = len(self._true)
        for node in self._nodes:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if value not in self:
                    if self._is_true(name, node, is_called=False):
                        self._add(value, is_true=True)
                case ast.Return(value=ast.expr() as value) if value not in self:
                    function = self._function(node)
                    if function is not None and self._is_true(function.name, function, is_called=True):
                        self._add(value, is_true=True)
        return len(self._true) > before

    def _is_true(self, name: str, bound: ast.AST, *, is_called: bool) -> bool:
        """Return whether a name is used only where it, or what it returns, must be true."""
        scope = self._function(bound)
        loads = [one for one in self._loads.get(name, []) if scope is None or self._function(one) is scope]
        if is_called:
            above = [self._parents[id(one)] for one in loads]
            called = [one for one in above if isinstance(one, ast.Call) and id(one.func) in map(id, loads)]
            return bool(loads) and len(called) == len(loads) and all(id(one) in self._true for one in called)
        return bool(loads) and all(id(one) in self._true for one in loads)

    def _function(self, node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        """Return the function around a node."""
        above = self._parents.get(id(node))
        while above is not None and not isinstance(above, Function):
            above = self._parents.get(id(above))
        return above


def _outside_of_calls(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the constants of an expression that no function is given, `abs` and `round` aside."""
    match node:
        case ast.Constant():
            yield node
        case (
            ast.Call(func=ast.Name(id="abs" | "round"))
            | ast.BinOp()
            | ast.UnaryOp()
            | ast.Set()
            | ast.Tuple()
            | ast.List()
        ):
            for one in ast.iter_child_nodes(node):
                if isinstance(one, ast.expr):
                    yield from _outside_of_calls(one)


def _has_several(node: ast.expr) -> bool:
    """Return whether what is written out, or stands for a name, may have several members: any of them may be right."""
    match node:
        case ast.Name() | ast.Tuple(elts=[_, _, *_]) | ast.List(elts=[_, _, *_]) | ast.Set(elts=[_, _, *_]):
            return True
    return False


def _fails(statement: ast.stmt) -> bool:
    """Return whether no test passes that gets to a statement."""
    match statement:
        case ast.Raise() | ast.Assert(test=ast.Constant(value=False | None | 0)):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="fail"))):
            return True
    return False


def _guarded(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements after whose failed assertions the test goes on."""
    match node:
        case ast.Try(body=body, handlers=handlers):
            if any(one.type is None or _catches(one.type) for one in handlers):
                yield from body
        case ast.With(items=items, body=body):
            calls = [one.context_expr for one in items if isinstance(one.context_expr, ast.Call)]
            if any(_catches(argument) for call in calls for argument in call.args):
                yield from body


def _catches(kind: ast.expr) -> bool:
    return any(
        (isinstance(one, ast.Name) and one.id in _CAUGHT) or (isinstance(one, ast.Attribute) and one.attr in _CAUGHT)
        for one in ast.walk(kind)
    )
