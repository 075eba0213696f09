"""What the readers of sets in many languages share: the check of a row, the judge of its kind, the part of a file."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from assay.benchmarks.base import NO_REFERENCE, Benchmark
from assay.benchmarks.family import Family, family_of, other_part
from assay.benchmarks.rows import Content, Row
from assay.errors import InvalidProblem, UnknownNameError
from assay.records import Limits, Problem, Suite, SuiteStyle

LIMITS = Limits(seconds=10.0)
"""For tests that are run together with a candidate, without the time of a compiler."""
_CALLED = re.compile(r"([A-Za-z_$][\w$]*)[ \t]*(?:<[^<>\n]{0,200}>)?[ \t]*\(", re.ASCII)
_NOT_NAMES = ("if", "for", "while", "switch", "catch", "return")
_ASIDE = re.compile(r"\s*(?://|/?\*|#|--|;|my\b|local\b)")
"""How a line begins that declares no function: a comment, or the parameters of a function of Perl."""
_NAMED = re.compile(
    r"(?:\b(?:const|let|var|function|func|fn|sub|def)[ \t]+|\(define[ \t]+\()([A-Za-z_$][\w$?!-]*)"
    r"|^([A-Za-z_.][\w.]*)[ \t]*<-[ \t]*function\b",
    re.ASCII,
)


def native_benchmark(
    family: Family,
    content: Content,
    rows: Sequence[Row],
    make: Callable[[Row], Problem],
    **more: Any,  # Any: further fields of a benchmark
) -> Benchmark:
    """Return the benchmark of a file in one language or in several, with the judges that its problems need."""
    made = family.benchmark(content, rows, make, **more)
    judge = "+".join(dict.fromkeys(_judge_of(problem) for problem in made))
    bare = {problem.id: f"{NO_REFERENCE} for it" for problem in made if not problem.reference}
    prefix = common_prefix(problem.id for problem in made)
    return replace(made, judge=judge, prefix=prefix, errata={**made.errata, **bare})


def part_of(family: Family, rows: Iterable[Row], name_of: Callable[[Row], str]) -> Family:
    """Return the part of a family that all rows belong to, by its name in each row; the family where they differ.

    A family that is one part already takes no row of another part.
    """
    whole, _, wanted = family.name.partition(":")
    known = (family_of(whole) or family).variants
    found = set()
    for row in rows:
        name = name_of(row)
        if name not in known:
            raise InvalidProblem(f"{row.where}: {UnknownNameError(f'part of {whole}', name, known)}")
        if wanted not in ("", name):
            raise other_part(row, f"{whole}:{name}", family.name)
        found.add(name)
    return family.part(found.pop()) if len(found) == 1 and family.variants else family


def _judge_of(problem: Problem) -> str:
    return "separate" if isinstance(problem.check, Suite) else "shared"


def common_prefix(ids: Iterable[str]) -> str:
    """Return what stands before the number in every id; empty where they differ in it.

    >>> common_prefix(["CPP/0", "CPP/12"]), common_prefix(["HumanEval_0_f", "HumanEval_1_g"]), common_prefix(["a", "b"])
    ('CPP/', 'HumanEval_', '')
    """
    found = {match[1] if (match := re.match(r"(\w*?[/_])\d", one)) else "" for one in ids}
    return found.pop() if len(found) == 1 else ""


def declared_name(declaration: str) -> str:
    """Return the name of the function that a declaration ends with; empty where it declares none.

    >>> declared_name("use std::max;\\nfn one(x: Vec<i32>) -> i32{\\n"), declared_name("const two = (a, b) => {\\n")
    ('one', 'two')
    """
    for line in reversed(declaration.split("\n")):
        match = None if _ASIDE.match(line) else _NAMED.search(line) or _CALLED.search(line)
        if match is not None and match[match.lastindex or 0] not in _NOT_NAMES:
            return str(match[match.lastindex or 0])
    return ""


def python_suite(row: Row, field: str, prelude: str) -> Suite:
    """Return the check of tests that define `check` and call it with the function, which gives its name."""
    source = row.text(field)
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise InvalidProblem(f"{row.where}: field {field!r} is not Python: {error}") from None
    entry_point = ""
    calls: list[ast.stmt] = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="check"), args=[ast.Name(id=name)]):
                entry_point = name
    for statement in tree.body:
        match statement:
            case ast.Expr(value=ast.Call(func=ast.Name(id="check" | "test_check"))):
                calls.append(statement)
            case ast.FunctionDef(name="test_check"):
                calls.append(statement)
    lines = source.split("\n")
    for one in calls:
        lines[one.lineno - 1 : one.end_lineno] = [""] * ((one.end_lineno or one.lineno) - one.lineno + 1)
    return Suite(entry_point or row.text("entry_point"), "\n".join(lines), SuiteStyle.CHECK, prelude)
