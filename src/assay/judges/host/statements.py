"""Test code, statement by statement: every top-level assertion is a case of its own with its own outcome."""

from __future__ import annotations
import __future__

import ast
import re
import warnings
from functools import lru_cache
from types import AsyncGeneratorType, CoroutineType, GeneratorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType
    from typing import Any

MAX_TEXT = 500
MAX_ERROR = 2000
TESTS = "<tests>"
PRELUDE = "<prelude>"
RESULT = "__assay_result__"
"""The name of what a case that is a call returned."""


@lru_cache(maxsize=16)
def parse(text: str | bytes) -> ast.Module:
    """The tree of foreign code, which nobody changes; what the compiler would warn of is its author's business."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def compiled(code: str | ast.Module, name: str, flags: int = 0) -> CodeType:
    """Foreign code, compiled without what this module imports from the future."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made: CodeType = compile(code, name, "exec", flags=flags, dont_inherit=True)
    return made


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

    def __init__(self, steps: list[Step], parameter: str, flags: int) -> None:
        self.steps = steps
        self.parameter = parameter
        """The name under which the test code knows the entry point besides its own."""
        self.flags = flags
        """What its imports from `__future__` mean to the compiler."""

    @property
    def cases(self) -> list[Step]:
        return [step for step in self.steps if step.is_case]

    def code(self, step: Step) -> CodeType:
        """One statement, compiled as if the whole suite had been; a case that is a call keeps what it returns."""
        node = step.node
        if step.is_case and isinstance(node, ast.Expr):
            node = ast.copy_location(ast.Assign([ast.Name(RESULT, ast.Store())], node.value), node)
            ast.fix_missing_locations(node)
        return compiled(ast.Module([node], []), TESTS, self.flags)


def plan(source: str, edge_source: str, style: str, prelude: str = "") -> Plan:
    """The steps of a suite, in order; raises `SyntaxError` where the source does not parse."""
    steps: list[Step] = []
    parameter = ""
    flags = 0
    classes: dict[str, ast.ClassDef] = {}
    for text, edge in ((source, False), (edge_source, True)):
        if not text:
            continue
        tree = parse(text)
        flags |= _future_flags(tree)
        if style == "check":
            found, name = _check_steps(tree, text, edge, prelude)
            parameter = parameter or name
        elif style == "unittest":
            found = list(_unittest_steps(tree, text, edge, classes))
        else:
            found = [_step(node, text, edge) for node in tree.body if not _is_idle(node)]
            found = _with_an_end([*found, *_uncalled(tree, edge)])
        steps += found
    return Plan(steps, parameter, flags)


def _future_flags(tree: ast.Module) -> int:
    flags = 0
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for alias in node.names:
                flags |= getattr(__future__, alias.name).compiler_flag
    return flags


def _names(tree: ast.AST) -> set[str]:
    """Every name that a piece of code mentions or gives."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
    return found


# ---- check(candidate) ----------------------------------------------------------------------------------------------


def _check_steps(tree: ast.Module, text: str, edge: bool, prelude: str) -> tuple[list[Step], str]:
    """The statements around `check(candidate)` prepare; those in its body are the steps."""
    function = next((node for node in reversed(tree.body) if _is_check(node)), None)
    ways = {"check"} | {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and _only_checks(node)}
    others = [
        node
        for node in tree.body
        if not _is_check(node) and not _calls(node, ways) and getattr(node, "name", "") not in ways
    ]
    steps = [Step(node, _name(node, text), is_case=False, edge=edge) for node in others]
    if not isinstance(function, ast.FunctionDef):
        return steps, ""
    parameter = function.args.args[0].arg
    if _needs_its_function(function, text, [parse(prelude), *others]):
        steps.append(Step(function, "check", is_case=False, edge=edge))
        call = parse(f"check({parameter})").body[0]
        return [*steps, Step(call, f"check({parameter})", is_case=True, edge=edge)], parameter
    body = [_step(statement, text, edge) for statement in function.body if not _is_idle(statement)]
    return steps + _with_an_end(body), parameter


def _is_check(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name == "check" and len(node.args.args) == 1


def _only_checks(function: ast.FunctionDef) -> bool:
    """Whether a function does nothing but call `check`, as `def test_check(): check(solve)` does."""
    acts = [node for node in function.body if not _is_idle(node)]
    return len(acts) == 1 and _calls(acts[0], {"check"}) and not function.args.args


def _calls(node: ast.stmt, names: set[str]) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id in names
    )


SIMPLE = (ast.Assert, ast.Expr, ast.Pass)
BINDS = re.compile(r"\b(for|yield|await)\b|:=")
"""How a simple statement can give a name, or make a generator of its function."""


def _needs_its_function(function: ast.FunctionDef, text: str, outside: list[ast.AST]) -> bool:
    """Whether the body means something else outside of its function: it returns, or its names would hide others."""
    if function.decorator_list:
        return True
    if all(isinstance(node, SIMPLE) for node in function.body) and not BINDS.search(text):
        return False
    special = (ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Nonlocal, ast.Global)
    if any(isinstance(node, special) for node in _own_nodes(function)):
        return True
    stored = {
        node.id for node in ast.walk(function) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }
    if function.args.args[0].arg in stored:
        return True
    return bool(stored) and any(stored & _names(tree) for tree in outside)


def _own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    stack: list[ast.AST] = list(function.body)
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            stack.extend(ast.iter_child_nodes(node))


# ---- unittest ------------------------------------------------------------------------------------------------------


def _unittest_steps(tree: ast.Module, text: str, edge: bool, classes: dict[str, ast.ClassDef]) -> Iterator[Step]:
    """The statements prepare; then the test methods of each class, in the order in which `unittest` runs them."""
    found = []
    for node in tree.body:
        if _runs_unittest(node):
            continue
        yield Step(node, _name(node, text), is_case=False, edge=edge)
        if isinstance(node, ast.ClassDef):
            classes[node.name] = node
            found.append(node)
    for node in found:
        if classes[node.name] is node and _is_test_class(node, classes):
            for method in sorted(_test_methods(node, classes)):
                yield Step(node, f"{node.name}.{method}", is_case=True, edge=edge)


def _runs_unittest(node: ast.stmt) -> bool:
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return False
    called = node.value.func
    return isinstance(called, ast.Attribute) and called.attr == "main" and ast.unparse(called.value) == "unittest"


def _is_test_class(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> bool:
    return any(
        name.endswith("TestCase")
        or (name in classes and classes[name] is not node and _is_test_class(classes[name], classes))
        for name in _bases(node)
    )


def _test_methods(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> set[str]:
    found = {
        method.name
        for method in node.body
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) and method.name.startswith("test")
    }
    for name in _bases(node):
        if name in classes and classes[name] is not node:
            found |= _test_methods(classes[name], classes)
    return found


def _bases(node: ast.ClassDef) -> list[str]:
    return [base.attr if isinstance(base, ast.Attribute) else base.id for base in node.bases
            if isinstance(base, ast.Attribute | ast.Name)]  # fmt: skip


# ---- plain statements ----------------------------------------------------------------------------------------------

DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Global)
PREPARATION = (*DEFINITIONS, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Delete)


def _step(node: ast.stmt, text: str, edge: bool) -> Step:
    prepares = isinstance(node, PREPARATION) or (isinstance(node, ast.Expr) and not _is_test_call(node))
    return Step(node, _name(node, text), is_case=not prepares, edge=edge)


def _uncalled(tree: ast.Module, edge: bool) -> list[Step]:
    """Calls of the functions that a test runner would call: named `test...`, without parameters, used nowhere else."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test")]
    if not functions:
        return []
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return [
        Step(parse(f"{node.name}()").body[0], f"{node.name}()", is_case=True, edge=edge)
        for node in functions
        if node.name not in used and not any(ast.iter_child_nodes(node.args)) and not node.decorator_list
    ]


def _with_an_end(steps: list[Step]) -> list[Step]:
    """What is prepared after the last case has no case that could tell of its failure, so it is one itself."""
    last = max((index for index, step in enumerate(steps) if step.is_case), default=len(steps))
    for step in steps[last + 1 :]:
        step.is_case = not isinstance(step.node, DEFINITIONS)
    return steps


def _is_test_call(node: ast.Expr) -> bool:
    """A bare call of a function is a case: it fails by raising. Printing is not, nor a method of an object."""
    call = node.value
    if not isinstance(call, ast.Call):
        return False
    if isinstance(call.func, ast.Name):
        return call.func.id != "print"
    return isinstance(call.func, ast.Attribute) and call.func.attr.startswith(("assert", "test", "check"))


def _is_idle(node: ast.stmt) -> bool:
    """`pass`, a string, or `assert True`: nothing that could fail."""
    if isinstance(node, ast.Assert):
        return isinstance(node.test, ast.Constant) and bool(node.test.value)
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def _name(node: ast.stmt, text: str) -> str:
    """The source of a statement; `ast.get_source_segment` would take the whole text apart for each of them."""
    lines = _lines(text)
    last = node.end_lineno or node.lineno
    if last > len(lines):
        return ast.unparse(node)[:MAX_TEXT]
    found = lines[node.lineno - 1 : last]
    found[-1] = found[-1][: node.end_col_offset]
    found[0] = found[0][node.col_offset :]
    return b"\n".join(found).decode("utf-8", "replace").strip()[:MAX_TEXT]


@lru_cache(maxsize=8)
def _lines(text: str) -> list[bytes]:
    return re.split(rb"\r\n|\r|\n", text.encode("utf-8", "surrogatepass"))


# ---- running -------------------------------------------------------------------------------------------------------


OWN_MEMORY = "tests_out_of_memory"
"""The status of a case at which the process of the tests had no memory left, rather than the candidate's."""


class Outcome:
    """How one case ended, as the process that ran it saw it."""

    __slots__ = ("error", "name", "status")

    def __init__(self, name: str, status: str, error: str = "") -> None:
        self.name = name
        self.status = status
        self.error = error[:MAX_ERROR].encode("utf-8", "backslashreplace").decode()


def run_step(code: Any, name: str, namespace: dict[str, Any], blame: Callable[[BaseException], str | None]) -> Outcome:
    """Executes one compiled statement; `blame` says where in the candidate an exception was raised, if it was."""
    try:
        exec(code, namespace)
    except BaseException as error:
        return failed(name, error, blame)
    if RESULT in namespace and _never_ran(namespace.pop(RESULT)):
        return Outcome(name, "failed", NEVER_RAN)
    return Outcome(name, "passed")


NEVER_RAN = "the test is a generator or a coroutine that nobody runs"
NOT_ENTERED = "a decorator of the candidate's did not run the test that it stands before"
_LAZY = {GeneratorType: "gi_code", CoroutineType: "cr_code", AsyncGeneratorType: "ag_code"}


def _never_ran(value: Any) -> bool:
    """Whether a call of test code only made something that would run the body later."""
    code = getattr(value, _LAZY[type(value)]) if type(value) in _LAZY else None
    if code is None or code.co_filename not in (TESTS, PRELUDE):
        return False
    if type(value) is CoroutineType:
        value.close()
    return True


def failed(name: str, error: BaseException, blame: Callable[[BaseException], str | None]) -> Outcome:
    where = blame(error)
    status = "failed" if where is None else "crashed"
    if isinstance(error, MemoryError):
        status = OWN_MEMORY if where is None else "out_of_memory"
    text = words(error)
    return Outcome(name, status, f"{text[: MAX_ERROR // 2]}\n{where}" if where else text)


def words(error: BaseException) -> str:
    """An exception in one line, whatever it holds."""
    return f"{type(error).__name__}: {_text(error)}".removesuffix(": ")


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except BaseException:  # it may ask an object of the candidate's, whose process may be gone
        return "<no message>"
