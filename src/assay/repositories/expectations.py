"""Literals of a test file that are only compared with what the package returns, wherever they are written.

`EXPECTED = 3`, a table that a loop reads, a default value or an argument of a helper all hold expected values. An
object in place of such a literal can report what it is compared with, so the file need not contain the value.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from assay.repositories.closed import VALUE, is_closed, value_of
from assay.repositories.decided import Decided
from assay.repositories.negation import Function, asserting
from assay.repositories.sites import parameters_of

MOST_LITERALS = 10_000
"""Literals of one file that are followed."""
_MOST_STEPS = 200_000
_OWN = -1
"""The scope of the attributes of `self`."""
_MOST_NESTED = 8
"""Containers around a literal that are followed from name to name."""
_ELEMENT = -1
"""The step from a container to each of its items."""
_CONTAINERS = ("dict", "list", "tuple", "OrderedDict", "param")
"""Functions that return a container of their arguments."""
_VIEWS = ("items", "values", "get", "copy")
"""Methods of a dictionary that return its values."""
_ATOMS = (int, float, str, bytes)
_OPERATORS = ("eq", "ne", "lt", "le", "gt", "ge")
_Name = tuple[int, str]
"""The scope that a name belongs to, and the name."""
_Place = tuple[_Name, tuple[int, ...]]
"""A name, and the steps from its value to the literal."""


@dataclass(slots=True)
class Uses:
    """Where one literal goes."""

    is_compared: bool = True
    """Whether it is only compared."""
    is_told: bool = False
    """Whether anything that is left in a hidden run compares it, or may do so."""
    names: set[_Name] = field(default_factory=set)
    """The names that it is given to."""
    readers: list[ast.expr] = field(default_factory=list)
    """What compares it."""


class Expectations:
    """The literals of one test file with what becomes of each."""

    def __init__(self, tree: ast.Module) -> None:
        self._parents: dict[int, ast.AST] = {}
        self._scopes: dict[int, int] = {}
        self._locals: dict[int, set[str]] = {0: set()}
        self._loads: dict[_Name, list[ast.expr]] = {}
        self._changed: set[_Name] = set()
        self._helpers = {node.name: node for node in ast.walk(tree) if isinstance(node, Function)}
        self._lambdas: dict[_Name, ast.Lambda] = {}
        self._steps = 0
        self.decided = Decided(tree)
        self._enter(tree)
        self._resolve(tree)
        self._note_values(tree)
        self.gone: set[int] = set()
        """Names that are in no hidden file, by their id."""
        self._tree = tree

    @cached_property
    def uses(self) -> dict[int, tuple[ast.expr, Uses]]:
        """What becomes of each literal, by its id."""
        return {id(node): (node, self._follow(node, ())) for node in self._literals(self._tree)}

    def is_silent(self, literal: ast.expr) -> bool:
        """Return whether no comparison that is left in a hidden run reads a literal."""
        uses = self.uses[id(literal)][1]
        return bool(uses.names) and not uses.is_told

    @property
    def compared(self) -> list[ast.expr]:
        """The literals that are only compared, always in the same order."""
        return [node for node, uses in self.uses.values() if uses.is_compared]

    def is_optional(self, part: ast.AST) -> bool:
        """Return whether it depends on answers whether a test asks for what is hidden, wherever a literal stands."""
        readers = self.uses[id(part)][1].readers if id(part) in self.uses else ()
        asking: list[ast.AST] = [*readers] or [part]
        return all(self.decided.is_optional(one) for one in asking)

    def behind(self, operand: ast.expr) -> list[ast.expr] | None:
        """Return the literals that an operand is made of; `None` where it is made of anything else as well."""
        found: dict[int, ast.expr] = {}
        waiting = [operand]
        while waiting:
            node = waiting.pop()
            match node:
                case _ if id(node) in self.uses:
                    found[id(node)] = node
                case ast.Name():
                    name = self._name(node)
                    held = [one for one, uses in self.uses.values() if name in uses.names]
                    if not held:
                        return None
                    found.update((id(one), one) for one in held)
                case ast.Subscript(value=value):
                    waiting.append(value)
                case ast.Tuple() | ast.List() | ast.Set() | ast.Dict():
                    waiting += [one for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr)]
                case ast.IfExp(body=body, orelse=other):
                    waiting += [body, other]
                case _:
                    return None
        return list(found.values()) or None

    def reaches(self, literal: ast.expr, node: ast.AST) -> bool:
        """Return whether an expression has a literal in it, or a name that the literal is given to."""
        names = self.uses[id(literal)][1].names if id(literal) in self.uses else ()
        return any(one is literal or (isinstance(one, ast.Name) and self._name(one) in names) for one in ast.walk(node))

    # -- scopes ----------------------------------------------------------------------------------------------------

    def _enter(self, tree: ast.Module) -> None:
        """Note the parent and the scope of each node; what is nested in a function belongs to its scope."""
        waiting: list[tuple[ast.AST, int]] = [(tree, 0)]
        while waiting:
            node, scope = waiting.pop()
            self._scopes[id(node)] = scope
            inner = scope
            if isinstance(node, Function) and scope == 0:
                inner = id(node)
                self._locals.setdefault(inner, set())
            for child in ast.iter_child_nodes(node):
                self._parents[id(child)] = node
                outside = isinstance(node, Function) and (
                    child in node.decorator_list or child is node.returns or child is node.args
                )
                waiting.append((child, scope if outside and child is not getattr(node, "args", None) else inner))

    def _resolve(self, tree: ast.Module) -> None:
        every = list(ast.walk(tree))
        for node in every:
            scope = self._scopes[id(node)]
            match node:
                case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                    self._locals[scope].add(name)
                    if isinstance(self._parents[id(node)], ast.AugAssign | ast.Delete):
                        self._changed.add((scope, name))
                case ast.Global(names=names) | ast.Nonlocal(names=names):
                    self._changed |= {(0, name) for name in names} | {(scope, name) for name in names}
        for node in every:
            match node:
                case ast.Assign(targets=[ast.Name() as target], value=ast.Lambda() as made):
                    self._lambdas[self._name(target)] = made
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self._loads.setdefault(self._name(node), []).append(node)
            if isinstance(node, ast.Attribute) and _is_own(node):
                if isinstance(node.ctx, ast.Load):
                    self._loads.setdefault((_OWN, node.attr), []).append(node)
                elif isinstance(self._parents[id(node)], ast.AugAssign | ast.Delete):
                    self._changed.add((_OWN, node.attr))

    def _name(self, node: ast.Name) -> _Name:
        scope = self._scopes[id(node)]
        return (scope if node.id in self._locals[scope] else 0, node.id)

    def _note_values(self, tree: ast.Module) -> None:
        """Note the value of each name that has only one: it is given once, and is a number or a text."""
        given: dict[_Name, list[ast.expr | None]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                match self._parents[id(node)]:
                    case ast.Assign(targets=[_], value=value) as above if not self._is_in_class(above):
                        given.setdefault(self._name(node), []).append(value)
                    case _:
                        given.setdefault(self._name(node), []).append(None)
            elif isinstance(node, ast.arg):
                given.setdefault((self._scopes[id(node)], node.arg), []).append(None)
        for name, values in given.items():
            if len(values) == 1 and values[0] is not None and name not in self._changed and is_closed(values[0]):
                known = value_of(values[0])
                for one in self._loads.get(name, []) if isinstance(known, _ATOMS) else ():
                    setattr(one, VALUE, known)

    def _is_in_class(self, node: ast.AST) -> bool:
        while not isinstance(node, ast.ClassDef | ast.Module | Function):
            node = self._parents[id(node)]
        return isinstance(node, ast.ClassDef)

    def _literals(self, tree: ast.Module) -> Iterator[ast.expr]:
        """Yield numbers and texts that are written out, a sign with its number."""
        found = 0
        for node in ast.walk(tree):
            match node:
                case ast.Constant(value=bool() | None) | ast.Constant(value=complex()):
                    continue
                case ast.Constant(value=int() | float() | str() | bytes() as value):
                    parent = self._parents[id(node)]
                    signed = isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.USub)
                    if signed and isinstance(value, str | bytes):
                        continue
                    found += 1
                    if found > MOST_LITERALS:
                        return
                    yield parent if signed and isinstance(parent, ast.expr) else node

    # -- uses ------------------------------------------------------------------------------------------------------

    def _follow(self, literal: ast.expr, path: tuple[int, ...]) -> Uses:
        """Return where a literal goes: up through containers, and on from each name that it is given to."""
        uses, seen = Uses(), set[_Place]()
        waiting: list[tuple[ast.AST, tuple[int, ...]]] = [(literal, path)]
        while waiting:
            node, steps = waiting.pop()
            for name, rest in self._given(node, steps, uses):
                if (name, rest) in seen:
                    continue
                if len(rest) > _MOST_NESTED:  # a name may be given itself in a list
                    uses.is_compared = False
                    continue
                seen.add((name, rest))
                uses.names.add(name)
                every = self._loads.get(name, [])
                loads = [one for one in every if id(one) not in self.gone]
                uses.is_told |= bool(loads) or not every
                uses.is_compared &= name not in self._changed
                waiting += [(one, rest) for one in loads]
                self._steps += len(loads)
                if self._steps > _MOST_STEPS:
                    uses.is_compared = False
                    return uses
        return uses

    def _given(self, node: ast.AST, steps: tuple[int, ...], uses: Uses) -> list[_Place]:
        """Return the names that a value is given to on its way up; `steps` lead from the value to the literal."""
        while True:
            parent = self._parents[id(node)]
            match parent:
                case ast.Tuple(elts=items) | ast.List(elts=items):
                    steps = (next(number for number, one in enumerate(items) if one is node), *steps)
                case ast.Dict(values=items) if any(one is node for one in items):
                    steps = (_ELEMENT, *steps)
                case ast.IfExp(test=test) if test is not node:
                    pass
                case ast.Subscript(value=value) if value is node and steps:
                    steps = steps[1:]
                case ast.keyword():
                    pass
                case ast.Attribute(attr=attr) if attr in _VIEWS and self._is_called(parent):
                    node, steps = self._parents[id(parent)], (_ELEMENT, 1, *steps[1:]) if attr == "items" else steps
                    continue
                case ast.Compare(ops=signs) if parent in self.decided:
                    # the members of a container need not be compared, nor in this order
                    uses.is_compared &= not any(isinstance(sign, ast.In | ast.NotIn) for sign in signs)
                    uses.readers.append(parent)
                    return []
                case ast.Call():
                    names = self._called_with(parent, node, steps)
                    if names is not None:
                        uses.readers += [] if names else [parent]
                        return names
                    steps = (_ELEMENT, *steps)
                    if not self._contains(parent):
                        uses.is_compared = False
                        return []
                case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
                    return self._bound(target, steps, uses)
                case ast.For(iter=iterated, target=target) | ast.comprehension(iter=iterated, target=target) if (
                    iterated is node and steps
                ):
                    return self._bound(target, steps[1:], uses)
                case ast.arguments():
                    return self._default(parent, node, steps)
                case ast.Return():
                    places = self._requested(parent, steps)
                    uses.is_compared &= bool(places)
                    return places
                case _:
                    uses.is_compared = False
                    return []
            node = parent

    def _is_called(self, node: ast.AST) -> bool:
        above = self._parents[id(node)]
        return isinstance(above, ast.Call) and above.func is node

    def _contains(self, call: ast.Call) -> bool:
        """Return whether a call returns a container of its arguments."""
        match call.func:
            case ast.Attribute(value=ast.Name(id="mock") | ast.Attribute(attr="mock"), attr="call"):
                return True
        return isinstance(call.func, ast.Name | ast.Attribute) and _called(call) in _CONTAINERS

    def _called_with(self, call: ast.Call, node: ast.AST, steps: tuple[int, ...]) -> list[_Place] | None:
        """Return the parameters that an argument becomes; `None` where the function is no helper and no assertion."""
        decorated = self._parents[id(call)]
        if isinstance(decorated, Function) and _called(call) == "parametrize":
            return self._parametrized(decorated, call, steps)
        helper: Function | ast.Lambda | None = self._helpers.get(_called(call))
        if isinstance(call.func, ast.Name):
            helper = self._lambdas.get(self._name(call.func), helper)
        if helper is None or self._contains(call):
            is_known = asserting(call) or (isinstance(call.func, ast.Attribute) and call.func.attr in _OPERATORS)
            return [] if is_known and call in self.decided else None
        own = isinstance(call.func, ast.Attribute)
        names = [one.arg for one in (*helper.args.posonlyargs, *helper.args.args)][1 if own else 0 :]
        scope = self._scope_of(helper)
        for name, one in zip(names, call.args, strict=False):
            if one is node and not isinstance(one, ast.Starred):
                return [((scope, name), steps)]
        keys = [one.arg for one in call.keywords if one is node or one.value is node]
        return [((scope, key), steps) for key in keys if key] or None

    def _scope_of(self, function: Function | ast.Lambda) -> int:
        return self._scopes[id(function)] or (id(function) if isinstance(function, Function) else 0)

    def _parametrized(self, function: Function, call: ast.Call, steps: tuple[int, ...]) -> list[_Place] | None:
        names = parameters_of(call)
        scope = self._scope_of(function)
        if len(names) == 1:
            return [((scope, names[0]), steps[1:])]
        if len(steps) > 1 and 0 <= steps[1] < len(names):
            return [((scope, names[steps[1]]), steps[2:])]
        return None

    def _default(self, arguments: ast.arguments, node: ast.AST, steps: tuple[int, ...]) -> list[_Place]:
        function = self._parents[id(arguments)]
        scope = self._scope_of(function) if isinstance(function, Function) else self._scopes[id(function)]
        every = [*arguments.posonlyargs, *arguments.args]
        pairs = [*zip(every[len(every) - len(arguments.defaults) :], arguments.defaults, strict=True)]
        pairs += [(one, value) for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value]
        return [((scope, one.arg), steps) for one, value in pairs if value is node]

    def _requested(self, node: ast.Return, steps: tuple[int, ...]) -> list[_Place]:
        """Return the parameters of tests that the value of a fixture becomes."""
        function: ast.AST = node
        while not isinstance(function, Function | ast.Lambda | ast.Module):
            function = self._parents[id(function)]
        if not isinstance(function, Function) or not any(_is_fixture(one) for one in function.decorator_list):
            return []
        wanting = [one for one in self._helpers.values() if any(arg.arg == function.name for arg in one.args.args)]
        return [((self._scope_of(one), function.name), steps) for one in wanting]

    def _bound(self, target: ast.AST, steps: tuple[int, ...], uses: Uses) -> list[_Place]:
        """Return the names of a target that a value is assigned to."""
        match target:
            case ast.Name():
                return [((self._name(target)), steps)]
            case ast.Attribute() if _is_own(target):
                return [((_OWN, target.attr), steps)]
            case ast.Tuple(elts=items) | ast.List(elts=items) if not any(isinstance(one, ast.Starred) for one in items):
                if steps and 0 <= steps[0] < len(items):
                    return self._bound(items[steps[0]], steps[1:], uses)
                return [place for one in items for place in self._bound(one, steps[1:], uses)]
        uses.is_compared = False
        return []


def _is_own(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")


def _is_fixture(decorator: ast.expr) -> bool:
    made = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(made, ast.Attribute) and made.attr == "fixture"


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
