"""Rows of public sets in JavaScript: which references pass, and that buggy solutions fail."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from assay.judges.native import NativeJudge
from assay.records import Candidate, Limits, NativeSuite, Problem, Verdict
from assay.sandbox.warm import WarmPython
from tests.public_data import rows

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(7200),
    pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed"),
]
LIMITS = Limits(seconds=10, processes=64)


@pytest.fixture(scope="module")
def judge() -> Iterator[NativeJudge]:
    with WarmPython() as sandbox:
        yield NativeJudge(sandbox)


def verdict(judge: NativeJudge, source: str, tests: str) -> Verdict | None:
    check = NativeSuite(tests)
    problem = Problem("x", check, language="javascript", reference=source)
    return judge.judge(problem, check, Candidate(source), LIMITS).verdict


def test_references_in_javascript_pass_but_for_three(judge: NativeJudge) -> None:
    wrong = [
        row["task_id"]
        for row in rows("humaneval-x/humaneval_js.jsonl.gz")
        if verdict(judge, row["prompt"] + row["canonical_solution"], row["test"]) is not Verdict.PASSED
    ]

    assert wrong == ["JavaScript/112", "JavaScript/155", "JavaScript/162"]


def test_buggy_solutions_in_javascript_fail(judge: NativeJudge) -> None:
    passing = [
        row["task_id"]
        for row in rows("humanevalpack/humanevalpack_js.jsonl.gz")
        if verdict(judge, row["declaration"] + row["buggy_solution"], row["test"]) is Verdict.PASSED
    ]

    assert passing == []


def test_most_published_solutions_in_javascript_pass(judge: NativeJudge) -> None:
    solved = [row for row in rows("mxeval/mbxp__mbjsp_release_v1.2.jsonl.gz") if row["canonical_solution"]]
    verdicts = [verdict(judge, row["prompt"] + row["canonical_solution"], row["test"]) for row in solved]

    assert (verdicts.count(Verdict.PASSED), len(solved)) == (796, 938)
