"""Two pieces of code over one suite, as the accuracy document compares them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.errors import InvalidValue
from assay.probes.semantics import semantic_equivalence
from assay.records import Case, Cases, Comparator, Limits, Problem, ProgramInput, Programs, Suite, SuiteStyle
from assay.sandbox.warm import WarmPython

SQUARE = "def f(x): return x * x"
SHORT = Limits(seconds=2.0, case_seconds=0.2)
TESTS = (Case((2,), 4), Case((3,), 9))


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param(SQUARE, "def f(x): return x ** 2", True, id="both pass"),
        pytest.param(SQUARE, "def f(x): return x + x", False, id="one passes"),
        pytest.param("def f(x): return -x", "def f(x): return 0 - x", True, id="wrong alike"),
        pytest.param("def f(x): return -x", "def f(x): return 1", False, id="wrong in two ways"),
        pytest.param("def f(x): raise KeyError(x)", "def f(x): raise KeyError", True, id="the same exception"),
        pytest.param("def f(x): raise KeyError(x)", "def f(x): return {}.nothing", False, id="two exceptions"),
        pytest.param(
            "def f(x): return 1 / 0 if x == 2 else 9", "def f(x): return 0 if x == 2 else 9", False, id="first"
        ),
        pytest.param("def f(x):\n while x: pass", "def f(x):\n while True: pass", True, id="neither ends"),
        pytest.param("def f(x): return 'a' * 9999", "def f(x): return 'a' * 9998 + 'b'", False, id="long values"),
        pytest.param("def g(x): return x", SQUARE, False, id="no such function"),
        pytest.param("def g(x): return x", "def f(x): syntax error", False, id="neither can be loaded"),
    ],
)
def test_the_same_on_every_case(sandbox: WarmPython, one: str, other: str, same: bool) -> None:
    check = Cases("f", TESTS)

    assert semantic_equivalence(one, other, check, limits=SHORT, sandbox=sandbox) is same
    assert semantic_equivalence(other, one, Problem("p", check), limits=SHORT, sandbox=sandbox) is same


def test_wrong_values_equal_only_at_their_beginning_differ(sandbox: WarmPython) -> None:
    one, other = "def f(x): return [0] * 5000 + [1]", "def f(x): return [0] * 5000 + [2]"

    assert not semantic_equivalence(one, other, TESTS, sandbox=sandbox)


@pytest.mark.parametrize(
    ("tests", "same"),
    [
        (Suite("f", "def check(candidate):\n    assert candidate(2) == 4\n", SuiteStyle.CHECK), True),
        (Suite("f", "assert f(2) == 4\nassert f(3) == 9\n"), False),
        (Cases("f", (Case((2,), None, comparator=Comparator.predicate("def accept(r, x): return r > x")),)), True),
        (Cases("f", (Case(("a",), raises="TypeError"),)), False),
    ],
)
def test_every_kind_of_test(sandbox: WarmPython, tests: Cases | Suite, same: bool) -> None:
    assert semantic_equivalence(SQUARE, "def f(x): return x + x", tests, sandbox=sandbox) is same


def test_programs_too() -> None:
    tests = Programs((ProgramInput(b"2\n", expected=b"4\n"),))

    assert semantic_equivalence("print(int(input()) ** 2)", "print(int(input()) * 2)", tests)


@pytest.mark.parametrize("tests", ["assert f(2) == 4", ["assert f(2) == 4", "assert f(3) == 9"]])
def test_assertions_are_tests(sandbox: WarmPython, tests: str | list[str]) -> None:
    assert semantic_equivalence(SQUARE, "def f(x): return x ** 2", tests, sandbox=sandbox)
    assert not semantic_equivalence(SQUARE, "def f(x): return x + x + 1", tests, sandbox=sandbox)


@pytest.mark.parametrize("tests", [3, [], [1], [("a",)], ["assert f(2)", 4]])
def test_other_tests_are_a_mistake(tests: object) -> None:
    with pytest.raises(InvalidValue, match="test_suite: must"):
        semantic_equivalence(SQUARE, SQUARE, tests)  # type: ignore[arg-type]  # on purpose
