"""Metrics of one trial or of a pair: error classes, partial correctness, exact match, semantic agreement."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.metrics import matching, similarity
from assay.metrics.analysis import ErrorAnalysis, error_analysis, error_class, missing_package
from assay.metrics.matching import exact_match_rate, normalize, same_outcomes, semantic_agreement
from assay.metrics.partial import PartialCorrectnessScore, partial_correctness
from assay.metrics.tally import tally
from assay.records import CaseOutcome, CaseStatus, Trial, Verdict
from tests.metrics.builders import VERDICTS, outcomes, run_of, trial


@pytest.mark.parametrize(
    ("verdict", "cases", "expected"),
    [
        pytest.param("P", outcomes("p"), None, id="passed"),
        pytest.param("X", (), None, id="unjudged"),
        pytest.param("I", (), "syntax", id="invalid"),
        pytest.param("C", outcomes("c"), "runtime", id="crashed"),
        pytest.param("M", outcomes("m"), "runtime", id="out-of-memory"),
        pytest.param("T", outcomes("t"), "timeout", id="timed-out"),
        pytest.param("F", outcomes("f"), "logic", id="a-basic-case"),
        pytest.param("F", outcomes("p", "f"), "edge_case", id="only-edge-cases"),
        pytest.param("F", outcomes("f", "f"), "logic", id="both"),
        pytest.param("F", outcomes("n", "f"), "logic", id="a-basic-case-that-did-not-run-did-not-pass"),
        pytest.param("F", outcomes("", "f"), "edge_case", id="there-are-only-edge-cases"),
        pytest.param("F", outcomes("pp"), "logic", id="no-case-failed"),
        pytest.param("F", (), "logic", id="no-case-known"),
        pytest.param("C", outcomes("p", "c"), "runtime", id="a-crash-on-an-edge-case-is-a-crash"),
    ],
)
def test_error_classes(verdict: str, cases: tuple[CaseOutcome, ...], expected: str | None) -> None:
    assert error_class(VERDICTS[verdict], cases) == expected


def test_valid_code_without_the_entry_point_is_no_syntax_error() -> None:
    assert error_class(Verdict.INVALID, (), "no function 'add'") == "runtime"
    assert error_class(Verdict.INVALID, (), "SyntaxError: 'return' outside function") == "syntax"


def test_the_analysis_names_the_most_common_error_and_the_total() -> None:
    trials = [*run_of(a="PIICXTM"), trial("b", "F", outcomes("p", "f"))]
    found = error_analysis(trials)

    assert found == ErrorAnalysis(
        syntax_errors=2, runtime_errors=2, logic_errors=0, edge_case_failures=1, timeout_errors=1
    )
    assert found == tally(trials).errors()
    assert found.total_errors() == 6
    assert found.most_common_error() == "syntax"
    assert found.by_class() == {"syntax": 2, "runtime": 2, "logic": 0, "edge_case": 1, "timeout": 1}


def test_no_errors_have_no_most_common_one() -> None:
    assert error_analysis(run_of(a="PX")).most_common_error() is None


@pytest.mark.parametrize(
    ("verdict", "detail", "package"),
    [
        ("C", "ModuleNotFoundError: No module named 'scipy'\nline 1", "scipy"),
        ("C", "ModuleNotFoundError: No module named 'sklearn.svm'", "sklearn"),
        ("C", "ModuleNotFoundError: No module named 'numpy.nothing'; 'numpy' is not a package", "numpy"),
        ("C", "ImportError: cannot import name 'x'", None),
        ("C", "ModuleNotFoundError", None),
        pytest.param("C", f"ModuleNotFoundError: No module named '{'x' * 1000}'", None, id="no-such-name"),
        ("F", "ModuleNotFoundError: No module named 'scipy'", None),
        ("P", "", None),
    ],
)
def test_missing_packages(verdict: str, detail: str, package: str | None) -> None:
    assert missing_package(trial("a", verdict, detail=detail)) == package


@pytest.mark.parametrize(
    ("syntax", "compiles", "basic", "edge", "expected"),
    [
        (True, True, 1.0, 1.0, 1.0),
        (True, True, 1.0, 0.0, 0.7),
        (True, True, 0.5, 0.5, 0.7),
        (True, False, 0.0, 0.0, 0.2),
        (False, False, 0.0, 0.0, 0.0),
        pytest.param(True, True, 0.5, None, 0.7, id="only-basic-cases-carry-0.6"),
        pytest.param(True, True, None, 0.25, 0.55, id="only-edge-cases-carry-0.6"),
        pytest.param(True, True, None, None, 0.4, id="no-cases"),
    ],
)
def test_partial_correctness_adds_its_parts(
    syntax: bool, compiles: bool, basic: float | None, edge: float | None, expected: float
) -> None:
    assert PartialCorrectnessScore(syntax, compiles, basic, edge).compute_score() == expected


@pytest.mark.parametrize("value", [2.0, -0.1, float("nan"), float("inf"), "1", 1 + 0j])
@pytest.mark.parametrize("name", ["syntax_correct", "compiles", "passes_basic_tests", "passes_edge_cases"])
def test_a_part_that_is_no_share_is_refused(name: str, value: Any) -> None:
    given: dict[str, Any] = dict.fromkeys(("syntax_correct", "compiles", "passes_basic_tests", "passes_edge_cases"), 1)

    with pytest.raises(InvalidValue, match=f"{name} must be .*from 0 to 1.*got {re.escape(repr(value))}"):
        PartialCorrectnessScore(**{**given, name: value})


def test_only_groups_of_cases_can_be_absent() -> None:
    with pytest.raises(InvalidValue, match="compiles must be true or false"):
        PartialCorrectnessScore(True, None, 1.0, 1.0)  # type: ignore[arg-type]  # the mistake under test


@pytest.mark.parametrize("value", [*Verdict, *CaseStatus])
def test_neither_a_verdict_nor_a_status_is_true_or_false(value: Verdict | CaseStatus) -> None:
    with pytest.raises(TypeError, match="neither true nor false: ask"):
        bool(value)


@pytest.mark.parametrize(
    ("verdict", "cases", "detail", "expected"),
    [
        pytest.param("P", outcomes("pp", "p"), "", 1.0, id="all"),
        pytest.param("P", (), "", 1.0, id="passed-with-no-case-kept"),
        pytest.param("F", outcomes("pf", "f"), "", 0.55, id="half-the-basic-cases"),
        pytest.param("F", outcomes("", "pf"), "", 0.7, id="half-of-edge-cases-only"),
        pytest.param("I", outcomes("nn"), "SyntaxError: invalid syntax", 0.0, id="does-not-parse"),
        pytest.param("I", outcomes("nn"), "no function 'f'", 0.2, id="lacks-the-entry-point"),
        pytest.param("I", outcomes("nn"), "SyntaxError: 'return' outside function", 0.2, id="parses-does-not-compile"),
        pytest.param("I", (), "ValueError: source code string cannot contain null bytes", 0.0, id="null-bytes"),
        pytest.param("C", outcomes("nn"), "NameError: name 'x' is not defined", 0.2, id="does-not-load"),
        pytest.param("T", outcomes("nn"), "", 0.2, id="never-finishes-loading"),
        pytest.param("C", outcomes("cc"), "", 0.4, id="loads-and-passes-nothing"),
        pytest.param("F", (), "", 0.4, id="failed-with-no-case-kept"),
        pytest.param("T", outcomes("ptnn"), "", 0.55, id="time-ran-out-on-the-second-case"),
    ],
)
def test_partial_correctness_of_a_trial(
    verdict: str, cases: tuple[CaseOutcome, ...], detail: str, expected: float
) -> None:
    one = trial("a", verdict, cases, detail=detail)
    found = partial_correctness(one)

    assert found is not None
    assert found.compute_score() == pytest.approx(expected)
    assert tally([one]).by_problem()["a"].partial() == pytest.approx(expected)


def test_an_unjudged_trial_has_no_partial_correctness() -> None:
    assert partial_correctness(trial("a", "X")) is None


@pytest.mark.parametrize(
    "source",
    [
        "return 1",
        "def f(a, a): pass",
        "x = 1\ndef g():\n    x = 1\n    global x",
        "break",
        "continue",
        "await x",
        "yield 1",
        "*a",
        "def f():\n    nonlocal q",
        "def f():\n    from os import *",
        "from __future__ import nothing",
        "class A:\n    [x := 1 for y in z]",
        "async def g():\n    yield from x",
        "async def g():\n    return 1\n    yield 2",
        "[(yield 1) for x in y]",
        "__debug__ = 1",
    ],
)
def test_what_the_compiler_says_about_text_that_parses_is_known(source: str) -> None:
    with pytest.raises(SyntaxError) as refused:
        compile(source, "candidate", "exec")

    found = partial_correctness(trial("a", "I", detail=f"SyntaxError: {refused.value}"))
    assert found is not None
    assert (found.syntax_correct, found.compiles) == (True, False)


@pytest.mark.parametrize("source", ["def f(:", "(", "x = ", "'abc", "if x:\npass", "return return", "\x00"])
def test_what_the_parser_refuses_does_not_parse(source: str) -> None:
    with pytest.raises((SyntaxError, ValueError)) as refused:
        compile(source, "candidate", "exec")

    found = partial_correctness(trial("a", "I", detail=f"{type(refused.value).__name__}: {refused.value}"))
    assert found is not None
    assert not found.syntax_correct


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("x = 1\n", "x = 1", True),
        ("x = 1\r\ny = 2\r", "x = 1\ny = 2\n", True),
        ("\n\nx = 1  \n\n\ny = 2\t", "x = 1\ny = 2", True),
        ("    x = 1\n    y = 2", "x = 1\ny = 2", True),
        ("\ufeffx = 1", "x = 1", True),
        pytest.param("if x:\n  y", "if x:\n    y", False, id="indentation-inside-counts"),
        pytest.param("X = 1", "x = 1", False, id="case-counts"),
        pytest.param("x = 1  # one", "x = 1", False, id="comments-count"),
        pytest.param("x=1", "x = 1", False, id="blanks-inside-a-line-count"),
        pytest.param("x = '\u2028'", "x = ''", False, id="a-sign-in-a-literal-is-no-line-end"),
    ],
)
def test_the_normaliser(one: str, other: str, same: bool) -> None:
    assert (normalize(one) == normalize(other)) is same
    assert (normalize(one.encode()) == normalize(other.encode())) is same


@given(st.text(alphabet=" \t\r\nab\f\u2028", max_size=20), st.text(alphabet=" \t\r\nab\f\u2028", max_size=20))
def test_there_is_one_normaliser_of_code(one: str, other: str) -> None:
    assert similarity.exact_match(one, other, level="normalised") is matching.exact_match(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("x = 1\n\ny = 2", "x = 1\ny = 2"), ("  x = 1", "x = 1"), ("\ufeffx", "x"), ("x = '\u2028'", "x = ''")],
)
def test_texts_on_which_two_normalisers_once_differed(one: str, other: str) -> None:
    assert similarity.exact_match(one, other, level="normalised") is matching.exact_match(one, other)


@given(st.text(alphabet=" \t\r\nab\f\u2028", max_size=40))
def test_normalising_twice_changes_nothing(code: str) -> None:
    assert normalize(normalize(code)) == normalize(code)


def test_exact_match_rate() -> None:
    assert exact_match_rate(["a", "b ", "c"], ["a", "b", "d"]) == pytest.approx(2 / 3)
    assert exact_match_rate([], []) is None
    with pytest.raises(InvalidValue, match="got 1 for 2"):
        exact_match_rate(["a", "b"], ["a"])


def case(letter: str, *, actual: str = "", error: str = "") -> CaseOutcome:
    (outcome,) = outcomes(letter)
    return replace(outcome, actual=actual, error=error)


@pytest.mark.parametrize(
    ("one", "other", "agrees"),
    [
        pytest.param(case("p", actual="[1, 2]"), case("p", actual="[2, 1]"), True, id="both-right-in-their-own-way"),
        pytest.param(case("f", actual="1"), case("f", actual="1"), True, id="the-same-wrong-value"),
        pytest.param(case("f", actual="1"), case("f", actual="2"), False, id="two-wrong-values"),
        pytest.param(case("p", actual="1"), case("f", actual="2"), False, id="right-and-wrong"),
        pytest.param(case("f", error="assert f(1)"), case("f", error="assert f(1)"), True, id="the-same-assertion"),
        pytest.param(case("f", error="x"), case("f", error="y"), False, id="two-assertions"),
        pytest.param(case("c", error="KeyError: 1"), case("c", error="KeyError: 2"), True, id="the-same-exception"),
        pytest.param(case("c", error="KeyError: 1"), case("c", error="TypeError: 1"), False, id="two-exceptions"),
        pytest.param(case("c"), case("c"), True, id="both-crash-in-silence"),
        pytest.param(case("t"), case("t"), True, id="neither-ends"),
        pytest.param(case("n"), case("n"), False, id="not-run-shows-nothing"),
        pytest.param(case("s"), case("s"), False, id="skipped-shows-nothing"),
    ],
)
def test_agreement_on_one_case(one: CaseOutcome, other: CaseOutcome, agrees: bool) -> None:
    first, second = (trial("a", "P" if found.passed else "F", (found,)) for found in (one, other))

    assert semantic_agreement(first, second) == semantic_agreement(second, first) == float(agrees)
    assert same_outcomes(first, second) is agrees


def test_agreement_is_a_share_of_the_cases() -> None:
    first, second = trial("a", "P", outcomes("pppp")), trial("a", "F", outcomes("ppf"))

    assert semantic_agreement(first, second) == 0.5
    assert not same_outcomes(first, second)


def test_two_problems_cannot_agree() -> None:
    with pytest.raises(InvalidValue, match="'a' and 'b'"):
        semantic_agreement(trial("a"), trial("b"))


def test_no_cases_show_no_agreement() -> None:
    nothing: Trial = trial("a", "P")

    assert semantic_agreement(nothing, nothing) is None
    assert not same_outcomes(nothing, nothing)


@given(st.lists(st.sampled_from(CaseStatus), min_size=1, max_size=6))
def test_a_candidate_agrees_with_itself_on_what_ran(statuses: list[CaseStatus]) -> None:
    one = trial("a", "F", tuple(CaseOutcome(status) for status in statuses))
    ran = sum(status not in (CaseStatus.NOT_RUN, CaseStatus.SKIPPED) for status in statuses)

    assert semantic_agreement(one, one) == ran / len(statuses)
