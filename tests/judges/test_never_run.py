"""Tests whose assertions nobody runs are no passes, and those that a test runner would run are run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.judges.separate import SeparateJudge
from assay.judges.shared import SharedJudge
from assay.records import Candidate, Problem, Suite, SuiteStyle, Trial, Verdict
from assay.sandbox.warm import WarmPython

RIGHT, WRONG = "def f(x): return x", "def f(x): return -5"
CLASS = "import unittest\nclass T(unittest.{kind}):\n    {head}\n        {body}\n"
CHECKS = "self.assertEqual(f(1), 1)"
NEVER = {
    "a coroutine of a plain class": (
        CLASS.format(kind="TestCase", head="async def test_a(self):", body=CHECKS),
        "unittest",
    ),
    "a generator": (CLASS.format(kind="TestCase", head="def test_a(self):", body=f"yield {CHECKS}"), "unittest"),
    "an asynchronous generator": (
        CLASS.format(kind="IsolatedAsyncioTestCase", head="async def test_a(self):", body=f"yield {CHECKS}"),
        "unittest",
    ),
    "a helper that yields": ("x = f(0)\ndef test():\n    yield\n    assert f(1) == 1\ntest()", "asserts"),
    "a helper that waits": ("x = f(0)\nasync def test():\n    assert f(1) == 1\ntest()", "asserts"),
    "a check that yields": ("def check(candidate):\n    assert candidate(1) == 1\n    yield", "check"),
}
RUN = {
    "a coroutine": (
        CLASS.format(kind="IsolatedAsyncioTestCase", head="async def test_a(self):", body=CHECKS),
        "unittest",
    ),
    "a function that a test runner would call": ("x = f(0)\ndef test_a():\n    assert f(1) == 1", "asserts"),
    "a function that is called": ("x = f(0)\ndef test_a():\n    assert f(1) == 1\ntest_a()", "asserts"),
    "a loop over functions": (
        "x = f(0)\ndef test_a():\n    assert f(1) == 1\nfor test in [test_a]:\n    test()\nassert x == 0 or True",
        "asserts",
    ),
    "a subtest": (
        CLASS.format(kind="TestCase", head="def test_a(self):", body=f"with self.subTest(): {CHECKS}"),
        "unittest",
    ),
    "a cleanup": (
        CLASS.format(kind="TestCase", head="def test_a(self):", body=f"self.addCleanup(lambda: {CHECKS})"),
        "unittest",
    ),
}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


@pytest.fixture(scope="module")
def judge(sandbox: WarmPython) -> Iterator[SeparateJudge]:
    with SeparateJudge(sandbox) as made:
        yield made


def judged(judge: SeparateJudge | SharedJudge, tests: str, style: str, source: str) -> Trial:
    return judge.judge(Problem("p", Suite("f", tests, SuiteStyle(style))), Candidate(source))


@pytest.mark.parametrize("name", NEVER)
def test_a_test_that_never_runs_is_no_pass(judge: SeparateJudge, name: str) -> None:
    trial = judged(judge, *NEVER[name], WRONG)

    assert trial.verdict is Verdict.FAILED
    assert trial.detail == "the test is a generator or a coroutine that nobody runs"


@pytest.mark.parametrize("name", RUN)
def test_what_a_test_runner_runs_is_run_once(judge: SeparateJudge, name: str) -> None:
    assert judged(judge, *RUN[name], RIGHT).verdict is Verdict.PASSED
    assert judged(judge, *RUN[name], WRONG).verdict is Verdict.FAILED


def test_a_candidate_may_be_a_generator(sandbox: WarmPython, judge: SeparateJudge) -> None:
    """That a bare call of it only makes one says nothing about the tests."""
    tests, yields = "f(1)\nassert list(f(1)) == [1]", "def f(x): yield x"

    assert judged(judge, tests, "asserts", yields).verdict is Verdict.PASSED
    assert judged(SharedJudge(sandbox), tests, "asserts", yields).verdict is Verdict.PASSED
