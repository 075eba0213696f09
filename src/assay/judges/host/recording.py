"""Test code that only *generates* data, run once without a candidate: loops of `assert candidate(x, y) == x + y`.

Where the candidate appears nowhere but in such assertions, what it is called with and what it must return do not
depend on it. They are taken down once, and every candidate is judged by them as data. Whatever could make a
difference (a call inside `try`, an argument that the candidate could change and the tests see) is left alone.
"""

from __future__ import annotations

import ast

from assay.judges.host import statements
from assay.sandbox.guest import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from assay.judges.host.statements import Plan, Step

MAX_CALLS = 1000
RECORD = "__assay_record__"
IMMUTABLE = frozenset((type(None), bool, int, float, complex, str, bytes))
BRANCHES = (ast.For, ast.While, ast.If)
EQUAL, TRUE, FALSE = "equal", "true", "false"


class NotData(Exception):
    """The test code is more than a generator of data."""


def record(plan: Plan, prelude: str, entries: set[str]) -> list[tuple[int, bytes, bytes, str]] | None:
    """The calls that the cases of a plan make: case, arguments, expected value, relation; `None` where it is more."""
    calls: list[tuple[int, bytes, bytes, str]] = []
    namespace: dict[str, Any] = {"__name__": "tests"}
    try:
        steps = [_rewritten(step, entries) for step in plan.steps]
        exec(statements.compiled(prelude, "<prelude>"), namespace)
        for name in entries:
            namespace.pop(name, None)
        case = -1
        for step, node in zip(plan.steps, steps, strict=True):
            case += step.is_case
            namespace[RECORD] = _recorder(calls, case)
            exec(
                statements.compiled(ast.fix_missing_locations(ast.Module([node], [])), "<tests>", plan.flags), namespace
            )
            if step.is_case and not (calls and calls[-1][0] == case):
                return None  # a case that never calls the candidate cannot be one of data
    except (Exception, SystemExit, KeyboardInterrupt):
        return None
    return calls


def is_generator(plan: Plan, entries: set[str]) -> bool:
    """Whether the plan has the right form; cheap, and without running anything."""
    try:
        for step in plan.steps:
            _rewritten(step, entries)
    except NotData:
        return False
    return True


def _recorder(calls: list[tuple[int, bytes, bytes, str]], case: int) -> Any:
    def take_down(arguments: tuple[Any, ...], literal: tuple[bool, ...], relation: str, expected: Any = None) -> None:
        if len(calls) >= MAX_CALLS or not all(map(_unchangeable, arguments, literal)):
            raise NotData
        calls.append((case, wire.encode((arguments, {})), wire.encode(expected), relation))

    return take_down


def _unchangeable(value: Any, literal: bool) -> bool:
    """Whether the tests could not see a change: it is written out in the call, or cannot be changed at all."""
    if literal or type(value) in IMMUTABLE:
        return True
    return type(value) is tuple and all(_unchangeable(item, False) for item in value)


def _rewritten(step: Step, entries: set[str]) -> ast.stmt:
    if isinstance(step.node, ast.FunctionDef) and step.node.name == "check":
        fields: dict[str, Any] = dict(ast.iter_fields(step.node))
        return ast.FunctionDef(**{**fields, "body": [_statement(node, entries) for node in step.node.body]})
    if step.is_case and _is_check(step.node):
        return ast.parse("check(None)").body[0]
    if not step.is_case:
        if _mentions(step.node, entries):
            raise NotData
        return step.node
    return _statement(step.node, entries)


def _is_check(node: ast.stmt) -> bool:
    """A suite that cannot be taken apart is one case: its function, called with the candidate."""
    call = node.value if isinstance(node, ast.Expr) else None
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "check"
        and len(call.args) == 1
    )


def _statement(node: ast.stmt, entries: set[str]) -> ast.stmt:
    if isinstance(node, ast.Assert):
        return _assertion(node, entries)
    if not isinstance(node, BRANCHES):
        if _mentions(node, entries):
            raise NotData
        return node
    head = node.iter if isinstance(node, ast.For) else node.test
    if _mentions(head, entries) or (isinstance(node, ast.For) and _mentions(node.target, entries)):
        raise NotData
    fields: dict[str, Any] = dict(ast.iter_fields(node))
    fields["body"] = [_statement(child, entries) for child in node.body]
    fields["orelse"] = [_statement(child, entries) for child in node.orelse]
    return type(node)(**fields)


def _assertion(node: ast.Assert, entries: set[str]) -> ast.stmt:
    match node.test:
        case ast.Call() as call:
            return _taken_down(call, TRUE, [], entries)
        case ast.UnaryOp(ast.Not(), ast.Call() as call):
            return _taken_down(call, FALSE, [], entries)
        case ast.Compare(ast.Call(ast.Name(name)) as call, [ast.Eq()], [other]) if name in entries:
            return _taken_down(call, EQUAL, [other], entries)
        case ast.Compare(other, [ast.Eq()], [ast.Call(ast.Name(name)) as call]) if name in entries:
            return _taken_down(call, EQUAL, [other], entries)
    raise NotData


def _taken_down(call: ast.Call, relation: str, expected: list[ast.expr], entries: set[str]) -> ast.stmt:
    if not (isinstance(call.func, ast.Name) and call.func.id in entries) or call.keywords:
        raise NotData
    if any(isinstance(part, ast.Starred) or _mentions(part, entries) for part in (*call.args, *expected)):
        raise NotData
    literal = ast.Tuple([ast.Constant(_is_literal(part)) for part in call.args], ast.Load())
    arguments = ast.Tuple(list(call.args), ast.Load())
    name = ast.Name(RECORD, ast.Load())
    made = ast.Expr(ast.Call(name, [arguments, literal, ast.Constant(relation), *expected], []))
    return ast.copy_location(made, call)


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True


def _mentions(tree: ast.AST, entries: set[str]) -> bool:
    hidden = {"globals", "locals", "vars", "eval", "exec", "__import__", "sys"}
    return any(isinstance(node, ast.Name) and node.id in entries | hidden for node in ast.walk(tree))
