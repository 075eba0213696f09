"""Tests in JavaScript: what passes, what fails, and 0 forged passes of hostile candidates."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from assay.judges.native import NativeJudge
from assay.records import Candidate, Limits, NativeSuite, Problem, SuspicionKind, Verdict
from assay.sandbox.warm import WarmPython
from tests.judges.hostile_javascript import HONEST, HOSTILE, SOLE_CONTROL, TESTS

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
LIMITS = Limits(seconds=5, processes=64)
FAST = ("leaves when called", "silences console.assert", "replaces JSON.stringify for a moment", "replaces assert")


@pytest.fixture(scope="module")
def judge() -> Iterator[NativeJudge]:
    with WarmPython() as sandbox:
        yield NativeJudge(sandbox)


def verdict(judge: NativeJudge, source: str, tests: str, language: str = "javascript") -> Verdict | None:
    check = NativeSuite(tests, entry_point="triple")
    return judge.judge(Problem("triple", check, language=language), check, Candidate(source), LIMITS).verdict


@pytest.mark.parametrize("name", ["plain", "own toString"])
def test_a_right_candidate_passes(judge: NativeJudge, name: str) -> None:
    assert verdict(judge, HONEST[name], TESTS["console"]) is Verdict.PASSED


@pytest.mark.parametrize("tests", TESTS)
def test_a_failed_test_is_told_from_a_crash(judge: NativeJudge, tests: str) -> None:
    assert verdict(judge, "function triple(n) { return n; }", TESTS[tests]) is Verdict.FAILED
    assert verdict(judge, "function triple(n) { return n.m(); }", TESTS[tests]) is Verdict.CRASHED


@pytest.mark.parametrize(
    ("before", "detail"),
    [
        ("", "Assertion failed: wrong: console.assert(triple(1) === 3, 'wrong') (tests.js:2)"),
        ("Error.prepareStackTrace = () => ({ toString() { throw 1; } });", "Assertion failed: wrong"),
        ("Error.prepareStackTrace = () => { process.exit(0); };", "left early with status 0"),
    ],
)
def test_a_failed_assertion_is_told_with_its_line(judge: NativeJudge, before: str, detail: str) -> None:
    check = NativeSuite(
        "const all = () => {\n  console.assert(triple(1) === 3, 'wrong')\n};\nall();\n", entry_point="triple"
    )
    source = f"{before}\nfunction triple(n) {{ return n; }}"
    trial = judge.judge(Problem("triple", check, language="javascript"), check, Candidate(source), LIMITS)

    assert trial.verdict is not Verdict.PASSED
    assert trial.detail.startswith(detail)


@pytest.mark.parametrize("name", FAST)
def test_a_hostile_candidate_does_not_pass(judge: NativeJudge, name: str) -> None:
    assert verdict(judge, HOSTILE[name], TESTS["console"]) is not Verdict.PASSED
    assert verdict(judge, HOSTILE[name], TESTS["assert"]) is not Verdict.PASSED


@pytest.mark.slow
@pytest.mark.parametrize("tests", TESTS)
@pytest.mark.parametrize("name", HONEST)
def test_every_honest_way_passes(judge: NativeJudge, name: str, tests: str) -> None:
    assert verdict(judge, HONEST[name], TESTS[tests]) is Verdict.PASSED


@pytest.mark.slow
@pytest.mark.parametrize("tests", TESTS)
@pytest.mark.parametrize("name", HOSTILE)
def test_the_driver_alone_refuses(judge: NativeJudge, name: str, tests: str) -> None:
    check = NativeSuite(TESTS[tests], entry_point="triple")
    trial = judge.judge(Problem("triple", check, language="javascript"), check, Candidate(HOSTILE[name]), LIMITS)

    assert trial.verdict not in (None, Verdict.PASSED)
    assert SuspicionKind.LYING_EQUALITY not in {one.kind for one in trial.suspicions}, "found by changed tests only"


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLE_CONTROL)
def test_changed_tests_find_the_rest(judge: NativeJudge, name: str) -> None:
    tests, source = SOLE_CONTROL[name]

    assert verdict(judge, source, TESTS[tests]) is Verdict.FAILED
