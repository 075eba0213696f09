"""A small repository that a test makes, its patches, and a judge that runs its tests under the test's own Python."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from assay.judges.repository import RepositoryJudge
from assay.records import Limits, Problem, ProblemKind, Repository
from assay.repositories.archives import Entry, write_archive
from assay.repositories.calibration import Calibrations
from assay.repositories.checkouts import Checkout
from assay.repositories.environments import Environment
from assay.repositories.recipes import EnvironmentRecipe, Runner
from assay.sandbox.interpreters import interpreter
from assay.sandbox.warm import WarmPython

BASE = {
    "pkg/__init__.py": "from pkg.sums import total\n",
    "pkg/sums.py": (
        "def total(numbers):\n    return sum(numbers) + 1\n\n\ndef count(numbers):\n    return len(numbers)\n"
    ),
    "tests/conftest.py": "import pytest\n\nimport pkg\n\n\n@pytest.fixture\ndef numbers():\n    return [1, 2, 3]\n",
    "tests/test_sums.py": "from pkg.sums import count\n\n\ndef test_count(numbers):\n    assert count(numbers) == 3\n",
    "tests/helpers.py": "def same(first, second):\n    return first == second\n",
    "setup.cfg": "[metadata]\nname = pkg\n",
    "README": "A package.\n",
}
TESTS = {
    "tests/test_sums.py": (
        "import pytest\n\nfrom pkg.sums import count, total\n\n\n"
        "def test_count(numbers):\n    assert count(numbers) == 3\n\n\n"
        "def test_total(numbers):\n    found = total(numbers)\n    assert found == 6\n\n\n"
        '@pytest.mark.parametrize(("given", "expected"), [([1, 2], 3), ([4], 4)], ids=["a b", "four"])\n'
        "def test_given(given, expected):\n    assert total(given) == expected\n"
    )
}
FIXED = {"pkg/sums.py": BASE["pkg/sums.py"].replace(" + 1", "")}
FAIL_TO_PASS = (
    "tests/test_sums.py::test_total",
    "tests/test_sums.py::test_given[a",
    "tests/test_sums.py::test_given[four]",
)
PASS_TO_PASS = ("tests/test_sums.py::test_count",)


def patch(before: Mapping[str, str], after: Mapping[str, str | None] | Mapping[str, str]) -> str:
    """A diff in git's form that makes these files so; `None` deletes one."""
    texts = []
    for path, text in after.items():
        old, new = before.get(path), text
        mode = "new file mode 100644\n" if old is None else "deleted file mode 100644\n" if new is None else ""
        names = ("/dev/null" if old is None else f"a/{path}", "/dev/null" if new is None else f"b/{path}")
        lines = difflib.unified_diff((old or "").splitlines(True), (new or "").splitlines(True), *names)
        texts.append(f"diff --git a/{path} b/{path}\n{mode}{''.join(lines)}")
    return "".join(texts)


GOLD = patch(BASE, FIXED)
UNITTEST_TESTS = {
    "tests/test_sums.py": (
        "import unittest\n\nimport pkg.sums\n\n\nclass SumsTest(unittest.TestCase):\n"
        "    def test_count(self):\n        self.assertEqual(pkg.sums.count([1, 2]), 2)\n\n"
        "    def test_total(self):\n        self.assertEqual(pkg.sums.total([1, 2]), 3)\n\n"
        '    def test_empty(self):\n        """Nothing adds up to nothing."""\n        assert pkg.sums.total([]) == 0\n'
    )
}
FUNCTION_TESTS = {
    "tests/test_sums.py": (
        "import pkg.sums\n\n\ndef test_count():\n    assert pkg.sums.count([1]) == 1\n\n\n"
        "def test_total():\n    found = pkg.sums.total([1, 2])\n    assert found == 3\n"
    )
}


@dataclass(frozen=True, slots=True)
class SmallCheckouts:
    """Checkouts of one small repository."""

    files: Mapping[str, str]
    recipe: EnvironmentRecipe

    def get(self, check: Repository, problem_id: str, sandbox: WarmPython) -> Checkout:
        environment = Environment(self.recipe, "test", Path("."), sys.executable, interpreter().read)
        return Checkout(self.recipe, environment, write_archive([Entry(p, t.encode()) for p, t in self.files.items()]))


@dataclass(frozen=True, slots=True)
class Small:
    """A small repository with its tests."""

    files: Mapping[str, str] = field(default_factory=lambda: BASE)
    tests: Mapping[str, str] = field(default_factory=lambda: TESTS)
    fail_to_pass: tuple[str, ...] = FAIL_TO_PASS
    pass_to_pass: tuple[str, ...] = PASS_TO_PASS
    reference: str = GOLD
    runner: Runner = Runner.PYTEST
    arguments: tuple[str, ...] = ()
    seconds: float = 60.0

    @property
    def problem(self) -> Problem:
        check = Repository("it", "base", patch(self.files, self.tests), self.fail_to_pass, self.pass_to_pass)
        return Problem("small", check, reference=self.reference, kind=ProblemKind.REPOSITORY)

    @classmethod
    def of(cls, runner: Runner) -> Small:
        """The repository with tests for one of the runners."""
        if runner is Runner.UNITTEST:
            fixed = ("test_total (tests.test_sums.SumsTest)", "Nothing adds up to nothing.")
            stays = ("test_count (tests.test_sums.SumsTest.test_count)",)
            files = {**BASE, "tests/__init__.py": ""}
            return cls(files, UNITTEST_TESTS, fixed, stays, runner=runner)
        if runner is Runner.FUNCTIONS:
            return cls(BASE, FUNCTION_TESTS, ("test_total",), ("test_count",), runner=runner)
        return cls()

    def judge(self, sandbox: WarmPython, folder: Path) -> RepositoryJudge:
        recipe = EnvironmentRecipe(
            "small",
            "it",
            "3.11",
            runner=self.runner,
            arguments=self.arguments,
            seconds=self.seconds,
            memory_bytes=512 * 2**20,
            variables=(("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1"),),  # what else this Python has takes seconds to load
        )
        checkouts = SmallCheckouts(self.files, recipe)
        limits = Limits(seconds=min(3.0, self.seconds), memory_bytes=256 * 2**20)
        return RepositoryJudge(sandbox, limits, checkouts=checkouts, calibrations=Calibrations(folder))
