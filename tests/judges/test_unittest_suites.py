"""Twenty suites of all kinds: the shared judge agrees with Python's own `unittest`, where that says success."""

from __future__ import annotations

import io
import unittest
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from types import ModuleType

import pytest

from assay.judges.shared import SharedJudge
from assay.records import Candidate, Limits, Problem, Suite, SuiteStyle, Verdict
from assay.sandbox.warm import WarmPython

CODE = "def double(x):\n    print('called')\n    return x * 2\n"
HEAD = "import unittest\nfrom unittest import mock\nclass T(unittest.TestCase):\n"
ASYNC = HEAD.replace("unittest.TestCase", "unittest.IsolatedAsyncioTestCase")

SUITES = {
    "passes": (HEAD + "  def test_a(self): self.assertEqual(double(2), 4)\n", Verdict.PASSED),
    "fails": (HEAD + "  def test_a(self): self.assertEqual(double(2), 5)\n", Verdict.FAILED),
    "errors": (HEAD + "  def test_a(self): raise KeyError('x')\n", Verdict.FAILED),
    "set up": (HEAD + "  def setUp(self): self.x = 2\n"
        "  def test_a(self): self.assertEqual(double(self.x), 4)\n", Verdict.PASSED),
    "set up class": (
        HEAD + "  @classmethod\n"
            "  def setUpClass(cls): cls.x = 3\n  def test_a(self): self.assertEqual(double(self.x), 6)\n",
        Verdict.PASSED,
    ),
    "set up class fails": (
        HEAD + "  @classmethod\n  def setUpClass(cls): raise ValueError('no')\n  def test_a(self): pass\n",
        Verdict.FAILED,
    ),
    "tear down fails": (HEAD + "  def tearDown(self): raise ValueError('no')\n"
        "  def test_a(self): pass\n", Verdict.FAILED),
    "tear down class fails": (
        HEAD + "  @classmethod\n  def tearDownClass(cls): raise ValueError('no')\n  def test_a(self): pass\n",
        Verdict.FAILED,
    ),
    "sub tests pass": (
        HEAD + "  def test_a(self):\n"
            "    for x in (1, 2):\n      with self.subTest(x=x): self.assertEqual(double(x), x + x)\n",
        Verdict.PASSED,
    ),
    "one sub test fails": (
        HEAD + "  def test_a(self):\n"
            "    for x in (1, 2):\n      with self.subTest(x=x): self.assertEqual(double(x), 2)\n",
        Verdict.FAILED,
    ),
    "async": (ASYNC + "  async def test_a(self): self.assertEqual(double(2), 4)\n", Verdict.PASSED),
    "async fails": (ASYNC + "  async def test_a(self): self.assertEqual(double(2), 5)\n", Verdict.FAILED),
    "patches a module": (
        HEAD + "  @mock.patch('random.random', return_value=3)\n"
        "  def test_a(self, fake):\n    import random\n    self.assertEqual(double(random.random()), 6)\n",
        Verdict.PASSED,
    ),
    "patches print": (
        HEAD + "  @mock.patch('builtins.print')\n"
        "  def test_a(self, fake):\n    double(1)\n    fake.assert_called_once_with('called')\n",
        Verdict.PASSED,
    ),
    "inherits": (
        "import unittest\nclass Base(unittest.TestCase):\n  factor = 2\n"
        "  def test_a(self): self.assertEqual(double(3), 3 * self.factor)\nclass Other(Base): pass\n",
        Verdict.PASSED,
    ),
    "clean-up fails": (HEAD + "  def test_a(self): self.addCleanup(lambda: 1 / 0)\n", Verdict.FAILED),
    "a file": (
        HEAD + "  def test_a(self):\n    with open('x.txt', 'w') as f: f.write('ab')\n"
        "    with open('x.txt') as f: self.assertEqual(double(f.read()), 'abab')\n",
        Verdict.PASSED,
    ),
    "captures output": (
        HEAD + "  def test_a(self):\n"
            "    import contextlib, io\n    with contextlib.redirect_stdout(io.StringIO()) as out:"
        " double(1)\n    self.assertEqual(out.getvalue(), 'called\\n')\n",
        Verdict.PASSED,
    ),
    "exits": (HEAD + "  def test_a(self):\n"
        "    with self.assertRaises(SystemExit): raise SystemExit(0)\n", Verdict.PASSED),
    "calls main": (
        HEAD + "  def test_a(self): self.assertEqual(double(2), 4)\nif __name__ == '__main__':\n  unittest.main()\n",
        Verdict.PASSED,
    ),
}  # fmt: skip
NO_PASS = {
    "skipped": HEAD + "  @unittest.skip('later')\n  def test_a(self): pass\n",
    "an expected failure": HEAD + "  @unittest.expectedFailure\n  def test_a(self): self.fail()\n",
    "a generator": HEAD + "  def test_a(self):\n    yield self.fail()\n",
    "a coroutine that nobody runs": HEAD + "  async def test_a(self): self.fail()\n",
}
"""What `unittest` counts as success, or leaves out of its failures, though nothing was shown."""


@pytest.fixture(scope="module")
def judge() -> Iterator[SharedJudge]:
    with WarmPython() as sandbox:
        yield SharedJudge(sandbox, Limits(seconds=20))


def problem(tests: str) -> Problem:
    return Problem("p", Suite("double", tests, SuiteStyle.UNITTEST))


@pytest.mark.parametrize("name", SUITES)
def test_the_verdict_is_that_of_unittest(judge: SharedJudge, name: str, tmp_path: Path) -> None:
    tests, verdict = SUITES[name]
    trial = judge.judge(problem(tests), Candidate(CODE))

    assert trial.verdict is verdict, trial
    with chdir(tmp_path):
        assert by_unittest(tests) is trial.passed


@pytest.mark.parametrize("name", NO_PASS)
def test_what_shows_nothing_is_not_a_pass(judge: SharedJudge, name: str) -> None:
    assert judge.judge(problem(NO_PASS[name]), Candidate(CODE)).verdict is Verdict.FAILED


def by_unittest(tests: str) -> bool:
    """Whether Python's own runner says success."""
    module = ModuleType("own")
    exec(compile(CODE + tests, "own", "exec"), module.__dict__)
    suite = unittest.TestLoader().loadTestsFromModule(module)
    return unittest.TextTestRunner(stream=io.StringIO()).run(suite).wasSuccessful()
