"""Entries executed as plain Python, each in a process of its own: whether candidate and tests agree without Assay.

Run as a program it prints what went wrong as JSON, by the name of the entry.
"""

from __future__ import annotations

import importlib.util
import io
import json
import math
import os
import resource
import shutil
import sys
import tempfile
import traceback
import unittest
from types import ModuleType
from typing import Any

from assay.records import Case, Comparator, ComparatorKind, Suite, SuiteStyle
from tests.checks import cases_of
from tests.honest.corpus import ENTRIES
from tests.honest.support import Honest

CPU_SECONDS = 10
"""Where an entry that never ends is given up."""


def execute(entry: Honest) -> None:
    """Runs an entry here, in one namespace as a user would; raises where a case does not hold."""
    module = sys.modules["candidate"] = ModuleType("candidate")
    problem, scope = entry.problem, module.__dict__
    check = problem.check
    if isinstance(check, Suite):
        exec(compile(check.prelude, "<prelude>", "exec"), scope)
    exec(compile(entry.source, "<candidate>", "exec", dont_inherit=True), scope)
    if isinstance(check, Suite):
        _run_suite(check, scope)
    else:
        for case in cases_of(problem):
            _run_case(case, scope[check.entry_point])


def _run_suite(suite: Suite, scope: dict[str, Any]) -> None:
    exec(compile(suite.source, "<tests>", "exec", dont_inherit=True), scope)
    if suite.style is SuiteStyle.CHECK:
        scope["check"](scope[suite.entry_point])
    if suite.style is SuiteStyle.UNITTEST:
        classes = [kind for kind in scope.values() if isinstance(kind, type) and issubclass(kind, unittest.TestCase)]
        tests = unittest.TestSuite(map(unittest.defaultTestLoader.loadTestsFromTestCase, classes))
        said = io.StringIO()
        result = unittest.TextTestRunner(said).run(tests)
        assert result.testsRun, "no test was run"
        assert result.wasSuccessful(), said.getvalue()
        assert not result.skipped, result.skipped


def _run_case(case: Case, function: Any) -> None:
    try:
        value = function(*case.arguments, **case.keywords)
    except Exception as error:
        if case.raises in [kind.__name__ for kind in type(error).__mro__]:
            return
        raise
    assert case.raises is None, f"{value!r} instead of {case.raises}"
    assert _agrees(case, case.comparator, value, case.expected), f"{value!r} instead of {case.expected!r}"


def _agrees(case: Case, comparator: Comparator, value: Any, expected: Any) -> bool:
    match comparator.kind:
        case ComparatorKind.EXACT:
            return bool(value == expected)
        case ComparatorKind.EXACT_TYPES:
            return bool(value == expected) and type(value) is type(expected)
        case ComparatorKind.CLOSE:
            return _is_close(comparator, value, expected)
        case ComparatorKind.ANY_ORDER:
            return len(value) == len(expected) and all(any(item == other for other in value) for item in expected)
        case ComparatorKind.SET_EQUAL:
            return set(value) == set(expected)
        case ComparatorKind.ONE_OF:
            return any(value == other for other in expected)
        case ComparatorKind.TRUTH:
            return bool(value) is expected
        case ComparatorKind.PREDICATE:
            scope: dict[str, Any] = {}
            exec(comparator.source, scope)
            return scope["accept"](value, *case.arguments) is True


def _is_close(comparator: Comparator, value: Any, expected: Any) -> bool:
    if isinstance(expected, dict):
        return set(value) == set(expected) and all(_is_close(comparator, value[key], expected[key]) for key in expected)
    if isinstance(expected, list | tuple):
        pairs = list(zip(value, expected, strict=True))
        return all(_is_close(comparator, left, right) for left, right in pairs)
    return math.isclose(value, expected, abs_tol=comparator.atol, rel_tol=comparator.rtol)


def failure(entry: Honest) -> str:
    """What goes wrong when an entry is executed in a child process; empty when nothing does."""
    reading, writing = os.pipe()
    folder = tempfile.mkdtemp(prefix="honest-")
    child = os.fork()
    if not child:
        _execute_and_leave(entry, writing, folder)
    os.close(writing)
    with open(reading, "rb") as stream:
        told = stream.read().decode("utf-8", "replace")
    os.waitpid(child, 0)
    shutil.rmtree(folder, ignore_errors=True)
    return "" if told == "passed" else told or "the process ended early"


def _execute_and_leave(entry: Honest, writing: int, folder: str) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.chdir(folder)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    try:
        execute(entry)
        told = "passed"
    except BaseException:
        told = traceback.format_exc()
    os.write(writing, told.encode("utf-8", "replace")[-4000:])
    os._exit(0)


def main() -> None:
    possible = [entry for entry in ENTRIES if not entry.needs or importlib.util.find_spec(entry.needs)]
    print(json.dumps({entry.name: failure(entry) for entry in possible}))


if __name__ == "__main__":
    main()
