"""Mutants of a source against the tests of a problem."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.errors import InvalidProblem
from assay.probes.mutation.asking import BrokenTests, MutationOptions
from assay.probes.mutation.forms import problem_of
from assay.probes.mutation.problems import mutate_problem
from assay.probes.mutation.results import MutantStatus, MutationResult
from assay.probes.mutation.tester import MutationTester
from assay.records import Case, Cases, Limits, Problem, ProgramInput, Programs, Suite, SuiteStyle
from assay.sandbox.warm import WarmPython

CLAMP = """\
def clamp(x, low, high):
    if x < low:
        return low
    if x > high:
        return high
    return x
"""
WEAK = (Case((5, 0, 10), 5), Case((-1, 0, 10), 0))
STRONG = (*WEAK, Case((11, 0, 10), 10), Case((3, 4, 4), 4))


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


def found(result: MutationResult) -> dict[str, str]:
    return {one.mutant.one_line().partition("   ")[2]: one.status.value for one in result.outcomes}


def test_only_cases_that_reach_a_mutant_are_run(sandbox: WarmPython) -> None:
    problem = Problem("clamp", Cases("clamp", WEAK))

    result = mutate_problem(problem, CLAMP, MutationOptions(("returns",), matrix=True), sandbox=sandbox)

    by_line = {one.mutant.line: one for one in result.outcomes}
    assert by_line[3].status is MutantStatus.KILLED
    assert by_line[3].ran == by_line[3].killers == (1,)
    assert by_line[5].status is MutantStatus.NOT_COVERED
    assert by_line[6].killers == (0,)
    assert result.tests == ("1: clamp(5, 0, 10)", "2: clamp(-1, 0, 10)")


def test_stronger_tests_have_a_higher_score(sandbox: WarmPython) -> None:
    scores = [
        mutate_problem(Problem("clamp", Cases("clamp", cases)), CLAMP, sandbox=sandbox).score
        for cases in (WEAK, STRONG)
    ]

    assert scores[0] is not None
    assert scores[1] is not None
    assert scores[0] < scores[1]


LOOP = "def total(n):\n    i = s = 0\n    while i < n:\n        i += 1\n        s += i\n    return s\n"
STATE = "calls = []\n\n\ndef number(x):\n    calls.append(x)\n    if x:\n        return len(calls)\n    return 0\n"
MEMO = "known = {}\n\n\ndef double(x):\n    if x not in known:\n        known[x] = x + x\n    return known[x]\n"
EXITS = "import os\n\n\ndef f(x):\n    if x > 5:\n        os._exit(0)\n    return x\n"
EATS = "def f(x):\n    if x > 5:\n        return len('a' * 10**10)\n    return x\n"


@pytest.mark.parametrize(
    ("source", "cases", "change", "status"),
    [
        pytest.param(LOOP, (Case((3,), 6),), "i += 1   →   i -= 1", "timed_out", id="loop"),
        pytest.param(STATE, (Case((0,), 0), Case((1,), 2)), "return len(calls)   →   return None", "killed",
                     id="cases-that-need-those-before-them"),
        pytest.param(MEMO, (Case((2,), 4), Case((2,), 4)), "known[x] = x + x   →   known[x] = x - x", "killed",
                     id="a-cached-value"),
        pytest.param(EXITS, (Case((1,), 1),), "if x > 5   →   if x <= 5", "killed", id="exit"),
        pytest.param(EATS, (Case((1,), 1),), "if x > 5   →   if x <= 5", "crashed", id="memory"),
        pytest.param(CLAMP, STRONG, "if x < low   →   if x <= low", "survived", id="equivalent"),
    ],
)  # fmt: skip
def test_what_becomes_of_a_mutant(
    sandbox: WarmPython, source: str, cases: tuple[Case, ...], change: str, status: str
) -> None:
    entry = source.partition("def ")[2].partition("(")[0]

    result = mutate_problem(Problem("p", Cases(entry, cases)), source, sandbox=sandbox)

    assert found(result)[change] == status


CHECK = "def check(candidate):\n    for x in range(4):\n        assert candidate(x) * 2 == x * (x + 1)\n"


@pytest.mark.parametrize(
    ("source", "style"),
    [
        pytest.param("assert total(3) == 6\nassert total(0) == 0", SuiteStyle.ASSERTS, id="data"),
        pytest.param(CHECK, SuiteStyle.CHECK, id="code"),
        pytest.param("t = [total(i) for i in range(4)]\nassert sorted(t) == t\nassert t[-1] == 6", SuiteStyle.ASSERTS,
                     id="statements"),
    ],
)  # fmt: skip
def test_suites_of_every_style(sandbox: WarmPython, source: str, style: SuiteStyle) -> None:
    code = f"{LOOP}\n\ndef unused(x):\n    return x + 1\n"

    result = mutate_problem(Problem("t", Suite("total", source, style)), code, sandbox=sandbox)

    assert found(result)["i += 1   →   i -= 1"] == "timed_out"
    assert found(result)["s += i   →   s -= i"] == "killed"
    assert found(result)["return x + 1   →   return x - 1"] == "not_covered"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        pytest.param("def f(x):\n    return 1\n", "fail without any mutant: 2: f(3): expected 4, got 1", id="wrong"),
        pytest.param("def g(x):\n    return 1\n", "the tests fail without any mutant", id="no-entry-point"),
        pytest.param("def f(x):\n    while True:\n        pass\n", "fail without any mutant: 1: f(2)", id="loop"),
    ],
)  # fmt: skip
def test_a_dead_harness_is_an_error(sandbox: WarmPython, source: str, message: str) -> None:
    problem = Problem("f", Cases("f", (Case((2,), 1), Case((3,), 4))))
    with pytest.raises(BrokenTests) as raised:
        mutate_problem(problem, source, sandbox=sandbox, limits=Limits(seconds=0.5))

    assert message in str(raised.value)


def test_no_mutants_have_no_score(sandbox: WarmPython) -> None:
    result = mutate_problem(
        Problem("f", Cases("f", (Case((), None),))),
        "def f():\n    pass\n",
        MutationOptions(("loops",)),
        sandbox=sandbox,
    )

    assert result.score is None
    assert result.interval is None
    assert result.headline() == "f: no mutants, 1 test"


def test_only_functions_have_mutants() -> None:
    with pytest.raises(InvalidProblem, match="has no reference"):
        mutate_problem(Problem("p", Cases("f", (Case(),))))
    programs = Programs((ProgramInput(expected=b""),))
    with pytest.raises(InvalidProblem, match="mutants need Cases or a Suite"):
        mutate_problem(Problem("p", programs, reference="x = 1"))


def test_an_interrupted_run_gives_what_is_there(sandbox: WarmPython) -> None:
    def interrupt(done: int, whole: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    problem = Problem("clamp", Cases("clamp", STRONG))
    result = mutate_problem(problem, CLAMP, MutationOptions(watch=interrupt), sandbox=sandbox)

    assert result.stopped
    assert len(result.outcomes) == 2


class TestTheDocumentsTester:
    """`MutationTester` of the accuracy document."""

    def test_the_plain_score(self, sandbox: WarmPython) -> None:
        tester = MutationTester(sandbox=sandbox)

        strong = tester.test_robustness(CLAMP, STRONG)
        weak = tester.test_robustness(CLAMP, ["assert clamp(5, 0, 10) == 5"])

        assert isinstance(strong, float)
        assert isinstance(weak, float)
        assert 0 < weak < strong <= 1
        assert [mutator.__name__ for mutator in tester.mutators] == [
            "swap_operators",
            "change_constants",
            "modify_conditions",
        ]

    def test_own_mutators(self, sandbox: WarmPython) -> None:
        tester = MutationTester(sandbox=sandbox)
        tester.mutators = [lambda code: [code, code.replace("x < low", "x > low"), "not python("]]

        assert tester.test_robustness(CLAMP, STRONG) == pytest.approx(2 / 3)

    def test_nothing_to_mutate_and_tests_that_fail(self, sandbox: WarmPython) -> None:
        tester = MutationTester(sandbox=sandbox)

        assert tester.test_robustness("def f():\n    pass\n", [Case((), None)]) is None
        with pytest.raises(BrokenTests):
            tester.test_robustness(CLAMP, ["assert clamp(5, 0, 10) == 6"])


@pytest.mark.parametrize("tests", [[], 3, [Case(), "assert f()"], ["assert f("]])
def test_what_are_no_tests_is_said(tests: object) -> None:
    with pytest.raises(ValueError, match="tests: "):
        problem_of("def f(): return 1", tests)


def test_the_entry_point_is_what_the_tests_call() -> None:
    code = "class Stack: ...\ndef one(): ...\ndef two(): ..."

    check = problem_of(code, "s = Stack()\nassert two() is None\nassert one() is s").check

    assert isinstance(check, Suite)
    assert (check.entry_point, check.names) == ("Stack", ("two", "one"))
    with pytest.raises(ValueError, match="entry_point must be given"):
        problem_of(code, [Case()])
