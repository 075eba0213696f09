"""Test files that import what they test, as suites whose names are taken from the candidate."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from assay.errors import InvalidProblem
from assay.records import Suite, SuiteStyle
from assay.syntax import UNREADABLE


def python_suite(tests: str, target: str, reference: str, *, helpers: Mapping[str, str] | None = None) -> Suite:
    """Return a unittest file as a suite: what it imports from the candidate's file becomes the suite's names.

    `helpers` are modules of the tests, path → text. Tests that bring some, to give their objects to the candidate, or
    that patch modules have to share the candidate's process.

    >>> suite = python_suite("from a import N, f as g\\nclass T(unittest.TestCase): ...", "a.py", "def f(): ...")
    >>> suite.required, suite.together
    (('f', 'N'), False)
    """
    helpers = helpers or {}
    try:
        tree = ast.parse(tests)
        together = bool(helpers) or _patches(tree)
        taken = _Taken(target.removesuffix(".py"), tree)
        apart = taken.visit(_without_skipped(ast.parse(tests)))
        source = tests if together else ast.unparse(apart)
        prelude = "\n".join(_module(path, text) for path, text in helpers.items())
        names = _entry_point_first(tuple(taken.names), ast.parse(reference))
    except UNREADABLE as error:
        raise InvalidProblem(f"the tests of {target} do not compile: {error}") from None
    if not names:
        raise InvalidProblem(f"the tests take nothing from {target}")
    return Suite(names[0], source, SuiteStyle.UNITTEST, prelude, names[1:], together=together, target=target)


def _patches(tree: ast.Module) -> bool:
    called = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return any("patch" in ast.unparse(function).split(".") for function in called)


def _entry_point_first(names: tuple[str, ...], reference: ast.Module) -> tuple[str, ...]:
    """Return the names with a function or class in front: a constant is no entry point."""
    definitions = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    defined = {node.name for node in reference.body if isinstance(node, definitions)}
    return tuple(sorted(names, key=lambda name: name not in defined))


def _without_skipped(tree: ast.Module) -> ast.Module:
    """Return tests without the methods that their author always skips, such as those for extra credit."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            node.body = [one for one in node.body if not _is_skipped(one)] or [ast.Pass()]
    return tree


def _is_skipped(node: ast.stmt) -> bool:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return any(ast.unparse(one).startswith(("unittest.skip(", "skip(")) for one in decorators)


class _Taken(ast.NodeTransformer):
    """Replaces every import of one module by what it gives to the tests, and keeps the names."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self.module = module
        self.tree = tree
        self.names: dict[str, None] = {}
        """In the order of their first import."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt | list[ast.stmt]:
        if node.module != self.module or node.level:
            return node
        self.names.update(dict.fromkeys(alias.name for alias in node.names))
        renamed = [alias for alias in node.names if alias.asname not in (None, alias.name)]
        return ast.parse("\n".join(f"{alias.asname} = {alias.name}" for alias in renamed) or "pass").body

    def visit_Import(self, node: ast.Import) -> ast.stmt | list[ast.stmt]:
        own = [alias for alias in node.names if alias.name == self.module]
        if not own:
            return node
        node.names = [alias for alias in node.names if alias.name != self.module]
        made = [statement for alias in own for statement in self._as_module(alias.asname or alias.name)]
        return [node, *made] if node.names else made

    def _as_module(self, name: str) -> list[ast.stmt]:
        """Return statements that make an object with all that tests ask of the module under that name."""
        used = dict.fromkeys(
            node.attr
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name
        )
        self.names.update(used)
        given = ", ".join(f"{one}={one}" for one in used)
        return ast.parse(f"import types\n{name} = types.SimpleNamespace({given})").body


def _module(path: str, text: str) -> str:
    """Return statements that make a module of a text, for the tests to import."""
    name = path.removesuffix(".py")
    return (
        f"import sys, types\nsys.modules[{name!r}] = types.ModuleType({name!r})\n"
        f"exec({text!r}, sys.modules[{name!r}].__dict__)"
    )
