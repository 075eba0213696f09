"""The control of suites in which objects of the candidate's own decide, and what a trial says where there is none."""

from __future__ import annotations

import datetime
import pathlib
import random
from collections.abc import Iterator

import pytest

from assay.judges.separate import SeparateJudge
from assay.judges.suitecontrol import MORE_COINS, SIMILAR_RUNS, ControlledSuite, other_value
from assay.judges.suiterun import SuiteRun
from assay.judges.suites import PlannedSuite
from assay.records import Candidate, Limits, Problem, Suite, Verdict
from assay.sandbox.guest.wire.derived import DATA_NAMES
from assay.sandbox.warm import WarmPython
from tests.checks import suite_of
from tests.hostile.objects import LIARS, VECTOR

PASSED = Verdict.PASSED


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=2)) as made:
        yield made


def problem(tests: str, reference: str, *names: str, entry_point: str = "f") -> Problem:
    return Problem("p", Suite(entry_point, tests, names=names), reference=reference)


class Counted:
    """Runs suites, and counts how often."""

    def __init__(self, judge: SeparateJudge) -> None:
        self.judge = judge
        self.runs = 0

    def __call__(
        self,
        planned: PlannedSuite,
        source: bytes,
        *,
        methods: frozenset[str] | None,
        profiling: bool,
        variant: str,
        all_cases: bool,
    ) -> SuiteRun:
        self.runs += 1
        return self.judge._suite(
            planned, source, methods=methods, profiling=profiling, variant=variant, all_cases=all_cases
        )


def controlled(judge: SeparateJudge, given: Problem, *sources: str) -> tuple[list[str], list[int]]:
    """Judge candidates one after the other; return the notes, and how many runs each took."""
    count = Counted(judge)
    suite = ControlledSuite(PlannedSuite.of(given, suite_of(given)), count, random.Random(1))
    notes, runs = [], []
    for source in sources:
        before = count.runs
        run = suite.run(source.encode())
        notes.append(suite.note(run))
        runs.append(count.runs - before)
    return notes, runs


def test_a_suite_of_plain_data_costs_one_run(judge: SeparateJudge) -> None:
    tests = "x = f(2)\nx.append(3)\nassert x == [2, 3]\n"
    right = "def f(x): return [x]\n"

    assert controlled(judge, problem(tests, right), right, right) == (["", ""], [1, 1])


def test_an_own_class_that_gives_plain_data_costs_one_run_of_the_reference(judge: SeparateJudge) -> None:
    tests = "p = P(2)\nassert p.x == 2\nassert p.twice() == 4\n"
    right = "class P:\n    def __init__(self, x): self.x = x\n    def twice(self): return 2 * self.x\n"

    notes, runs = controlled(judge, problem(tests, right, entry_point="P"), right, right, right)

    assert (notes, runs) == (["", "", ""], [2, 1, 1])


def test_what_the_reference_shows_is_kept_for_the_next_candidate(judge: SeparateJudge) -> None:
    notes, runs = controlled(judge, VECTOR.problem, VECTOR.reference, VECTOR.reference)

    assert notes == ["", ""]
    assert runs[1] < runs[0]
    assert 3 <= runs[1] <= 2 + MORE_COINS + SIMILAR_RUNS  # one of them asks its objects again


def test_without_a_reference_the_trial_says_that_there_was_no_control(judge: SeparateJudge) -> None:
    given = Problem("p", Suite("Vector", VECTOR.tests))

    trial = judge.judge(given, Candidate(VECTOR.reference))

    assert trial.verdict is PASSED
    assert trial.detail.startswith("no control: what the candidate itself gives decides 3 of 3 cases, and there is no")


def test_where_no_literal_can_change_the_trial_says_so(judge: SeparateJudge) -> None:
    right = "class P:\n    def __eq__(self, o): return isinstance(o, P)\n"

    trial = judge.judge(problem("assert P() == P()\n", right, entry_point="P"), Candidate(right))

    assert trial.verdict is PASSED
    assert trial.detail == (
        "no control: what the candidate itself gives decides 1 of 1 cases in which no value could be changed"
    )


PAIR = """
class Pair:
    def __init__(self, a, b): self.a, self.b = a, b
    def __eq__(self, o): return {}
def swap(p): return {}
"""
EXACT = "(self.a, self.b) == (o.a, o.b)"


@pytest.mark.parametrize(
    "tests", ["assert swap(Pair(1, 2)) == Pair(2, 1)", "assert swap(Pair(a=1, b=2)) == Pair(a=2, b=1)"]
)
@pytest.mark.parametrize(
    ("equal", "swapped", "noted"),
    [
        (EXACT, "Pair(p.b, p.a)", False),
        ("not (self.a - o.a or self.b - o.b)", "Pair(p.b, p.a)", False),
        ("self.a + self.b == o.a + o.b", "p", True),
        ("{self.a, self.b} == {o.a, o.b}", "p", True),
    ],
)
def test_an_equality_that_looks_at_a_part_of_the_values_is_noted(
    judge: SeparateJudge, tests: str, equal: str, swapped: str, noted: bool
) -> None:
    given = problem(tests, PAIR.format(EXACT, "Pair(p.b, p.a)"), "Pair", entry_point="swap")

    trial = judge.judge(given, Candidate(PAIR.format(equal, swapped)))

    assert trial.verdict is PASSED or noted
    assert ("weak control: " in trial.detail) == (noted and trial.verdict is PASSED)


def test_objects_that_break_off_when_they_are_asked_again_are_noted(judge: SeparateJudge) -> None:
    given = problem(
        "assert swap(Pair(1, 2)) == Pair(2, 1)", PAIR.format(EXACT, "Pair(p.b, p.a)"), "Pair", entry_point="swap"
    )
    source = "asked = []\n" + PAIR.format(
        f"asked.append(1) or (len(asked) > 2 and __import__('os')._exit(0)) or {EXACT}", "Pair(p.b, p.a)"
    )

    assert (
        judge.judge(given, Candidate(source)).detail
        == "weak control: it breaks off where objects are asked again, or made of similar data"
    )


def test_a_liar_by_dice_seldom_passes(judge: SeparateJudge) -> None:
    """It passes the published tests in most trials; the control leaves it a chance of 1 in 2 per coin, 7 times."""
    liar = LIARS["equality by dice"].replace("NAME", "Vector").replace("0.9", "0.5")
    trials = [judge.judge(VECTOR.problem, Candidate(liar)) for _ in range(40)]

    assert sum(trial.verdict is PASSED for trial in trials) <= 2


@pytest.mark.parametrize(
    ("tests", "names", "source", "note"),
    [
        ("assert abs(f(2) - 1.4142) < EPSILON\n", ("EPSILON",), "EPSILON = 1e9\ndef f(x): return 5\n",
         "EPSILON is 1000000000.0, of the reference 0.001"),
        ("assert near(f(2), 1.4142)\n", ("near",), "def near(a, b): return True\ndef f(x): return 5\n",
         "not defined as in the reference, and used by the tests: near"),
        ("y = f(2)\nassert near(y, 1.4142)\n", ("near",), "near = lambda a, b: True\ndef f(x): return 5\n",
         "not defined as in the reference, and used by the tests: near"),
        ("assert f(4) == SIZES[0]\n", ("SIZES",), "SIZES = [7]\ndef f(x): return 7\n",
         "SIZES is [7], of the reference [2.0]"),
    ],
)  # fmt: skip
def test_names_of_the_candidates_that_differ_are_noted(
    judge: SeparateJudge, tests: str, names: tuple[str, ...], source: str, note: str
) -> None:
    reference = (
        "EPSILON = 1e-3\nSIZES = [2.0]\ndef near(a, b): return abs(a - b) < EPSILON\ndef f(x): return x ** 0.5\n"
    )
    given = problem(tests, reference, *names)

    assert judge.judge(given, Candidate(reference)).detail == ""
    assert judge.judge(given, Candidate(source)).detail == note


@pytest.mark.parametrize("text", ["10", "2.5", "'Ab 1'", "7", "0", "'x'"])
def test_another_value_has_the_same_form(text: str) -> None:
    others = {other_value(text, random.Random(seed)) for seed in range(30)}

    assert text not in others
    assert {len(other) for other in others if other is not None} == {len(text)}


def test_a_library_that_earlier_tests_imported_changes_no_verdict(judge: SeparateJudge) -> None:
    pytest.importorskip("pandas")
    frames = Suite("total", "import pandas as pd\nassert total(pd.Series([1, 2])) == 3\n")
    suites = {
        "pattern": Suite("word", "assert word('cat').sub('dog', 'a cat') == 'a dog'\n"),  # a frame has `sub`, too
        "mean": Suite("stats", "assert stats([1, 2, 3]).mean() == 2\n"),
        "difference": Suite("stats", "assert stats(2).sub(1).abs().max() == 0\n"),
    }
    program = (
        "import re\nclass Own:\n    def mean(self): return 2\n    def sub(self, other): return self\n"
        "    def abs(self): return self\n    def max(self): return 0\n"
        "def word(text): return re.compile(text)\ndef stats(x): return Own()\n"
    )

    before = [judge.judge(Problem(name, suite), Candidate(program)).verdict for name, suite in suites.items()]
    frame = judge.judge(Problem("f", frames), Candidate("def total(series):\n    return int(series.sum())\n"))
    after = [judge.judge(Problem(name, suite), Candidate(program)).verdict for name, suite in suites.items()]

    assert frame.verdict is Verdict.PASSED
    assert before == after == [Verdict.PASSED, Verdict.PASSED, Verdict.FAILED]


def test_methods_of_arrays_and_frames_are_names_of_data() -> None:
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    python = (str, list, dict, float, memoryview, datetime.datetime, pathlib.PurePath)
    kinds = (*python, numpy.ndarray, pandas.DataFrame, pandas.Series, pandas.Index)

    public = {name for kind in kinds for name in dir(kind) if name[0] != "_" and callable(getattr(kind, name, None))}

    assert public - DATA_NAMES == set()
