"""Python source read without running it: what a piece of code binds and needs, at bounded cost."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from assay.syntax import UNREADABLE, parse_foreign

MAX_SOURCE = 2**18
"""Characters of one piece of source; what is longer is nobody's function, and its tree would take 100 MB."""
MAX_PARSED = 2**20
"""Characters that one extraction may parse in all, however long the answer is."""
FREE_PARSED = 2**16
PARSED_PER_CHARACTER = 8
"""So many for each character of the answer: what it costs to read one grows with its length."""

_BUILTINS = frozenset(dir(builtins)) | {"__file__", "__name__", "__doc__", "__annotations__"}
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Piece:
    """Source that parses, and what can be said about it without running it."""

    def __init__(self, source: str, tree: ast.Module) -> None:
        self.source = source
        self.tree = tree

    def defines(self, name: str) -> bool:
        """Whether running it would bind `name` by a definition or an assignment of its own."""
        return name in self._own

    def binds(self, name: str) -> bool:
        """The same, an import counting too."""
        return name in self._own or name in self._imported

    @cached_property
    def bound(self) -> frozenset[str]:
        """The names of the module after a run."""
        return self._own | self._imported

    @cached_property
    def needed(self) -> frozenset[str]:
        """Names that are used somewhere, bound nowhere and not built in."""
        used: set[str] = set()
        bound: set[str] = set(_BUILTINS)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name):
                (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
            elif isinstance(node, _DEFINITIONS):
                bound.add(node.name)
            elif isinstance(node, ast.arg):
                bound.add(node.arg)
            elif isinstance(node, ast.alias):
                bound.add(_alias_name(node))
            elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
                bound.add(node.name)
        return frozenset(used - bound)

    def is_stub(self, name: str) -> bool:
        """Whether the last function of that name at the top says nothing but its docstring."""
        found = self.functions(name)
        return bool(found) and all(_says_nothing(node) for node in found[-1].body)

    def acts(self, name: str) -> bool:
        """Whether it defines that name, and as a function that does more than document, define and import."""
        found = self.functions(name)
        silent = (*_DEFINITIONS, ast.Import, ast.ImportFrom)
        return self.defines(name) and not (
            found and all(isinstance(node, silent) or _says_nothing(node) for node in found[-1].body)
        )

    def takes(self, name: str, count: int) -> bool:
        """Whether the last function of that name can be called with so many arguments; so can what is no function."""
        found = self.functions(name)
        if not found:
            return True
        given = found[-1].args
        most = len(given.posonlyargs) + len(given.args)
        return most - len(given.defaults) <= count <= most or (given.vararg is not None and count >= most)

    def begins(self, name: str) -> bool:
        """Whether the first function of that name at the top says more than its docstring."""
        found = self.functions(name)
        return bool(found) and not all(_says_nothing(node) for node in found[0].body)

    def functions(self, name: str) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
        """The functions of that name at the top, in their order."""
        return [node for node in self.tree.body if isinstance(node, _FUNCTIONS) and node.name == name]

    @cached_property
    def says_nothing(self) -> bool:
        """Whether it binds no name and calls nothing: prose that happens to parse."""
        return not self.bound and not any(isinstance(node, ast.Call) for node in ast.walk(self.tree))

    @cached_property
    def reads(self) -> bool:
        """Whether it mentions the standard input."""
        return self._mentions("input", "stdin") or any(_opens_input(node) for node in ast.walk(self.tree))

    @cached_property
    def writes(self) -> bool:
        """Whether it mentions the standard output."""
        return self._mentions("print", "stdout")

    def _mentions(self, *names: str) -> bool:
        return any(
            (isinstance(node, ast.Name) and node.id in names)
            or (isinstance(node, ast.Attribute) and node.attr in names)
            for node in ast.walk(self.tree)
        )

    @cached_property
    def _own(self) -> frozenset[str]:
        return frozenset(_names(self.tree, imports=False))

    @cached_property
    def _imported(self) -> frozenset[str]:
        return frozenset(_names(self.tree, imports=True))


@dataclass(frozen=True, slots=True)
class Broken:
    """Source that does not parse."""

    line: int
    """Where the parser gave up, from 1; 0 when it said nothing."""


class Reader:
    """Parses for one extraction, and stops when that has cost enough."""

    def __init__(self, answer: str = "", *, per_character: int = PARSED_PER_CHARACTER) -> None:
        self._left = min(MAX_PARSED, FREE_PARSED + per_character * len(answer))
        self._known: dict[str, Piece | Broken] = {}

    def parse(self, source: str) -> Piece | Broken:
        known = self._known.get(source)
        if known is None:
            known = self._known[source] = self._parse(source)
        return known

    def piece(self, source: str) -> Piece | None:
        parsed = self.parse(source)
        return parsed if isinstance(parsed, Piece) else None

    def can_parse(self, source: str) -> bool:
        """Whether this much may still be parsed."""
        return source in self._known or len(source) <= min(MAX_SOURCE, self._left)

    def _parse(self, source: str) -> Piece | Broken:
        if len(source) > min(MAX_SOURCE, self._left):
            return Broken(0)
        self._left -= len(source) + 1
        try:
            tree = parse_foreign(source)
        except SyntaxError as error:
            return Broken(error.lineno or 0)
        except UNREADABLE:  # NUL, surrogates, nesting
            return Broken(0)
        outside = _outside_function(tree)
        return Piece(source, tree) if outside == 0 else Broken(outside)


def _outside_function(tree: ast.Module) -> int:
    """The line of a `return`, `yield` or `await` outside any function, which only a compiler rejects; 0: none."""
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Return | ast.Yield | ast.YieldFrom | ast.Await):
            return node.lineno
        if not isinstance(node, (*_FUNCTIONS, ast.Lambda)):
            pending += ast.iter_child_nodes(node)
    return 0


def _names(tree: ast.Module, *, imports: bool) -> Iterator[str]:
    """Names bound by the module's own statements, those inside `if`, `try`, `for` and `with` too."""
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, _DEFINITIONS):
            if not imports:
                yield node.name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            if imports:
                yield from (_alias_name(alias) for alias in node.names)
        elif isinstance(node, ast.Name):
            if not imports and isinstance(node.ctx, ast.Store):
                yield node.id
        elif not isinstance(node, ast.Lambda):
            pending += ast.iter_child_nodes(node)


def _alias_name(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def _opens_input(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="open"), args=[ast.Constant(value=0), *_]):
            return True
    return False


def _says_nothing(node: ast.stmt) -> bool:
    if isinstance(node, ast.Pass):
        return True
    if isinstance(node, ast.Raise):
        return "NotImplemented" in ast.dump(node)
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
