"""Programs that share a process with their tests and want to pass without solving anything: none does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.judges.shared import SharedJudge
from assay.records import Candidate, Limits, NativeSuite, Problem, Trial, Verdict
from assay.sandbox.recipes import tools
from assay.sandbox.toolchains import MissingToolchain
from tests.granted import programs
from tests.hostile.native_texts import CPP, CPP_HONEST, CPP_TESTS, RUST, RUST_HONEST, RUST_TESTS

PROBLEMS = {
    "cpp": Problem("f", NativeSuite(CPP_TESTS, entry_point="f"), reference=CPP_HONEST, language="cpp"),
    "rust": Problem("f", NativeSuite(RUST_TESTS, entry_point="f"), reference=RUST_HONEST, language="rust"),
}
TEXTS = {"cpp": CPP, "rust": RUST}
QUICK = {"cpp": ("exit", "define_assert_spliced", "lying_equality"), "rust": ("panic_hook", "own_main_test_only")}
NEED_A_REFERENCE = [("cpp", "lying_equality"), ("rust", "lying_generic_eq")]


@pytest.fixture(scope="module")
def judge() -> Iterator[SharedJudge]:
    with programs() as sandbox:
        yield SharedJudge(sandbox, Limits(seconds=5.0))


def _judged(judge: SharedJudge, problem: Problem, source: str) -> Trial:
    try:
        tools(problem.language)
    except MissingToolchain as error:
        pytest.skip(str(error))
    trial = judge.judge(problem, Candidate(source))
    assert trial.fault == ""
    return trial


@pytest.mark.parametrize(("language", "name"), [(one, name) for one, names in QUICK.items() for name in names])
def test_some_hostile_programs_do_not_pass(judge: SharedJudge, language: str, name: str) -> None:
    trial = _judged(judge, PROBLEMS[language], TEXTS[language][name])

    assert trial.verdict in (Verdict.FAILED, Verdict.CRASHED, Verdict.INVALID), trial


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("language", TEXTS)
def test_no_hostile_program_passes(judge: SharedJudge, language: str) -> None:
    assert len(TEXTS[language]) >= 40
    passed = [name for name, text in TEXTS[language].items() if _judged(judge, PROBLEMS[language], text).passed]

    assert passed == []


@pytest.mark.slow
@pytest.mark.parametrize(("language", "name"), NEED_A_REFERENCE)
def test_without_a_reference_three_changes_tell(judge: SharedJudge, language: str, name: str) -> None:
    check = PROBLEMS[language].check
    trial = _judged(judge, Problem("f", check, language=language), TEXTS[language][name])

    assert trial.verdict is Verdict.FAILED
    assert [one.kind for one in trial.suspicions] == ["lying_equality"]


BOMBS = {
    "rust": "macro_rules! b { ($($x:tt)*) => { b!($($x)* $($x)*); } }\nfn f(x: i32) -> i32 { b!(a b); x }",
    "cpp": "template <int N> struct A { A<N + 1> a; A<N - 1> b; };\nint f(int x) { A<1> a; return x; }",
}
"""Small texts that no compiler comes to an end with."""


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", BOMBS)
def test_a_compiler_that_does_not_end_is_ended(judge: SharedJudge, language: str) -> None:
    trial = _judged(judge, PROBLEMS[language], BOMBS[language])

    assert trial.verdict is Verdict.INVALID
    assert "does not compile" in trial.detail
