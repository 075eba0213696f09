"""Failures that many candidates share are found, and an ordinary bad model shares none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.metrics.failures import MAX_SHOWN, Failure, FailureKind, Failures, Sign, binds, failure_of, normalised
from assay.records import CaseOutcome, CaseStatus, Trial
from tests.metrics.builders import outcomes, trial

PROMPT = "from typing import List, Tuple\nimport math\n\ndef f(x: List[int]) -> int:\n"
LIST = "NameError: name 'List' is not defined\nline 2, in <module>"


@pytest.mark.parametrize(
    ("verdict", "detail", "expected"),
    [
        pytest.param("P", "", None, id="passed"),
        pytest.param("F", "expected 1, got 2", None, id="a-wrong-answer-is-no-error"),
        pytest.param("X", "", None, id="unjudged"),
        pytest.param("T", "", Failure(FailureKind.TIMEOUT), id="timeout"),
        pytest.param("M", "", Failure(FailureKind.MEMORY), id="memory"),
        pytest.param("I", "no function 'f'", Failure(FailureKind.NO_ENTRY_POINT), id="no-entry-point"),
        pytest.param(
            "I", "SyntaxError: invalid syntax (<candidate>, line 7)\nline 7",
            Failure(FailureKind.INVALID, "SyntaxError: invalid syntax"), id="does-not-parse",
        ),
        pytest.param(
            "C", LIST, Failure(FailureKind.PROMPT_NAME, "NameError: name 'List' is not defined"), id="a-prompt-name"
        ),
        pytest.param(
            "C", "NameError: name 'np' is not defined",
            Failure(FailureKind.ERROR, "NameError: name 'np' is not defined"), id="another-name",
        ),
        pytest.param(
            "C", "ModuleNotFoundError: No module named 'scipy.stats'", Failure(FailureKind.MISSING_MODULE, "scipy"),
            id="module",
        ),
        pytest.param(
            "C", "ImportError: cannot import name 'gcd' from 'fractions' (/usr/lib/python3.11/fractions.py)",
            Failure(
                FailureKind.ERROR,
                "ImportError: cannot import name 'gcd' from 'fractions' (/usr/lib/python3.11/fractions.py)",
            ),
            id="the-name-of-an-import-stays",
        ),
    ],
)  # fmt: skip
def test_what_a_trial_failed_of(verdict: str, detail: str, expected: Failure | None) -> None:
    assert failure_of(trial("a", verdict, detail=detail), PROMPT) == expected


def test_the_case_that_decided_is_asked_first() -> None:
    crash = CaseOutcome(CaseStatus.CRASHED, error="IndexError: list index out of range\nline 3")
    one = trial("a", "C", (*outcomes("p"), crash), detail="case 2 raised")

    assert failure_of(one) == Failure(FailureKind.ERROR, "IndexError: list index out of range")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("TypeError: add() takes no 1 but 2 were given", "TypeError: sub() takes no 2 but 3 were given"),
        ("TypeError: f() missing 1 required argument: 'x'", "TypeError: g() missing 2 required argument: 'y'"),
        ("AttributeError: <T object at 0x7f01> is odd", "AttributeError: <T object at 0x9ae2> is odd"),
        ("ValueError: 12 is too much", "ValueError: 3.5 is too much"),
    ],
)  # fmt: skip
def test_what_differs_from_problem_to_problem_makes_no_other_error(one: str, other: str) -> None:
    assert normalised(one) == normalised(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("NameError: name 'a1' is not defined", "NameError: name 'a2' is not defined"),
        ("ModuleNotFoundError: No module named 'h5py'", "ModuleNotFoundError: No module named 'h6py'"),
        ("TypeError: unsupported operand type(s) for +: 'int' and 'str'", "TypeError: 'int' object is not iterable"),
        ("IndexError: list index out of range", "KeyError: 'a'"),
    ],
)
def test_errors_that_are_not_the_same_stay_apart(one: str, other: str) -> None:
    assert normalised(one) != normalised(other)


@pytest.mark.parametrize(
    ("name", "bound"),
    [("List", True), ("Tuple", True), ("math", True), ("f", True), ("LIMIT", True), ("x", False), ("Lis", False)],
)
def test_names_of_a_prompt(name: str, bound: bool) -> None:
    assert binds(f"LIMIT = 3\n{PROMPT}    x = 1\n", name) is bound


def counted(trials: list[Trial]) -> Failures:
    found = Failures()
    for one in trials:
        found.add(one, PROMPT)
    return found


def shared(trials: list[Trial]) -> list[tuple[str, int]]:
    return [(common.kind.value, common.count) for common in counted(trials).common()]


PASSES = [trial("a", "P")]


@pytest.mark.parametrize(
    ("trials", "expected"),
    [
        pytest.param([trial("a", "C", detail=LIST)] * 36 + PASSES * 128, [("prompt_name", 36)], id="36-of-164"),
        pytest.param([trial("a", "C", detail=LIST)] * 2 + PASSES * 8, [("prompt_name", 2)], id="a-fifth"),
        pytest.param([trial("a", "C", detail=LIST)] * 32 + PASSES * 132, [], id="less-than-a-fifth"),
        pytest.param([trial("a", "I")] + PASSES * 4, [], id="one-alone-shares-nothing"),
        pytest.param([trial("a", "I")], [("invalid", 1)], id="all-of-one"),
        pytest.param(
            [trial("a", "T")] * 5 + [trial("a", "M")] * 4 + PASSES * 9, [("timeout", 5), ("memory", 4)], id="limits"
        ),
        pytest.param([trial("a", "F")] * 10, [], id="wrong-answers"),
        pytest.param([trial("a", "X")] * 10, [], id="nothing-is-judged"),
        pytest.param(
            [trial("a", "C", detail=f"NameError: name '{name}' is not defined") for name in ("List", "Tuple")] * 2
            + PASSES * 12,
            [("prompt_name", 4)],
            id="two-names-of-the-prompt-have-one-cause",
        ),
    ],
)
def test_failures_that_a_fifth_share(trials: list[Trial], expected: list[tuple[str, int]]) -> None:
    assert shared(trials) == expected


def test_an_ordinary_bad_model_dies_of_many_errors() -> None:
    kinds = ("IndexError: list index out of range", "KeyError: 'a'", "TypeError: 'int' object is not iterable",
             "ValueError: not enough values to unpack", "ZeroDivisionError: division by zero",
             "AttributeError: 'NoneType' object has no attribute 'x'")  # fmt: skip
    trials = [trial("a", "C", detail=kind) for kind in kinds] * 5

    assert shared(trials) == []


@pytest.mark.parametrize(
    ("source", "sign"),
    [
        ("Sure:\n```python\ndef f(): ...\n```", Sign.FENCED),
        ("    return 1", Sign.BODY),
        ("  \n", Sign.EMPTY),
        ("", Sign.EMPTY),
        ("def f( return", None),
    ],
)
def test_what_stands_out_in_texts_that_are_no_programs(source: str, sign: Sign | None) -> None:
    (common,) = counted([trial("a", "I", source=source, detail="SyntaxError: invalid syntax")] * 3).common()

    assert common.sign() is sign


def test_a_return_outside_a_function_is_a_body() -> None:
    detail = "SyntaxError: 'return' outside function (<candidate>, line 2)"
    (common,) = counted([trial("a", "I", source="x = 1\nreturn x", detail=detail)] * 3).common()

    assert common.sign() is Sign.BODY


def test_the_number_of_errors_that_are_remembered_is_bounded() -> None:
    found = Failures(max_kinds=1)
    for detail in ("E: x", *(f"{chr(97 + number)}Error" for number in range(3)), "E: x"):
        found.add(trial("a", "C", detail=detail))

    assert found.judged == 5
    assert [(common.count, dict(common.texts)) for common in found.common()] == [(2, {"E: x": 2})]


@given(st.text(max_size=400))
def test_any_error_becomes_a_short_text(text: str) -> None:
    assert len(normalised(text)) <= MAX_SHOWN
