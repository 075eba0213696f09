"""Tests in Java: what passes, what fails, and 0 forged passes of hostile candidates."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from assay.judges.native import NativeJudge
from assay.languages.java import LANGUAGE
from assay.languages.suites import Mark, SuiteParts
from assay.records import MIB, Candidate, Limits, NativeSuite, Problem, SuspicionKind, Trial, Verdict
from assay.sandbox.warm import WarmPython
from tests.judges.hostile_java import BODY, HONEST, HOSTILE, IMPORTS, SOLE_CONTROL, TESTS

needs_java = pytest.mark.skipif(shutil.which("javac") is None, reason="there is no JDK")
LIMITS = Limits(seconds=5, processes=64, memory_bytes=256 * MIB)


@pytest.fixture(scope="module")
def judge() -> Iterator[NativeJudge]:
    with WarmPython() as sandbox:
        yield NativeJudge(sandbox)


def trial(judge: NativeJudge, source: str, tests: str) -> Trial:
    check = NativeSuite(tests, entry_point="triple")
    return judge.judge(Problem("triple", check, language="java"), check, Candidate(IMPORTS + source), LIMITS)


def test_what_is_started_is_the_main_of_the_tests() -> None:
    """A candidate may have a `main` of its own; the driver is told which types it declares that the tests use."""
    assert LANGUAGE.suite is not None
    candidate = "class Arrays {} class Solution { public static void main(String[] a) {} }"
    program = LANGUAGE.suite.program(SuiteParts("", candidate, TESTS["throws"]), Mark("00", "m1"))

    assert program.run[-4:] == ("m1.Driver", "Main", "Arrays", "Solution")
    assert sorted(program.files) == ["Main.java", "m1/Driver.java"]


@needs_java
def test_a_right_candidate_passes(judge: NativeJudge) -> None:
    assert trial(judge, HONEST["plain"], TESTS["throws"]).verdict is Verdict.PASSED


@needs_java
def test_leaving_early_is_no_pass(judge: NativeJudge) -> None:
    assert trial(judge, HOSTILE["leaves"], TESTS["throws"]).verdict is Verdict.CRASHED


@pytest.mark.slow
@needs_java
@pytest.mark.parametrize("tests", TESTS)
def test_a_failed_test_is_told_from_a_crash(judge: NativeJudge, tests: str) -> None:
    assert trial(judge, BODY % "return numbers;", TESTS[tests]).verdict is Verdict.FAILED
    assert trial(judge, BODY % "return List.of(1 / (numbers.size() / 9));", TESTS[tests]).verdict is Verdict.CRASHED


@pytest.mark.slow
@needs_java
@pytest.mark.parametrize("tests", TESTS)
@pytest.mark.parametrize("name", HONEST)
def test_every_honest_way_passes(judge: NativeJudge, name: str, tests: str) -> None:
    assert trial(judge, HONEST[name], TESTS[tests]).verdict is Verdict.PASSED


@pytest.mark.slow
@needs_java
@pytest.mark.parametrize("tests", TESTS)
@pytest.mark.parametrize("name", HOSTILE)
def test_the_driver_alone_refuses(judge: NativeJudge, name: str, tests: str) -> None:
    found = trial(judge, HOSTILE[name], TESTS[tests])

    assert found.verdict not in (None, Verdict.PASSED)
    assert SuspicionKind.LYING_EQUALITY not in {one.kind for one in found.suspicions}, "found by changed tests only"


@pytest.mark.slow
@needs_java
@pytest.mark.parametrize("name", SOLE_CONTROL)
def test_changed_tests_find_the_rest(judge: NativeJudge, name: str) -> None:
    tests, source = SOLE_CONTROL[name]

    assert trial(judge, source, TESTS[tests]).verdict is Verdict.FAILED
