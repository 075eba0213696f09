"""Origins of values in test code: names that hold values of the candidate, and comparisons of two such values.

`assert str(Vec(1, 2) + Vec(3, 4)) == str(Vec(4, 6))` is true of a class whose objects all have one text, though no
object has decided anything. And `except ERRORS["negative"]` catches whatever the candidate has put there. Names are
followed through assignments, loops and calls of functions that the tests define, whatever the order of statements.
"""

from __future__ import annotations

import ast
import copy
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Binding = tuple[ast.expr, ast.expr]
    """What is given a value, and the value."""

COMPARING = re.compile(r"assert|equal|same|close|compare|check|match|verify|approx", re.IGNORECASE)
"""Names of functions that compare their arguments."""
NOT_COMPARING = re.compile(r"assertRaises|assertWarns|assertLogs|assertIsInstance|assertNotIsInstance")
EQUAL = re.compile(r"assert(_?(equals?|allclose|array_equal)|\w*(Equals?|AlmostEqual|Is))$")
"""Names of functions that say whether two values are equal."""
DIFFERENCES = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.BitXor)
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Origins:
    """The names in test code that hold values of the candidate."""

    def __init__(self, trees: Iterable[ast.AST], names: Iterable[str]) -> None:
        self.names = set(names)
        nodes = [node for tree in trees for node in ast.walk(tree)]
        self._functions = {node.name: node for node in nodes if isinstance(node, _Function)}
        bindings = [binding for node in nodes for binding in self._bindings(node)]
        stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        parameters = {node.arg for node in nodes if isinstance(node, ast.arg)}
        self.taken = self.names - stored - parameters
        """Names that mean what the candidate gives under them everywhere, which is looked at when it is taken."""
        known = -1
        while known < len(self.names):
            known = len(self.names)
            for target, value in bindings:
                if self.comes_from_candidate(value):
                    self.names.update(_bound(target))
        self._fixed = self._written(nodes, bindings)
        self._direct = set(names)
        given: dict[str, list[ast.expr]] = {}
        for target, value in bindings:
            for name in _bound(target):
                given.setdefault(name, []).append(value)
        for _ in given:
            self._direct |= {name for name, values in given.items() if all(map(self._is_direct, values))}

    def _written(self, nodes: list[ast.AST], bindings: list[Binding]) -> set[str]:
        """Return the names that stand only for values written down, and that no method is called on."""
        used = {_name(node.value) for node in nodes if isinstance(node, ast.Attribute)}
        self._fixed = set()
        known = -1
        while known < len(self._fixed):
            known = len(self._fixed)
            written = {name for target, value in bindings if self._is_fixed(value) for name in _bound(target)}
            others = {name for target, value in bindings if not self._is_fixed(value) for name in _bound(target)}
            self._fixed = written - others - used - self.names
        return self._fixed

    def comes_from_candidate(self, node: ast.AST) -> bool:
        """Return whether an expression mentions what the candidate gave."""
        return any(_name(part) in self.names for part in ast.walk(node))

    def guarded(self, node: ast.stmt, catchers: tuple[str, ...]) -> ast.stmt:
        """Return a statement in which classes that come from the candidate are looked at before they catch anything."""
        guarding = Guarding(self, catchers)
        if not any(map(guarding.may_concern, ast.walk(node))):  # a copy is dear
            return node
        made: ast.stmt = guarding.visit(copy.deepcopy(node))
        return made if guarding.changed else node

    def given(self, tree: ast.Module) -> set[int]:
        """Return the identities of expressions that may reach the candidate: all but those that only an assertion sees.

        In `assert {key(1): 7} == {key(2): 7}` they are 1 and 2.
        """
        seen: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Assert):
                seen |= self._only_seen(node.test)
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                called = node.value.func
                if isinstance(called, ast.Attribute) and called.attr.startswith("assert"):
                    seen |= {part for argument in node.value.args for part in self._only_seen(argument)}
        return {id(node) for node in ast.walk(tree)} - seen

    def _only_seen(self, node: ast.AST) -> set[int]:
        """Return the parts of an expression that are not inside a call or an item of a value of the candidate."""
        match node:
            case ast.Call(used) | ast.Subscript(used) if _name(_root(used)) in self.names:
                return set()
            case ast.Attribute(inner):
                return self._only_seen(inner)
        return {id(node)}.union(*map(self._only_seen, ast.iter_child_nodes(node)))

    def lines(self, tree: ast.Module) -> frozenset[int]:
        """Return the lines of the statements that compare what the candidate gave with what it gave."""
        found: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Assert | ast.Expr | ast.If | ast.Return):
                place = node.test if isinstance(node, ast.If) else node
                if any(map(self._compares_own, ast.walk(place))):
                    found.update(range(place.lineno, (place.end_lineno or place.lineno) + 1))
        return frozenset(found)

    def runs_text(self, tree: ast.Module) -> bool:
        """Return whether tests run as code what the candidate may have given, as `eval(f(2))` does."""
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _runs_code(node.func)]
        return any(not _is_written_out(one) for call in calls for one in call.args[:1])

    def anchors(self, tree: ast.Module) -> frozenset[int]:
        """Return the lines of the statements that compare one thing the candidate gave with values written there."""
        found: set[int] = set()
        for node in ast.walk(tree):
            match node:
                case ast.Assert(ast.Compare(left, [ast.Eq() | ast.Is()], [right])):
                    sides = [left, right]
                case ast.Expr(ast.Call(ast.Attribute(_, name), [left, right, *_])) if EQUAL.match(name):
                    sides = [left, right]
                case _:
                    continue
            if any(self._is_direct(one) and self._is_fixed(other) for one, other in (sides, sides[::-1])):
                found.add(node.lineno)
        return frozenset(found)

    def certain_anchors(self, tree: ast.Module) -> frozenset[int]:
        """Return those of these lines that run whatever the candidate gives: in no loop and no branch."""
        inner = {
            line
            for node in ast.walk(tree)
            if isinstance(node, ast.For | ast.While | ast.If)
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        return self.anchors(tree) - inner

    def _is_direct(self, node: ast.expr) -> bool:
        """Return whether an expression is a value of the candidate, or a part of one, and made of no other."""
        match node:
            case ast.Call(inner) | ast.Attribute(inner) | ast.Subscript(inner) | ast.Await(inner):
                return _name(node) in self._direct or self._is_direct(inner)
        return _name(node) in self._direct

    def _is_fixed(self, node: ast.AST) -> bool:
        """Return whether a value is written down: made of literals, and of names that stand for such values only."""
        if isinstance(node, ast.Name):
            return node.id in self._fixed
        kinds = ast.Constant | ast.List | ast.Tuple | ast.Set | ast.Dict | ast.UnaryOp | ast.BinOp
        inner = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
        return isinstance(node, kinds) and all(map(self._is_fixed, inner))

    def _compares_own(self, node: ast.AST) -> bool:
        match node:
            case ast.Compare(left, _, others):
                return self._both([left, *others])
            case ast.BinOp(left, relation, right) if isinstance(relation, DIFFERENCES):
                return self._both([left, right])
            case ast.Call(called, arguments) if (
                not self.comes_from_candidate(called) or _name(called) in self._functions
            ):
                name = called.attr if isinstance(called, ast.Attribute) else _name(called)
                compares = COMPARING.search(name) and not NOT_COMPARING.match(name)
                return bool(compares or name in self._functions) and self._both(arguments)
        return False

    def _both(self, sides: list[ast.expr]) -> bool:
        """Return whether at least two of them come from the candidate, and so does the first or the second."""
        return sum(map(self.comes_from_candidate, sides)) > 1

    def _bindings(self, node: ast.AST) -> Iterator[Binding]:
        """Yield what a piece of code gives values to."""
        match node:
            case ast.Assign(targets, value):
                for target in targets:
                    yield from _pairs(target, value)
            case ast.AnnAssign(target, _, ast.expr() as value) | ast.AugAssign(target, _, value):
                yield target, value
            case ast.NamedExpr(target, value):
                yield target, value
            case ast.For(target, iterated) | ast.AsyncFor(target, iterated) | ast.comprehension(target, iterated):
                yield from _looped(target, iterated)
            case ast.withitem(context, ast.expr() as target):
                yield target, context
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
                returned = [part.value for part in ast.walk(node) if isinstance(part, ast.Return | ast.Yield)]
                yield from ((ast.Name(name), value) for value in returned if value is not None)
            case ast.Call(ast.Name(name) | ast.Attribute(_, name), arguments) if name in self._functions:
                parameters = [ast.Name(part.arg) for part in self._functions[name].args.args]
                yield from zip(parameters[isinstance(node.func, ast.Attribute) :], arguments, strict=False)


def _name(node: ast.AST) -> str:
    """Return a name, or an attribute of one as in `self.stack`; empty for anything else."""
    match node:
        case ast.Name(name):
            return name
        case ast.Attribute(ast.Name("self"), name):
            return f"self.{name}"
    return ""


def _root(node: ast.expr) -> ast.expr:
    """Return what an attribute, an item or a call is one of, all the way down."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call) and not _name(node):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node


def _called(node: ast.Call) -> str:
    """Return the name of the function or method that is called."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else _name(node.func)


def _bound(target: ast.expr) -> set[str]:
    """Return the names that a target gives a value to, or changes a part of."""
    match target:
        case ast.Tuple(parts) | ast.List(parts):
            return {name for part in parts for name in _bound(part)}
        case ast.Starred(part) | ast.Subscript(part):
            return _bound(part)
    return {_name(target)} - {"", "self"}


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[Binding]:
    """Yield a target with its value, each name with its own where both are tuples."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        for part, inner in zip(target.elts, value.elts, strict=True):
            yield from _pairs(part, inner)
    else:
        yield target, value


def _looped(target: ast.expr, iterated: ast.expr) -> Iterator[Binding]:
    """Yield what a loop gives values to; `zip` and `enumerate` give each name a value of its own."""
    match target, iterated:
        case ast.Tuple([_, part]), ast.Call(ast.Name("enumerate"), [inner, *_]):
            yield from _looped(part, inner)
        case ast.Tuple(parts), ast.Call(ast.Name("zip"), sources) if len(parts) == len(sources):
            for part, source in zip(parts, sources, strict=True):
                yield from _looped(part, source)
        case _:
            yield target, iterated


# ---- what `except` catches -----------------------------------------------------------------------------------------

CAUGHT = "__assay_caught__"
"""The name of what an `except` asks for the classes that the candidate gave."""
NAMED = "__assay_named__"
"""The same for `assertRaises` and its like."""
TEXTS = "__assay_texts__"
"""The same for what `"-".join` puts together, which has to be text in this very process."""


class Guarding(ast.NodeTransformer):
    """Has classes that come from the candidate looked at before they catch anything."""

    def __init__(self, origins: Origins, catchers: tuple[str, ...]) -> None:
        self.origins = origins
        self.catchers = catchers
        self.changed = False

    def may_concern(self, node: ast.AST) -> bool:
        """Return whether a piece of code is of a kind that is looked at."""
        is_call = isinstance(node, ast.Call) and _called(node).lower().endswith((*self.catchers, "join"))
        return is_call or isinstance(node, ast.ExceptHandler)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        self.generic_visit(node)
        if node.type is not None:
            node.type = self._asked(CAUGHT, node.type)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = _called(node)
        known = node.args and isinstance(node.args[0], ast.Name) and node.args[0].id in self.origins.taken
        if not known and name.lower().endswith(self.catchers):
            node.args = [self._asked(NAMED, kind) if not place or name == "suppress" else kind
                         for place, kind in enumerate(node.args)]  # fmt: skip
        if name == "join" and len(node.args) == 1 and not self.origins.comes_from_candidate(node.func):
            node.args = [self._asked(TEXTS, node.args[0])]
        return node

    def _asked(self, name: str, kind: ast.expr) -> ast.expr:
        if isinstance(kind, ast.Starred) or not self.origins.comes_from_candidate(kind):
            return kind
        self.changed = True
        call = ast.copy_location(ast.Call(ast.Name(name, ast.Load()), [kind], []), kind)
        return ast.fix_missing_locations(call)


_RUNNING = frozenset(("eval", "exec", "compile", "run_path", "run_module", "exec_module", "read_pickle"))
"""Functions that run what they are given, under whatever name they are imported."""


def _runs_code(function: ast.expr) -> bool:
    match function:
        case ast.Attribute(value=ast.Name(id="pickle" | "cPickle" | "dill" | "cloudpickle" | "marshal"), attr=name):
            return name in ("loads", "load")
        case ast.Attribute(value=ast.Name(id="re"), attr="compile"):
            return False
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in _RUNNING
    return False


def _is_written_out(node: ast.expr) -> bool:
    return not any(isinstance(one, ast.Name | ast.Call | ast.Attribute) for one in ast.walk(node))
