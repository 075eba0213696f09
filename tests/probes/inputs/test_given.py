"""The inputs that a problem brings itself."""

from __future__ import annotations

import pytest

from assay.probes.inputs.given import given_inputs
from assay.records import Case, Cases, Problem, ProgramInput, Programs, Suite, SuiteStyle


def texts(problem: Problem) -> list[str]:
    return [one.text() for one in given_inputs(problem)]


def test_cases_give_their_arguments_once() -> None:
    cases = (Case((1, [2]), 3), Case((1, [2]), 3), Case((), 0, {"x": None}))
    assert texts(Problem("p", Cases("f", cases))) == ["1, [2]", "x=None"]


LOOP = """def check(g):
    for x in [1]:
        assert g(x)
    assert g('a') and g(b'b')
"""
METHODS = """import unittest
class T(unittest.TestCase):
    def test(self):
        self.assertEqual(f([1], k=2), 3)
"""


@pytest.mark.parametrize(
    ("source", "style", "found"),
    [
        ("assert f(1) == 2\nassert f(-2) == 3", SuiteStyle.ASSERTS, ["1", "-2"]),
        ("def check(candidate):\n    assert abs(candidate(1.5) - 2) < 1e-6", SuiteStyle.CHECK, ["1.5"]),
        (LOOP, SuiteStyle.CHECK, ["'a'", "b'b'"]),
        (METHODS, SuiteStyle.UNITTEST, ["[1], k=2"]),
        ("x = 5\nassert f(x) == 1\nassert f(*[1]) == 1", SuiteStyle.ASSERTS, []),
    ],
)
def test_test_code_gives_the_calls_that_are_written_out(source: str, style: SuiteStyle, found: list[str]) -> None:
    assert texts(Problem("p", Suite("f", source, style))) == found


def test_programs_have_no_arguments() -> None:
    assert given_inputs(Problem("p", Programs((ProgramInput(expected=b""),)))) == []
