"""Cases added to a check, in the form of those that it has."""

from __future__ import annotations

import pytest

from assay.front.judging import judge
from assay.probes.added import added_check
from assay.probes.inputs.base import Input
from assay.probes.sides import Behaviour
from assay.records import (
    ANY_ORDER,
    Candidate,
    Case,
    CaseKind,
    Cases,
    Check,
    Comparator,
    Problem,
    ProgramInput,
    Programs,
    Suite,
    SuiteStyle,
)
from assay.sandbox.calling import CallEnd

ROWS = [(Input((3,), origin="mutated"), Behaviour(CallEnd.RETURNED, 6))]
FLOATS = [(Input((0.1,), origin="drawn"), Behaviour(CallEnd.RETURNED, [0.2, 1]))]


def added(check: Check, rows: list[tuple[Input, Behaviour]]) -> Check:
    made = added_check(Problem("p", check), rows)
    assert not isinstance(made, str), made
    return made


def test_cases_get_more_cases_that_say_where_they_come_from() -> None:
    check = added(Cases("f", (Case((1,), 2),)), ROWS)
    assert isinstance(check, Cases)
    new = check.cases[-1]
    assert (new.arguments, new.expected, new.kind) == ((3,), 6, CaseKind.EDGE)
    assert new.name == "f(3)  # added: mutated"


@pytest.mark.parametrize("comparator", [ANY_ORDER, Comparator.close(atol=0.5)])
def test_cases_are_compared_as_those_that_are_there(comparator: Comparator) -> None:
    check = added(Cases("f", (Case((1,), 2, comparator=comparator),)), ROWS)
    assert isinstance(check, Cases)
    assert check.cases[-1].comparator == comparator


def test_answers_with_floats_are_compared_nearly() -> None:
    check = added(Cases("f", (Case((1,), 2),)), FLOATS)
    assert isinstance(check, Cases)
    assert check.cases[-1].comparator == Comparator.close(atol=1e-6, rtol=1e-6)


LISTS = [(Input((2,)), Behaviour(CallEnd.RETURNED, [2, 3]))]
HALVES = [(Input((0.5,)), Behaviour(CallEnd.RETURNED, 1.0))]
UNITTEST = "import unittest\nclass T(unittest.TestCase):\n    def test(self): assert f(1)"
CHECK = "def check(candidate):\n    assert candidate(1) == 2\n"


@pytest.mark.parametrize(
    ("source", "style", "rows", "right", "wrong"),
    [
        (CHECK, SuiteStyle.CHECK, ROWS, "2 * x", "2"),
        ("assert f(1) == 2", SuiteStyle.ASSERTS, ROWS, "2 * x", "2"),
        ("assert sorted(f(1)) == [1, 2]", SuiteStyle.ASSERTS, LISTS, "[x + 1, x]", "[1, 2]"),
        ("assert abs(f(1) - 2) < 1e-3", SuiteStyle.ASSERTS, HALVES, "2 * x + 1e-9", "2"),
        (CHECK, SuiteStyle.CHECK, FLOATS, "[x * 2, 1] if x != 1 else 2", "[0, 1] if x != 1 else 2"),
    ],
)
def test_test_code_gets_more_statements_that_decide(
    source: str, style: SuiteStyle, rows: list[tuple[Input, Behaviour]], right: str, wrong: str
) -> None:
    problem = Problem("p", added(Suite("f", source, style), rows))
    passes, fails = (judge(Candidate(f"def f(x): return {body}"), problem) for body in (right, wrong))
    assert passes.verdict is not None
    assert passes.verdict.passed, passes.outcomes
    assert fails.verdict is not None
    assert not fails.verdict.passed
    assert [one.kind for one in fails.outcomes][-1] is CaseKind.EDGE
    assert "added: " in fails.outcomes[-1].name


@pytest.mark.parametrize(
    ("check", "words"),
    [
        (Suite("f", "x = f(1)\nassert x[0] > 0"), "accepts answers by other means"),
        (Suite("f", "assert f(1) > 0"), "accepts answers by other means"),
        (Suite("f", "assert f(1) == 0 or f(1) == 1"), "accepts answers by other means"),
        (Suite("f", UNITTEST, SuiteStyle.UNITTEST), "only cases"),
        (Cases("f", (Case((1,), [2], comparator=ANY_ORDER), Case((2,), 2))), "compared in several ways"),
        (Programs((ProgramInput(expected=b""),)), "only cases"),
    ],
)
def test_what_cannot_be_added_to_says_why(check: Check, words: str) -> None:
    found = added_check(Problem("p", check), ROWS)
    assert isinstance(found, str)
    assert words in found
