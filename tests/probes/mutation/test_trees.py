"""Mutants of real functions: the tree of each differs from the original's where it says so, and nowhere else."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module

import pytest

from assay.probes.mutation.compiled import compiled_key
from assay.probes.mutation.mutants import Mutant, mutants_of


def standard_functions(most: int) -> Iterator[str]:
    """Functions of the standard library, each as a source of its own."""
    modules = "statistics heapq bisect textwrap fractions calendar colorsys difflib shlex datetime fnmatch csv base64"
    for name in modules.split():
        source = inspect.getsource(import_module(name))
        lines = source.splitlines(keepends=True)
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and most > 0:
                most -= 1
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                yield textwrap.dedent("".join(lines[first - 1 : node.end_lineno]))


def spans(tree: ast.AST) -> Iterator[tuple[int, int, int, int]]:
    """The places of all nodes of a tree: first line and column, last line and column."""
    for node in ast.walk(tree):
        if hasattr(node, "lineno"):
            yield node.lineno, node.col_offset, node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]


def children(node: ast.AST) -> list[object]:
    """What a node holds, kinds of names and operators included."""
    return [item for _, value in ast.iter_fields(node) for item in (value if isinstance(value, list) else [value])]


def difference(one: ast.AST, other: ast.AST) -> ast.AST:
    """The smallest node of the first tree that holds all that is not in the second."""
    here, there = children(one), children(other)
    if type(one) is not type(other) or len(here) != len(there):
        return one
    changed = [(a, b) for a, b in zip(here, there, strict=True) if not equal(a, b)]
    if len(changed) != 1:
        return one
    a, b = changed[0]
    if not isinstance(a, ast.AST) or not isinstance(b, ast.AST) or not hasattr(a, "lineno"):
        return one if not isinstance(a, ast.arguments | ast.comprehension) else difference(a, b)  # type: ignore[arg-type]
    return difference(a, b)


def equal(one: object, other: object) -> bool:
    if isinstance(one, ast.AST) and isinstance(other, ast.AST):
        return ast.dump(one) == ast.dump(other)
    return type(one) is type(other) and one == other


def meant(mutant: Mutant) -> str:
    """The source of a mutant; `a or (b or c)` with its parentheses, for it compiles to the same without them."""
    if mutant.operator != "boolean":
        return mutant.source
    written = replace(mutant, replacement=f"({mutant.replacement})").source
    assert compiled_key(written) == compiled_key(mutant.source)
    return written


def is_local(source: str, mutant: Mutant) -> bool:
    """Whether a mutant's tree differs from the original's only where the mutant says it does."""
    tree = ast.parse(source)
    changed = difference(tree, ast.parse(meant(mutant)))
    column = mutant.start - len("".join(source.splitlines(keepends=True)[: mutant.line - 1]).encode())
    begin = mutant.line, column
    lines = mutant.original.split("\n")
    end = mutant.line + len(lines) - 1, len(lines[-1].encode()) + (column if len(lines) == 1 else 0)
    holding = [span for span in spans(tree) if span[:2] <= begin and span[2:] >= end]
    if not mutant.original:
        holding = [span for span in holding if span[2:] > end]  # put in: what ends here is not what holds it
    if not mutant.replacement:
        holding = [span for span in holding if span != (*begin, *end)]  # left out: the node around it changes
    first, last = max(span[:2] for span in holding), min(span[2:] for span in holding)
    if not hasattr(changed, "lineno"):
        return isinstance(changed, ast.arguments | ast.comprehension)
    start, stop = (changed.lineno, changed.col_offset), (changed.end_lineno, changed.end_col_offset)  # type: ignore[attr-defined]
    return start >= first and stop <= last


@pytest.mark.slow
def test_mutants_of_the_standard_library_change_what_they_say_and_nothing_else() -> None:
    """An operator put in without the parentheses it needs would change the tree around it too."""
    counts: Counter[str] = Counter()
    for source in standard_functions(120):
        found = mutants_of(source)
        counts.update(found=len(found), not_compiling=found.not_compiling)
        for mutant in found:
            if mutant.operator != "decorators":
                assert is_local(source, mutant), mutant.diff()
            assert compiled_key(mutant.source) not in (None, compiled_key(source)), mutant.diff()

    assert counts["found"] > 2000
    assert counts["not_compiling"] < counts["found"] / 100


def test_mutants_of_a_tangled_expression_change_what_they_say_and_nothing_else() -> None:
    source = "x = a - b * -c ** 2 % d if not e or f and g < h != i else [j for j in (k | m, n)[o:]][1] << -p\n"
    found = mutants_of(source)

    assert len(found) > 30
    assert [mutant.diff() for mutant in found if not is_local(source, mutant)] == []
