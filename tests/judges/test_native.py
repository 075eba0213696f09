"""Tests in the candidate's own language: what a program of candidate and tests comes to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.errors import InvalidProblem
from assay.judges.base import judge_kind
from assay.judges.native import TURNED_OFF, ending_with
from assay.judges.shared import SharedJudge
from assay.languages.suites import Mark, SuiteParts, SuiteProgram, SuiteRules
from assay.records import (
    Candidate,
    CaseStatus,
    Execution,
    KilledBy,
    Limits,
    NativeSuite,
    Problem,
    SuspicionKind,
    Verdict,
)
from assay.sandbox.recipes import tools
from assay.sandbox.scripted import ScriptedSandbox
from assay.sandbox.toolchains import MissingToolchain
from tests.granted import programs

MARK = Mark("0" * 31 + "1", "m1")
C_TESTS = "#include <string.h>\nint main(void) { assert(twice(2) == 4); assert(twice(5) == 10); return 0; }\n"
C = Problem(
    "twice", NativeSuite(C_TESTS, entry_point="twice"), language="c", reference="int twice(int x) { return 2 * x; }"
)
RUST_TEST = "    #[test]\n    // words\n    fn one() { assert_eq!(twice(2), 4); }\n"
RUST_TESTS = f"#[cfg(test)]\nmod tests {{\n    use super::*;\n{RUST_TEST}}}\n"
RUST = Problem("twice", NativeSuite(RUST_TESTS, entry_point="twice", libraries=("rand",)), language="rust")
PASSED, FAILED, CRASHED, INVALID = Verdict.PASSED, Verdict.FAILED, Verdict.CRASHED, Verdict.INVALID


def _program(parts: SuiteParts, mark: Mark) -> SuiteProgram:
    raise NotImplementedError  # nothing here is built


RULES = SuiteRules(program=_program, failures=r"^Assertion failed", assertion=r"Assertion `.*' failed\.")


@pytest.mark.parametrize(
    ("execution", "status"),
    [
        (Execution(0, stdout=f"hello\n{MARK.text}\n".encode()), CaseStatus.PASSED),
        (Execution(0, stdout=f"x{MARK.text}\n".encode()), CaseStatus.CRASHED),
        (Execution(0, stdout=MARK.text[:-1].encode()), CaseStatus.CRASHED),
        (Execution(0), CaseStatus.CRASHED),
        (Execution(1, stdout=f"{MARK.text}\n".encode()), CaseStatus.CRASHED),
        (Execution(None, signal=11, stdout=f"{MARK.text}\n".encode()), CaseStatus.CRASHED),
        (Execution(0, stdout=f"{MARK.text}\n".encode(), truncated=True), CaseStatus.CRASHED),
        (Execution(None, killed_by=KilledBy.TIME, stdout=f"{MARK.text}\n".encode()), CaseStatus.TIMED_OUT),
        (Execution(None, killed_by=KilledBy.MEMORY), CaseStatus.OUT_OF_MEMORY),
        (Execution(0, stdout=f"{MARK.text}\n".encode(), stderr=b"Assertion failed\n"), CaseStatus.FAILED),
        (Execution(None, signal=6, stderr=b"main: Assertion `f(1) == 2' failed.\n"), CaseStatus.FAILED),
        (Execution(0, stderr=b"main: Assertion `f(1) == 2' failed.\n"), CaseStatus.CRASHED),
    ],
)
def test_a_pass_needs_status_0_and_the_mark_on_a_line_of_its_own(execution: Execution, status: CaseStatus) -> None:
    assert ending_with(execution, MARK, RULES).status is status


def test_who_leaves_early_with_status_0_is_suspected() -> None:
    assert [one.kind for one in ending_with(Execution(0), MARK, RULES).suspicions] == [SuspicionKind.EARLY_EXIT]


@pytest.fixture(scope="module")
def judge() -> Iterator[SharedJudge]:
    with programs() as sandbox:
        yield SharedJudge(sandbox, Limits(seconds=2.0))


@pytest.mark.parametrize(
    ("problem", "source", "verdict", "detail"),
    [
        (C, "int twice(int x) { return x + x; }", PASSED, ""),
        (C, "int twice(int x) { return x * x; }", FAILED, "Assertion `twice(5) == 10' failed."),
        (C, "int twice(int x) { return *(int *)0; }", CRASHED, "was ended by signal 11"),
        (C, "int twice(int x) { return y; }", INVALID, "does not compile: ‘y’ undeclared"),
        (C, "#include <stdlib.h>\nint twice(int x) { exit(0); }", CRASHED, "left early with status 0"),
        (C, "void __assert_fail() { __builtin_longjmp(0, 1); }\nint twice(int x) { return 1; }", INVALID, ""),
        (RUST, "use rand::Rng;\nfn twice(x: i32) -> i32 { x * 2 }", PASSED, ""),
        (RUST, "fn twice(x: i32) -> i32 { x * 3 }", FAILED, "assertion `left == right` failed, left: 6, right: 4"),
        (RUST, "fn twice(x: i32) -> i32 { [x][x as usize] }", CRASHED, "index out of bounds"),
    ],
)
def test_verdicts(judge: SharedJudge, problem: Problem, source: str, verdict: Verdict, detail: str) -> None:
    _need(problem.language)
    trial = judge.judge(problem, Candidate(source))

    assert (trial.verdict, trial.fault, trial.judge) == (verdict, "", "shared"), trial
    assert detail in trial.detail
    assert trial.isolation.startswith("shared+")
    assert len(trial.outcomes) == 1


def test_who_switches_the_tests_off_does_not_pass(judge: SharedJudge) -> None:
    _need("c")
    tests = "int main(void) { check(twice(2) == 4); check(twice(5) == 10); return 0; }"
    problem = Problem("twice", NativeSuite(tests, before="#include <stdlib.h>", entry_point="twice"), language="c")

    trial = judge.judge(problem, Candidate("#def\\\nine check(x) (void)0\nint twice(int x) { return 1; }"))
    assert (trial.verdict, trial.detail) == (FAILED, TURNED_OFF)


def test_a_candidate_may_be_a_file_among_others(judge: SharedJudge) -> None:
    _need("c")
    files = {"twice.h": "int twice(int x);\n", "help.c": "int help(int x) { return x; }\n"}
    tests = '#include "twice.h"\nint main(void) { assert(twice(4) == 8); return 0; }'
    problem = Problem("twice", NativeSuite(tests, files=files, target="twice.c"), language="c")
    source = '#include "twice.h"\nint help(int);\nint twice(int x) { return x + help(x); }'

    assert judge.judge(problem, Candidate(source)).verdict is PASSED


@pytest.mark.parametrize(
    ("tests", "source", "needs"),
    [
        (f"use rand::Rng;\n{RUST_TESTS}", "fn twice(x: i32) -> i32 { 2 * x }", "the library 'rand'"),
        (f"/*\n{RUST_TESTS}*/", "fn twice(x: i32) -> i32 { x }", "tests: it has none that are not comments"),
    ],
)
def test_what_cannot_be_judged_here_has_no_verdict(judge: SharedJudge, tests: str, source: str, needs: str) -> None:
    problem = Problem("twice", NativeSuite(tests, libraries=("rand",)), language="rust")
    trial = judge.judge(problem, Candidate(source))

    assert trial.verdict is None
    assert needs in trial.fault


@pytest.mark.parametrize(
    "source",
    [
        "fn twice(x: i32) -> i32 { rand::random() }",
        'compile_error!("unresolved import `rand`");\nfn twice(x: i32) -> i32 { x }',
        'fn twice(x: i32) -> i32 { eprintln!("unresolved import `rand`"); std::process::abort() }',
    ],
)
def test_who_asks_for_a_library_that_the_reference_does_not_need_has_failed(judge: SharedJudge, source: str) -> None:
    _need("rust")
    check = NativeSuite(RUST_TESTS, libraries=("rand",))
    problem = Problem("twice", check, language="rust", reference="fn twice(x: i32) -> i32 { 2 * x }")
    trial = judge.judge(problem, Candidate(source))

    assert trial.fault == ""
    assert trial.verdict is not None
    assert trial.verdict is not PASSED


@pytest.mark.parametrize(
    ("judge", "layers"),
    [
        ("separate", "scripted"),
        ("shared", "shared+scripted"),
        ("separate+shared", "shared+scripted"),
        ("shared+separate", "shared+scripted"),
    ],
)
def test_the_layers_of_a_run_say_that_candidates_share_a_process_with_tests(judge: str, layers: str) -> None:
    assert judge_kind(judge).layers(ScriptedSandbox(), Limits()) == layers


def test_a_sandbox_that_runs_no_programs_is_refused() -> None:
    with pytest.raises(InvalidProblem, match="NativeSuite"):
        SharedJudge(ScriptedSandbox()).judge(C, Candidate(""))


def _need(language: str) -> None:
    try:
        tools(language)
    except MissingToolchain as error:
        pytest.skip(str(error))
