"""ClassEval: classes with several methods, tested by one `unittest` class for each method and one for them all.

`classeval` asks for the whole class; `classeval:method` for one method at a time, in the reference's class.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from assay.benchmarks.base import Benchmark
from assay.benchmarks.family import Family, LoadOptions, PublicFile, has
from assay.benchmarks.libraries import libraries_of
from assay.benchmarks.rows import Row
from assay.errors import InvalidProblem
from assay.records import MIB, Limits, Problem, Suite, SuiteStyle

_DATED = "a test wants an event of 2 January 2024 to lie in the future"
_SLOW = "the reference needs more than 10 s of effective time for test_solve_3 of EightPuzzleTestSolve"
_HOST = "a test wants the host name of its author's computer"
_NUMPY = "the reference calls numpy.mat, which NumPy 2 does not have"
ERRATA: Mapping[str, str] = {
    "ClassEval_17": _DATED,
    "ClassEval_17/get_upcoming_events": _DATED,
    "ClassEval_35": _SLOW,
    "ClassEval_35/solve": _SLOW,
    "ClassEval_48": _HOST,
    "ClassEval_48/get_hostname": _HOST,
    "ClassEval_51": _NUMPY,
    "ClassEval_51/kappa": _NUMPY,
}
LIMITS = Limits(seconds=10.0, memory_bytes=2048 * MIB, open_files=256, processes=128)
JUDGE = "shared"
"""Tests and classes work on the same files and databases, and tests rely on what the class imports."""


def _read(family: Family, options: LoadOptions) -> Benchmark:
    content, rows = family.rows(options)
    if not family.name.endswith(":method"):
        return family.benchmark(content, rows, problem_of, judge=JUDGE, errata=ERRATA)
    methods = [method for row in rows for method in method_rows(row)]
    return family.benchmark(content, methods, method_problem_of, judge=JUDGE, errata=ERRATA, prefix="")


def _recognises(row: Row) -> bool:
    return has(row, "skeleton", "solution_code", "class_name", "test_classes", "methods_info")


def problem_of(row: Row) -> Problem:
    """Return the problem of a whole class; its imports stand in front of every candidate, as upstream puts them."""
    imports = "\n".join(row.texts("import_statement", []))
    reference, tests = row.text("solution_code"), row.text("test")
    return Problem(
        row.text("task_id"),
        Suite(
            row.text("class_name"),
            tests,
            SuiteStyle.UNITTEST,
            before=imports,
        ),
        prompt=row.text("skeleton"),
        reference=reference,
        libraries=libraries_of((imports, reference, tests)),
    )


def method_rows(row: Row) -> Iterator[Row]:
    """Yield one row for each method that has a test class: the row of the class with that method beside it."""
    given: object = row.data.get("methods_info")
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise row.wrong("methods_info", given, "a list of objects")
    for method in given:
        yield Row(row.file, row.line, {**row.data, "method": method}, row.digest)


def method_problem_of(row: Row) -> Problem:
    """Return the problem of one method: the rest of the class is the reference's, its own test class decides."""
    method: Mapping[str, Any] = row.data["method"]  # Any: JSON
    own = Row(row.file, row.line, dict(method))
    name, kind = own.filled("method_name"), row.text("class_name")
    reference, imports = row.text("solution_code"), "\n".join(row.texts("import_statement", []))
    tests = f"import unittest\n{_before_the_classes(row)}\n{own.text('test_code')}"
    task = f"{row.filled('task_id')}/{name}"
    return Problem(
        task,
        Suite(
            kind,
            tests,
            SuiteStyle.UNITTEST,
            before=imports,
            after=_attached(kind, name, reference),
            asks=name,
        ),
        prompt=_method_prompt(row, own),
        reference=_dedented(own.text("solution_code")),
        libraries=libraries_of((imports, reference, tests)),
    )


def _before_the_classes(row: Row) -> str:
    """Return what the tests of a class have in front of their test classes: imports and helpers."""
    try:
        body = ast.parse(row.text("test")).body
    except (SyntaxError, ValueError, RecursionError) as error:
        raise InvalidProblem(f"{row.where}: field 'test' does not compile: {error}") from None
    kinds = set(row.texts("test_classes"))
    kept = [node for node in body if not (isinstance(node, ast.ClassDef) and node.name in kinds)]
    return ast.unparse(ast.Module([node for node in kept if not isinstance(node, ast.If | ast.Expr)], []))


def _attached(kind: str, name: str, reference: str) -> str:
    """Return the source that makes the class of the reference with the candidate's method.

    The class is made in a namespace of its own, so that its methods have their own imports, whatever the candidate
    imports. A method such as `filter` must not stay in the way of the built-in function. Private names get the name of
    the class in front, as they would inside of it.
    """
    return f"""

def _with_method(method):
    def private(name):
        return "_{kind.lstrip("_")}" + name if name[:2] == "__" != name[-2:] else name

    names = {{"__name__": __name__}}
    exec({reference!r}, names)
    inner = getattr(method, "__func__", method)
    if hasattr(inner, "__code__"):
        inner.__code__ = inner.__code__.replace(co_names=tuple(map(private, inner.__code__.co_names)))
    setattr(names[{kind!r}], private({name!r}), method)
    return names[{kind!r}]

{kind} = _with_method({name})
if {name!r} != {kind!r}:
    del {name}
"""


def _method_prompt(row: Row, method: Row) -> str:
    """Return what a model is given: the skeleton of the class, and the method that is asked for."""
    asked = f"Write the method `{method.text('method_name')}` of this class, as a function with its `self`:"
    return f"{asked}\n\n{row.text('skeleton').rstrip()}\n\n{_dedented(method.text('method_description'))}\n"


def _dedented(text: str) -> str:
    """Return a method as a function of its own: in the rows only its first line is not set in."""
    first, _, rest = text.strip().partition("\n")
    lines = [line.removeprefix("    ") for line in rest.split("\n")] if rest else []
    return "\n".join((first, *lines))


CLASSEVAL = Family(
    "classeval",
    "100 Python classes with 410 methods, tested method by method (Du et al. 2023)",
    _read,
    source=PublicFile(
        "ClassEval_data.json",
        ("https://raw.githubusercontent.com/FudanSELab/ClassEval/master/data/ClassEval_data.json",),
        "50a1ac0e4d0c238573c10c0ab11feae00b14a80ae9e4c9cc28148707ecf0b6a2",
        2_345_518,
        "MIT",
    ),
    versions={"50a1ac0e4d0c238573c10c0ab11feae00b14a80ae9e4c9cc28148707ecf0b6a2": "1.0.0"},
    recognises=_recognises,
    fields=("task_id", "skeleton", "solution_code", "class_name", "test_classes", "methods_info", "test"),
    prefix="ClassEval_",
    limits=LIMITS,
)
PARTS = {"class": CLASSEVAL.source, "method": CLASSEVAL.source}

FAMILIES = (replace(CLASSEVAL, variants=PARTS),)
