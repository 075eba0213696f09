"""Test code that only *generates* data, run once without a candidate: loops of `assert candidate(x, y) == x + y`.

Where the candidate appears nowhere but in such assertions, what it is called with and what it must return do not
depend on it. They are taken down once, and every candidate is judged by them as data. Whatever could make a
difference (a call inside `try`, an argument that the candidate could change and the tests see) is left alone.

What is taken down must not change from one day or one process to the next either. Test code is recorded only if it
is made of modules and names that are known to depend on their arguments alone, and if recording it again gives the
same: with clocks that tell when they are read, with objects at other addresses, and with other random numbers (then
the calls may be others, but the same arguments never have two answers).
"""

from __future__ import annotations

import ast
import datetime
import time

from assay.judges.host import statements
from assay.sandbox.guest import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from assay.judges.host.statements import Plan, Step

MAX_CALLS = 1000
RECORD = "__assay_record__"
IMMUTABLE = frozenset((type(None), bool, int, float, complex, str, bytes))
BRANCHES = (ast.For, ast.While, ast.If)
EQUAL, TRUE, FALSE = "equal", "true", "false"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PURE_MODULES = _words(
    "__future__ abc array base64 binascii bisect calendar cmath collections colorsys copy datetime decimal difflib "
    "enum fractions functools graphlib hashlib heapq html itertools json keyword math numbers numpy operator pandas "
    "random re statistics string struct textwrap time types typing typing_extensions unicodedata zlib"
)
"""Modules whose functions depend on their arguments alone, apart from clocks and random numbers."""
IMPURE_NAMES = _words(
    "breakpoint compile delattr dir eval exec exit getattr globals hash help id input locals memoryview object open "
    "quit setattr vars __import__ __builtins__ __loader__ __spec__ __array_interface__ SystemRandom SeedSequence "
    "ctypes empty empty_like fromfile genfromtxt load loadtxt memmap now today utcnow"
)
"""Names and attributes that reach what changes: files, identities, memory, the day."""
UNSEEDED = frozenset(("Random", "RandomState", "default_rng", "seed", "Generator"))
"""What takes other random numbers each time, unless it is given a seed."""
MOMENTS = frozenset(("now", "today"))
"""Texts that numpy and pandas take for the present moment."""
CLOCKS = _words(
    "time time_ns monotonic monotonic_ns perf_counter perf_counter_ns process_time process_time_ns thread_time "
    "thread_time_ns clock_gettime clock_gettime_ns localtime gmtime ctime asctime strftime"
)
OTHER_SEED = 20_011
SHIFTS = (3, 8, 17, 30)
"""How many objects of each size are put in the way before each further recording, so that others lie elsewhere."""
Call = tuple[int, bytes, bytes, str]
"""One call: the case, the arguments, the expected value, the relation."""


class NotRecordable(Exception):
    """The test code is more than a generator of data."""


def record(plan: Plan, prelude: str, entries: set[str], clean: Callable[[int], bool]) -> list[Call] | None:
    """The calls that the cases of a plan make; `None` where it is more than data, or not always the same.

    `clean` puts the process back as it was, with the random numbers of a seed, and says whether it could.
    """
    kept: list[Any] = []
    clean(0)
    calls = _recorded(plan, prelude, entries, kept)
    if calls is None or any(b" at 0x" in part for call in calls for part in call[1:3]) or not clean(0):
        return None
    for number in SHIFTS:
        kept.append([bytes(size) for size in range(0, 512, 16) for _ in range(number)])
        watch = Watch()
        with watch:
            again = _recorded(plan, prelude, entries, kept)
        if watch.read or again != calls or not clean(0):
            return None
    clean(OTHER_SEED)
    others = _recorded(plan, prelude, entries, kept)
    return calls if others is not None and _agree([*calls, *others]) else None


def _agree(calls: list[Call]) -> bool:
    """Whether the same arguments never have two answers."""
    answers: dict[tuple[bytes, bool], tuple[bytes, str]] = {}
    return all(
        answers.setdefault((arguments, relation == EQUAL), (expected, relation)) == (expected, relation)
        for _, arguments, expected, relation in calls
    )


class Watch:
    """Clocks that tell when they are read, for as long as it is entered."""

    def __init__(self) -> None:
        self.read = False
        self._before: list[tuple[Any, str, Any]] = []

    def __enter__(self) -> None:
        for name in CLOCKS:
            if hasattr(time, name):
                self._put(time, name, self._noted(getattr(time, name)))
        for kind in (datetime.datetime, datetime.date):
            self._put(datetime, kind.__name__, self._class(kind))

    def __exit__(self, *exception: object) -> None:
        for owner, name, value in reversed(self._before):
            setattr(owner, name, value)

    def _put(self, owner: Any, name: str, value: Any) -> None:
        self._before.append((owner, name, getattr(owner, name)))
        setattr(owner, name, value)

    def _noted(self, function: Any) -> Any:
        def watched(*given: Any, **named: Any) -> Any:
            self.read = True
            return function(*given, **named)

        return watched

    def _class(self, kind: Any) -> Any:
        """A class that makes objects of the real one, and tells when it is asked for the present."""

        class Meta(type):
            def __instancecheck__(cls, value: object) -> bool:
                return isinstance(value, kind)

        names = {name: self._noted(getattr(kind, name)) for name in ("now", "today", "utcnow") if hasattr(kind, name)}
        return Meta(kind.__name__, (kind,), {"__new__": lambda cls, *given, **named: kind(*given, **named), **names})


def _recorded(plan: Plan, prelude: str, entries: set[str], kept: list[Any]) -> list[Call] | None:
    """The calls of one recording; what it made stays in `kept`, so that nothing later has the same address."""
    calls: list[Call] = []
    namespace: dict[str, Any] = {"__name__": "tests"}
    kept.append(namespace)
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


def is_pure(sources: Iterable[str]) -> bool:
    """Whether code names nothing but what depends on its arguments alone; cheap, and without running anything."""
    return not any(_is_impure(node) for source in sources for node in ast.walk(statements.parse(source)))


def _is_impure(node: ast.AST) -> bool:
    match node:
        case ast.Import(names):
            return any(alias.name.partition(".")[0] not in PURE_MODULES for alias in names)
        case ast.ImportFrom(module, names, level):
            known = bool(module) and not level and str(module).partition(".")[0] in PURE_MODULES
            return not known or any(alias.name in IMPURE_NAMES or alias.name == "*" for alias in names)
        case ast.Name(name) | ast.Attribute(_, name):
            return name in IMPURE_NAMES or name.startswith("read_")
        case ast.Call(ast.Name(name) | ast.Attribute(_, name), arguments):
            return name in UNSEEDED and not arguments
        case ast.Constant(str(text)):
            return text in MOMENTS
        case ast.ClassDef() | ast.AsyncFunctionDef() | ast.Await():
            return True
    return False


def is_generator(plan: Plan, entries: set[str]) -> bool:
    """Whether the plan has the right form; cheap, and without running anything."""
    try:
        for step in plan.steps:
            _rewritten(step, entries)
    except NotRecordable:
        return False
    return True


def _recorder(calls: list[Call], case: int) -> Any:
    def take_down(arguments: tuple[Any, ...], literal: tuple[bool, ...], relation: str, expected: Any = None) -> None:
        if len(calls) >= MAX_CALLS or not all(map(_unchangeable, arguments, literal)):
            raise NotRecordable
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
            raise NotRecordable
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
            raise NotRecordable
        return node
    head = node.iter if isinstance(node, ast.For) else node.test
    if _mentions(head, entries) or (isinstance(node, ast.For) and _mentions(node.target, entries)):
        raise NotRecordable
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
    raise NotRecordable


def _taken_down(call: ast.Call, relation: str, expected: list[ast.expr], entries: set[str]) -> ast.stmt:
    if not (isinstance(call.func, ast.Name) and call.func.id in entries) or call.keywords:
        raise NotRecordable
    if any(isinstance(part, ast.Starred) or _mentions(part, entries) for part in (*call.args, *expected)):
        raise NotRecordable
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
