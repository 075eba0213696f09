"""Test code, statement by statement: every top-level assertion is a case of its own with its own outcome."""

from __future__ import annotations

import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

MAX_TEXT = 500


class Step:
    """One statement: a case, or something the cases need."""

    __slots__ = ("edge", "is_case", "name", "node")

    def __init__(self, node: ast.stmt, name: str, *, is_case: bool, edge: bool) -> None:
        self.node = node
        self.name = name
        self.is_case = is_case
        self.edge = edge


class Plan:
    """A suite taken apart."""

    def __init__(self, steps: list[Step], parameter: str) -> None:
        self.steps = steps
        self.parameter = parameter
        """The name under which the test code knows the entry point besides its own."""

    @property
    def cases(self) -> list[Step]:
        return [step for step in self.steps if step.is_case]


def plan(source: str, edge_source: str, style: str) -> Plan:
    """The steps of a suite, in order; raises `SyntaxError` where the source does not parse."""
    steps: list[Step] = []
    parameter = ""
    for text, edge in ((source, False), (edge_source, True)):
        tree = ast.parse(text)
        if style == "check":
            found, name = _check_steps(tree, text, edge)
            parameter = parameter or name
        elif style == "unittest":
            found = list(_unittest_steps(tree, text, edge))
        else:
            found = [_step(node, text, edge) for node in tree.body if not _is_idle(node)]
        steps += found
    return Plan(steps, parameter)


def _check_steps(tree: ast.Module, text: str, edge: bool) -> tuple[list[Step], str]:
    """The statements around `check(candidate)` prepare; those in its body are the steps."""
    steps: list[Step] = []
    parameter = ""
    for node in tree.body:
        if not (isinstance(node, ast.FunctionDef) and node.name == "check" and len(node.args.args) == 1):
            if not _calls_check(node):
                steps.append(Step(node, _name(node, text), is_case=False, edge=edge))
            continue
        parameter = node.args.args[0].arg
        if _needs_its_function(node):
            steps.append(Step(node, "check", is_case=False, edge=edge))
            call = ast.parse(f"check({parameter})").body[0]
            steps.append(Step(call, f"check({parameter})", is_case=True, edge=edge))
        else:
            steps += [_step(statement, text, edge) for statement in node.body if not _is_idle(statement)]
    return steps, parameter


def _calls_check(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "check"
    )


def _needs_its_function(function: ast.FunctionDef) -> bool:
    """Whether the body means something else outside of its function."""
    return any(isinstance(node, (ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Nonlocal, ast.Global)) for node in _own_nodes(function))


def _own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    stack: list[ast.AST] = list(function.body)
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            stack.extend(ast.iter_child_nodes(node))


def _unittest_steps(tree: ast.Module, text: str, edge: bool) -> Iterator[Step]:
    for node in tree.body:
        yield Step(node, _name(node, text), is_case=False, edge=edge)
        if isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)) and method.name.startswith("test"):
                    yield Step(node, f"{node.name}.{method.name}", is_case=True, edge=edge)


PREPARATION = (
    ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.FunctionDef, ast.AsyncFunctionDef,
    ast.ClassDef, ast.Global, ast.Delete,
)  # fmt: skip


def _step(node: ast.stmt, text: str, edge: bool) -> Step:
    prepares = isinstance(node, PREPARATION) or (isinstance(node, ast.Expr) and not _is_test_call(node))
    return Step(node, _name(node, text), is_case=not prepares, edge=edge)


def _is_test_call(node: ast.Expr) -> bool:
    """A bare call is a case: it fails by raising. Printing is not."""
    call = node.value
    return isinstance(call, ast.Call) and not (isinstance(call.func, ast.Name) and call.func.id == "print")


def _is_idle(node: ast.stmt) -> bool:
    """`pass`, a string, or `assert True`: nothing that could fail."""
    if isinstance(node, ast.Assert):
        return isinstance(node.test, ast.Constant) and bool(node.test.value)
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, (ast.Constant, ast.Name)))


def _name(node: ast.stmt, text: str) -> str:
    return (ast.get_source_segment(text, node) or ast.unparse(node)).strip()[:MAX_TEXT]


class Outcome:
    """How one case ended, as the process that ran it saw it."""

    __slots__ = ("error", "name", "remote", "status")

    def __init__(self, name: str, status: str, error: str = "", *, remote: bool = False) -> None:
        self.name = name
        self.status = status
        self.error = error
        self.remote = remote
        """The error came out of the candidate."""


Report = "Callable[[Outcome], None]"


def run_step(code: Any, name: str, namespace: dict[str, Any], came_from_candidate: Callable[[BaseException], bool]) -> Outcome:
    """Executes one compiled statement; only the end of the candidate's process is not an outcome."""
    try:
        exec(code, namespace)
    except Exception as error:
        return failed(name, error, remote=came_from_candidate(error))
    except (SystemExit, KeyboardInterrupt, GeneratorExit) as error:
        return failed(name, error, remote=came_from_candidate(error))
    return Outcome(name, "passed")


def failed(name: str, error: BaseException, *, remote: bool) -> Outcome:
    where = getattr(error, "where", "")
    text = f"{type(error).__name__}: {_text(error)}" + (f"\n{where}" if where else "")
    if remote:
        status = "out_of_memory" if isinstance(error, MemoryError) else "crashed"
    else:
        status = "failed"
    return Outcome(name, status, text[:4000], remote=remote)


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return "<no message>"
