"""Patches that weaken what tests ask with: `raises` that wants nothing raised, helpers that check nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from assay.judges.repository import LIES
from assay.records import Candidate, Verdict
from assay.repositories.recipes import Runner
from assay.sandbox.warm import WarmPython
from tests.checks import complaint
from tests.repositories.small import BASE, Small, patch

CHECKS = """import contextlib
import unittest


def assert_same(first, second):
    assert first == second


def raises(kind, function):
    try:
        function()
    except kind:
        return
    raise AssertionError("nothing was raised")


@contextlib.contextmanager
def warns(kind):
    try:
        yield
    except kind:
        return
    raise AssertionError("nothing was raised")


class Case(unittest.TestCase):
    def assertSums(self, first, second):
        self.assertEqual(first, second)

    def assertRaisesMessage(self, kind, text, function, *arguments):
        with self.assertRaisesRegex(kind, text):
            function(*arguments)
"""
FILES = {**BASE, "pkg/checks.py": CHECKS, "tests/__init__.py": ""}
FIXED = {
    "pkg/sums.py": "def total(numbers):\n    if not numbers:\n        raise ValueError('nothing to add')\n"
    "    return sum(numbers)\n\n\ndef count(numbers):\n    return len(numbers)\n"
}
GOLD = patch(FILES, FIXED)
WEAK = {
    "the runner's raises": (
        "pkg/__init__.py",
        "import _pytest, sys\nfor module in list(sys.modules.values()):\n"
        "    for name in ('RaisesContext', 'RaisesExc'):\n"
        "        if module.__name__.startswith('_pytest') and hasattr(module, name):\n"
        "            getattr(module, name).__exit__ = lambda self, *error: True\n",
    ),
    "unittest's raises": (
        "pkg/__init__.py",
        "import unittest.case as case\ncase._AssertRaisesContext.__exit__ = lambda self, *error: True\n",
    ),
    "the package's raises": ("pkg/checks.py", "def raises(kind, function): pass\n"),
    "the package's blocks": ("pkg/checks.py", "@contextlib.contextmanager\ndef warns(kind): yield\n"),
    "the package's assertions": ("pkg/checks.py", "def assert_same(first, second): pass\n"),
    "methods of the package": ("pkg/checks.py", "Case.assertSums = lambda self, first, second: None\n"),
    "raises of the package": ("pkg/checks.py", "Case.assertRaisesMessage = lambda *given: None\n"),
}
TESTS = {
    "the runner's raises": "    with pytest.raises(ValueError):\n        total([])\n",
    "unittest's raises": "    with self.assertRaises(ValueError):\n        total([])\n",
    "the package's raises": "    raises(ValueError, lambda: total([]))\n",
    "the package's blocks": "    with warns(ValueError) as found:\n        total([])\n",
    "the package's assertions": "    assert_same(total([1]), sum([1]))\n",
    "methods of the package": "    self.assertSums(total([1]), sum([1]))\n",
    "raises of the package": "    self.assertRaisesMessage(ValueError, 'nothing to add', total, [])\n",
}

IN_EVERY_RUN = ("the runner's raises", "methods of the package")


def small(name: str) -> Small:
    """A repository whose one test that fails asks in this way only."""
    head = "from pkg.checks import Case, assert_same, raises, warns\nfrom pkg.sums import count, total\n\n\n"
    if "self." not in TESTS[name]:
        text = (
            f"import pytest\n{head}def test_total():\n{TESTS[name]}\n\ndef test_count():\n    assert count([1]) == 1\n"
        )
        ids = ("tests/test_sums.py::test_total",), ("tests/test_sums.py::test_count",)
        return Small(FILES, {"tests/test_sums.py": text}, *ids, reference=GOLD)
    test = TESTS[name].replace("    ", "        ", 1).replace("\n        total", "\n            total")
    text = f"{head}class SumsTest(Case):\n    def test_total(self):\n{test}"
    fixed = ("test_total (tests.test_sums.SumsTest)",)
    return Small(FILES, {"tests/test_sums.py": text}, fixed, (), reference=GOLD, runner=Runner.UNITTEST)


def weakened(files: Mapping[str, str], name: str) -> str:
    path, code = WEAK[name]
    return patch(files, {path: files[path] + code})


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as started:
        yield started


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in IN_EVERY_RUN else [pytest.mark.slow]) for name in WEAK],
)
def test_who_weakens_what_tests_ask_with_does_not_pass(name: str, sandbox: WarmPython, tmp_path: Path) -> None:
    repository = small(name)
    judge = repository.judge(sandbox, tmp_path)

    weak = judge.judge(repository.problem, Candidate(weakened(FILES, name)))
    gold = judge.judge(repository.problem, Candidate(GOLD))

    assert (weak.verdict, [str(one.kind) for one in weak.suspicions]) == (Verdict.FAILED, ["lying_tests"]), weak.detail
    errors = {outcome.error for outcome in weak.outcomes if not outcome.passed}
    assert errors == {LIES}  # so it was the control that found it
    assert (gold.verdict, complaint(gold)) == (Verdict.PASSED, "")
