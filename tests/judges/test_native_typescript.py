"""Tests in TypeScript and Kotlin: types count where tests stand on their own; the mark comes at their end only."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from assay.judges.native import NativeJudge
from assay.records import Candidate, Limits, NativeSuite, Problem, Trial, Verdict
from assay.sandbox.warm import WarmPython

LIMITS = Limits(seconds=10, processes=64)
ALONE = """
declare var require: any;
const assert = require('node:assert');
function test() {
  let candidate = triple;
  assert.deepEqual(candidate([1, 2]), [3, 6]);
}
test();
"""
IMPORTING = """
import * as assert from 'assert'

let actual_1 = triple([1, 2]);
let expected_1 = [3, 6];
assert.deepEqual(actual_1, expected_1, "Exception --- test case 0 failed to pass");
"""
MISTYPED = "function triple(n: number[]): string { return n.map((v) => v * 3) as number[]; }"
KOTLIN = """
fun main() {
    var x0 : List<Int> = triple(listOf(1, 2));
    var v0 : List<Int> = listOf(3, 6);
    if (x0 != v0) {
        throw Exception("Exception -- test case 0 did not pass. x0 = " + x0)
    }
}
"""


@pytest.fixture(scope="module")
def judge() -> Iterator[NativeJudge]:
    with WarmPython() as sandbox:
        yield NativeJudge(sandbox)


def trial(judge: NativeJudge, source: str, tests: str, language: str = "typescript") -> Trial:
    check = NativeSuite(tests, entry_point="triple", libraries=("mathjs",))
    return judge.judge(Problem("triple", check, language=language), check, Candidate(source), LIMITS)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tsc") is None, reason="TypeScript is not installed")
@pytest.mark.parametrize(
    ("source", "tests", "expected"),
    [
        ("const triple = (n: number[]): number[] => n.map((v) => v * 3);", ALONE, Verdict.PASSED),
        ("export const triple = (n: number[]): number[] => n.map((v) => v * 3);", IMPORTING, Verdict.PASSED),
        (MISTYPED, ALONE, Verdict.INVALID),
        (MISTYPED, IMPORTING, Verdict.PASSED),
        ("const triple = (n: number[]): number[] => n;", IMPORTING, Verdict.FAILED),
        ("const triple = (n: number[] => n;", IMPORTING, Verdict.INVALID),
        ("const triple = (n: any): any => { (globalThis as any).process.exit(0); };", ALONE, Verdict.CRASHED),
        ("function triple(n: number[]): number[] { return n; }\nif (false) {", IMPORTING, Verdict.INVALID),
    ],
)
def test_typescript(judge: NativeJudge, source: str, tests: str, expected: Verdict) -> None:
    assert trial(judge, source, tests).verdict is expected


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tsc") is None, reason="TypeScript is not installed")
def test_a_library_that_is_not_here_is_nobodys_failure(judge: NativeJudge) -> None:
    found = trial(judge, "import * as math from 'mathjs'\nconst triple = (n: any) => math.multiply(n, 3);", IMPORTING)

    assert found.verdict is None
    assert "'mathjs'" in found.fault


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("kotlinc") is None, reason="Kotlin is not installed")
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return n.map { it * 3 }", Verdict.PASSED),
        ("return n", Verdict.FAILED),
        ("System.exit(0); return n", Verdict.CRASHED),
        ("return n.map { it * }", Verdict.INVALID),
    ],
)
def test_kotlin(judge: NativeJudge, body: str, expected: Verdict) -> None:
    source = f"fun triple(n : List<Int>) : List<Int> {{ {body} }}"

    assert trial(judge, source, KOTLIN, "kotlin").verdict is expected
