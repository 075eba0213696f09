"""Tests in the forms that users have them, as a problem: assertions, test code, or cases of a function."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from assay.errors import InvalidValue, naming, require_text
from assay.judges.suites import plan
from assay.probes.inputs.signatures import functions_of
from assay.records import Case, Cases, Problem, Suite, SuiteStyle
from assay.syntax import UNREADABLE, parse_foreign

Tests = Problem | str | Sequence[str] | Sequence[Case]
"""A problem, whose check is used; test code, or a list of assertions; or cases."""


def problem_of(
    code: str, tests: object, *, entry_point: str | None = None, name: str = "", argument: str = "tests"
) -> Problem:
    """Return the problem that these tests are; raise `InvalidValue` for what are no tests.

    `argument` is what the caller's own argument is called.

    >>> problem_of("def half(x): return x / 2", ["assert half(4) == 2", "assert half(1) == 0.5"]).check.entry_point
    'half'
    """
    if isinstance(tests, Problem):
        return tests
    given = [tests] if isinstance(tests, str) else list(tests) if isinstance(tests, Sequence) else []
    if not given or not any(not isinstance(one, str) or one.strip() for one in given):
        raise InvalidValue(f"{argument}: must be a problem, test code, assertions or cases, got {tests!r:.80}")
    require_text("code", code, "source text")
    cases = tuple(one for one in given if isinstance(one, Case))
    if len(cases) == len(given):
        entry = entry_point or _only_function(code)
        return Problem(name or entry, Cases(entry, cases))
    texts = [one for one in given if isinstance(one, str)]
    if len(texts) != len(given):
        raise InvalidValue(f"{argument}: must all be texts, or all be cases, got {tests!r:.80}")
    source = "\n".join(texts)
    names = _called(code, source)
    entry = entry_point or (names[0] if names else _only_function(code))
    style = SuiteStyle.CHECK if "def check(" in source else SuiteStyle.ASSERTS
    others = tuple(one for one in names if one != entry)
    suite = Suite(entry, source, style, names=others)
    problem = Problem(name or entry, suite)
    with naming(argument, tests):
        plan(problem, suite)
    return problem


def _only_function(code: str) -> str:
    names = list(dict.fromkeys(functions_of(code)))
    if len(names) != 1:
        raise InvalidValue(f"entry_point must be given: the code defines {names[:10]!r} in {code!r:.60}")
    return names[0]


def _called(code: str, tests: str) -> list[str]:
    """Return what the code defines at its top and the tests use, in the order of the tests."""
    defined = set(functions_of(code))
    try:
        tree = parse_foreign(tests)
        defined |= {node.name for node in parse_foreign(code).body if isinstance(node, ast.ClassDef)}
    except UNREADABLE as error:
        raise InvalidValue(f"tests: they cannot be read as Python: {str(error) or type(error).__name__}") from None
    used = (node for node in ast.walk(tree) if isinstance(node, ast.Name))
    ordered = sorted(used, key=lambda node: (node.lineno, node.col_offset))
    return list(dict.fromkeys(node.id for node in ordered if node.id in defined))
