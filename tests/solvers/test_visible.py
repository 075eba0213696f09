"""What a solver may know of a problem: which cases it is given, from where, and in which form."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.benchmarks.families import load_benchmark
from assay.errors import InvalidProblem
from assay.evaluation.digests import problem_digest
from assay.records import (
    EXACT,
    TRUTH,
    Case,
    CaseKind,
    Cases,
    Check,
    Limits,
    Problem,
    ProgramInput,
    Programs,
    Suite,
    SuiteStyle,
    Untested,
)
from assay.solvers.testing import SandboxTester
from assay.solvers.visible import visible_part
from tests.public_data import humaneval, mbpp, mbpp_sanitized

WRONG_PROMPTS = {"HumanEval/47", "HumanEval/116"}
"""Their references do not do what their docstrings show."""


def visible(check: Check, prompt: str = "", examples: Check | None = None, *, shown: int = 0) -> Check:
    return visible_part(Problem("p", check, prompt=prompt, examples=examples), shown=shown).check


ONE = Cases("f", (Case((1,), 2, kind=CaseKind.EDGE, name="border"), Case((2,), 4)))
EXAMPLES = Cases("f", (Case((3,), 6),))


@pytest.mark.parametrize(
    ("check", "prompt", "examples", "shown", "expected"),
    [
        pytest.param(ONE, "", None, 0, Untested("f"), id="nothing"),
        pytest.param(ONE, "f(9) == 18", None, 0, Cases("f", (Case((9,), 18, name="f(9)"),)), id="prompt"),
        pytest.param(ONE, "", EXAMPLES, 0, Cases("f", (Case((3,), 6, name="f(3)"),)), id="examples"),
        pytest.param(ONE, "", None, 1, Cases("f", (Case((1,), 2, name="f(1)"),)), id="shown"),
        pytest.param(
            ONE,
            "f(9) == 18, f(3) == 7",
            EXAMPLES,
            9,
            Cases("f", tuple(Case((n,), 2 * n, name=f"f({n})") for n in (3, 9, 1, 2))),
            id="all-each-once",
        ),
        pytest.param(
            Suite("f", "assert f(1) == 2\nassert f(2) == 4", names=("g",), prelude="import os"),
            "",
            None,
            1,
            Cases("f", (Case((1,), 2, name="f(1)"),)),
            id="suite-as-data",
        ),
        pytest.param(
            Suite("f", "def check(c):\n    assert abs(c(1) - 2) < 1e-6\n    assert c(2) == 4", SuiteStyle.CHECK),
            "f(9) == 18",
            None,
            2,
            Suite("f", "assert abs(f(1) - 2) < 1e-06\nassert f(9) == 18\nassert f(2) == 4"),
            id="assertions-cut-out",
        ),
        pytest.param(
            Suite("f", "x = helper()\nassert f(x) == 1\nassert other(f(1))\nassert f(open('a')) == 1"),
            "",
            None,
            3,
            Untested("f"),
            id="what-needs-more-is-not-cut-out",
        ),
        pytest.param(Suite("f", "class T: ...", SuiteStyle.UNITTEST), "", None, 5, Untested("f"), id="unittest"),
        pytest.param(
            Suite("f", "assert f(1) == 2"),
            "assert f(5)",
            Suite("f", "import math\nassert math.sqrt(f(4)) == 2"),
            0,
            Suite("f", "import math\nassert math.sqrt(f(4)) == 2\nassert f(5)"),
            id="examples-as-code",
        ),
        pytest.param(Programs((ProgramInput(expected=b"1"),)), "", None, 0, Untested(""), id="program"),
        pytest.param(
            Programs((ProgramInput(b"1", expected=b"2", name="x", kind=CaseKind.EDGE), ProgramInput(expected=b"3"))),
            "Sample Input\n7\n\nSample Output\n8\n",
            None,
            1,
            Programs((ProgramInput(b"7\n", name="input '7\\n'", expected=b"8\n"),
                      ProgramInput(b"1", name="input '1'", expected=b"2"))),
            id="program-shown",
        ),
    ],
)  # fmt: skip
def test_visible_cases(check: Check, prompt: str, examples: Check | None, shown: int, expected: Check) -> None:
    assert visible(check, prompt, examples, shown=shown) == expected


def test_files_of_a_project_stay() -> None:
    check = Cases("f", (Case((1,), 2),), target="a/b.py", files={"a/c.py": "x = 1"})

    assert visible(check) == Untested("f", target="a/b.py", files={"a/c.py": "x = 1"})


def test_examples_do_not_move_a_digest() -> None:
    assert problem_digest(Problem("p", ONE)) == problem_digest(Problem("p", ONE, prompt="f(9) == 1", examples=EXAMPLES))


def test_comparators_stay_with_their_cases() -> None:
    check = visible(Cases("f", (Case((1,), True, comparator=TRUTH),)), "f(2) == 4", shown=1)

    assert isinstance(check, Cases)
    assert [case.comparator for case in check.cases] == [EXACT, TRUTH]


# ---- real problems ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tester() -> Iterator[SandboxTester]:
    tester = SandboxTester(Limits(seconds=20.0))
    yield tester
    tester.close()


def unmet(problems: list[Problem], tester: SandboxTester, *, shown: int = 0) -> tuple[int, set[str]]:
    """How many problems have visible cases, and those whose reference does not pass them all."""
    parts = [(problem, visible_part(problem, shown=shown)) for problem in problems]
    having = [(problem, part) for problem, part in parts if not isinstance(part.check, Untested)]
    return len(having), {whole.id for whole, part in having if not tester.trial(part, whole.reference).passed}


def test_some_visible_cases_of_the_starter_benchmark_hold(tester: SandboxTester) -> None:
    assert unmet(list(load_benchmark("starter"))[::6], tester) == (10, set())


@pytest.mark.slow
def test_every_starter_problem_has_visible_cases_that_hold(tester: SandboxTester) -> None:
    assert unmet(list(load_benchmark("starter")), tester) == (60, set())


def test_how_many_docstrings_of_humaneval_show_cases() -> None:
    parts = map(visible_part, humaneval())

    assert sum(isinstance(part.check, Cases) for part in parts) == 138


@pytest.mark.slow
def test_what_the_docstrings_of_humaneval_show(tester: SandboxTester) -> None:
    assert unmet(humaneval(), tester) == (138, WRONG_PROMPTS)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_first_assertions_of_mbpp(tester: SandboxTester) -> None:
    assert unmet(mbpp(), tester) == (972, set())  # 367 and 927 need objects that their setup makes


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_first_assertions_of_sanitized_mbpp(tester: SandboxTester) -> None:
    assert unmet(mbpp_sanitized(), tester) == (427, set())


@pytest.mark.slow
def test_the_first_cases_of_humaneval_hold_for_references(tester: SandboxTester) -> None:
    assert unmet(humaneval(), tester, shown=2) == (161, WRONG_PROMPTS)


def test_examples_of_another_function_are_refused() -> None:
    with pytest.raises(InvalidProblem, match=r"problem 'p': examples are about 'g', and the check is about 'f'"):
        Problem("p", ONE, examples=Cases("g", (Case((3,), 6),)))
