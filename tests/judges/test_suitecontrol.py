"""The control of suites in which objects of the candidate's own decide, and what a trial says where there is none."""

from __future__ import annotations

import datetime
import pathlib
import random
from collections.abc import Iterator

import pytest

from assay.judges.separate import SeparateJudge
from assay.judges.suitecontrol import MAY_DECIDE, MORE_COINS, ControlledSuite, other_value
from assay.judges.suiterun import SuiteRun
from assay.judges.suites import PlannedSuite
from assay.records import Candidate, CaseStatus, Limits, Problem, Suite, SuiteStyle, Verdict
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
    style = SuiteStyle.UNITTEST if "TestCase" in tests else SuiteStyle.ASSERTS
    return Problem("p", Suite(entry_point, tests, style, names=names), reference=reference)


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

    assert notes == [MAY_DECIDE.format(3, 3)] * 2
    assert runs[1] < runs[0]
    assert 3 <= runs[1] <= 2 + MORE_COINS  # one of them asks its objects again


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
    ("equal", "swapped"),
    [
        (EXACT, "Pair(p.b, p.a)"),
        ("self.a + self.b == o.a + o.b", "p"),
        ("{self.a, self.b} == {o.a, o.b}", "p"),
    ],
)
def test_a_pass_that_objects_of_its_own_decide_says_so(judge: SeparateJudge, equal: str, swapped: str) -> None:
    tests = "assert swap(Pair(1, 2)) == Pair(2, 1)\nassert swap(Pair(1, 2)).a == 2\n"
    given = problem(tests, PAIR.format(EXACT, "Pair(p.b, p.a)"), "Pair", entry_point="swap")

    trial = judge.judge(given, Candidate(PAIR.format(equal, swapped)))

    assert (trial.verdict is PASSED) == (swapped != "p")
    assert (trial.detail == MAY_DECIDE.format(1, 2)) == (trial.verdict is PASSED)


@pytest.mark.parametrize(
    ("test", "noted"),
    [
        ("assert str(Light.RED) == 'Light.RED'", False),
        ("assert list(steps(3)) == [0, 1, 2]", False),
        ("assert turn(Light.RED).value == 2", False),
        ("assert turn(turn(Light.RED)).value == 1", True),
        ("assert turn(Light.RED) is Light.GREEN", True),
        ("same = turn(Light.RED) is Light.GREEN\nassert same", True),
        ("assert isinstance(turn(Light.RED), Light)", False),
        ("assert [turn(Light.RED)].index(Light.GREEN) == 0", True),
        ("assert Light(2) is Light.GREEN", True),
    ],
)
def test_a_pass_in_which_tests_may_ask_which_object_it_is_says_so(judge: SeparateJudge, test: str, noted: bool) -> None:
    light = "import enum\nclass Light(enum.Enum):\n    RED = 1\n    GREEN = 2\ndef turn(l): return Light(3 - l.value)\n"
    light += "def steps(n): yield from range(n)\n"
    tests = "def test():\n" + "".join(f"    {line}\n" for line in test.split("\n")) + "test()\n"

    trial = judge.judge(problem(tests, light, "Light", "steps", entry_point="turn"), Candidate(light))

    assert trial.verdict is PASSED
    assert ("control: " in trial.detail) == noted


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


GUARD = "class guard:\n    def __enter__(self): return {0}\n    def __exit__(self, *a): return {1}\n"
RAISES = "with guard() as v:\n    if v != 3: raise ValueError('wrong')\n"
SUPPRESSES = "with guard() as v:\n    raise ValueError('on purpose')\n"


def kept(judge: SeparateJudge, tests: str, right: str, source: str) -> tuple[list[bool], str]:
    """Judge a candidate; return which cases pass, and the detail of its trial."""
    trial = judge.judge(problem(tests, right, entry_point="guard"), Candidate(source))
    return [outcome.passed for outcome in trial.outcomes], trial.detail


def test_a_block_keeps_an_exception_of_the_tests_only_where_that_of_the_reference_does(judge: SeparateJudge) -> None:
    right, wrong = GUARD.format(3, True), GUARD.format(4, True)

    assert kept(judge, SUPPRESSES, right, GUARD.format(3, "a[0] is ValueError"))[0] == [True]
    assert kept(judge, SUPPRESSES + RAISES, right, wrong)[0] == [True, False]
    assert kept(judge, SUPPRESSES + RAISES, "", wrong)[1].startswith("no control: ")
    assert kept(judge, SUPPRESSES, GUARD.format(3, False), right)[1].startswith("no control: ")


def test_in_one_case_a_block_keeps_no_more_than_that_of_the_reference(judge: SeparateJudge) -> None:
    tests = "import unittest\nclass T(unittest.TestCase):\n    def test_guard(self):\n"
    tests += "".join(f"        {line}\n" for line in (SUPPRESSES + RAISES).splitlines())

    assert kept(judge, tests, GUARD.format(3, True), GUARD.format(3, True))[0] == [True]
    assert kept(judge, tests, GUARD.format(3, True), GUARD.format(4, True))[0] == [False]


def test_what_the_end_of_a_class_of_tests_finds_is_not_kept_either(judge: SeparateJudge) -> None:
    tests = (
        "import unittest\nclass T(unittest.TestCase):\n    def test_guard(self):\n        self.assertIsNotNone(guard)\n"
    )
    tests += "    @classmethod\n    def tearDownClass(cls):\n"
    tests += "".join(f"        {line}\n" for line in RAISES.splitlines())

    assert kept(judge, tests, GUARD.format(3, True), GUARD.format(4, True))[0] == [False, False]


@pytest.mark.parametrize("found", ["raise AssertionError(i)", "pytest.fail('wrong')", "pytest.skip('wrong')"])
def test_a_callback_is_heard_unless_the_reference_keeps_what_it_finds(judge: SeparateJudge, found: str) -> None:
    tests = f"import pytest\ndef look(i):\n    if i != 1: {found}\ndef test():\n    assert guard(look) is None\n"
    right, wrong = [f"def guard(call): call({i})\n" for i in (1, 2)]
    keeps = "def guard(call):\n    try: call(2)\n    except BaseException: pass\n"

    assert kept(judge, tests, right, keeps)[0] == kept(judge, tests, right, wrong)[0] == [False]
    assert kept(judge, tests, keeps, keeps)[0] == [True]
    assert kept(judge, tests, "", keeps)[1].startswith("no control: ")


TESTED = """
import unittest, unittest.mock
class T(unittest.IsolatedAsyncioTestCase):
    @traced
    def setUp(self): self.wanted = 3
    @traced
    def test_add(self): self.assertEqual(add(1, 2), self.wanted)
    @traced
    async def test_later(self): self.assertEqual(add(2, 2), 4)
    @unittest.mock.patch('time.time')
    @traced
    def test_patched(self, clock): self.assertEqual(add(2, 3), 5)
    @traced
    @unittest.mock.patch('time.time')
    def test_patched_within(self, clock): self.assertEqual(add(2, 4), 6)
"""
WRAPS = """
import functools, inspect
def traced(f):
    {0}
    @functools.wraps(f)
    def inner(*a, **k): {1}
    return inner
def add(a, b): return a + b
"""
FAKE = """
class Fake:
    wanted = 3
    def assertEqual(self, *a): pass
"""


def decorated(judge: SeparateJudge, source: str, tests: str = TESTED, reference: str = "") -> list[bool]:
    given = problem(tests, reference, "traced", entry_point="add")
    return [outcome.passed for outcome in judge.judge(given, Candidate(source)).outcomes]


def test_a_decorator_of_the_candidates_that_runs_the_tests_passes(judge: SeparateJudge) -> None:
    plain = "def traced(f): return f\ndef add(a, b): return a + b\n"
    wraps = WRAPS.format(
        "@functools.wraps(f)\n    async def later(*a): return await f(*a)\n"
        "    if inspect.iscoroutinefunction(f): return later",
        "return print(a) or f(*a, **k)",
    )

    assert decorated(judge, plain) == [True] * 4
    assert decorated(judge, wraps) == decorated(judge, wraps, reference=plain) == [True] * 4


@pytest.mark.parametrize(
    "body",
    ["pass", "return f(Fake(), *a[1:]) if a[1:] else f(Fake())", "f", "return add", "return f(f, *a[1:])"],
)
def test_a_decorator_of_the_candidates_that_does_not_run_the_very_test_fails_it(
    judge: SeparateJudge, body: str
) -> None:
    assert True not in decorated(judge, FAKE + WRAPS.format("pass", body).replace("a + b", "0"))


def test_a_decorator_of_the_candidates_does_not_run_a_test_of_another_class_instead(judge: SeparateJudge) -> None:
    case = "class {0}(unittest.TestCase):\n    @traced\n    def test_add(self): self.assertEqual(add(1, 2), {1})\n"
    tests = "import unittest\n" + case.format("T", 3) + case.format("U", 4)
    first = "first = []\ndef traced(f):\n    first.append(f)\n    return lambda *a: first[0](*a)\n"

    assert decorated(judge, first + "def add(a, b): return a + b\n", tests) == [True, False]
    assert decorated(judge, first.replace("0", "-1") + "def add(a, b): return 4\n", tests) == [False, True]


def test_a_function_of_the_tests_that_the_candidate_decorates_is_run(judge: SeparateJudge) -> None:
    tests = "import asyncio\n@traced\ndef test_add(): assert add(1, 2) == 3\ntest_add()\n"
    tests += "@traced\nasync def test_later(): assert add(2, 2) == 4\nasyncio.run(test_later())\n"
    later = "import asyncio\n    async def later(*a): {0}\n    if f.__name__ == 'test_later': return later"

    assert decorated(judge, WRAPS.format(later.format("return await f(*a)"), "return f(*a)"), tests) == [True, True]
    assert decorated(judge, WRAPS.format(later.format("f(*a)"), "pass"), tests) == [False, False]


def test_what_looks_into_an_object_of_the_tests_is_not_judged(judge: SeparateJudge) -> None:
    trial = judge.judge(
        problem(TESTED, "", "traced", entry_point="add"), Candidate(WRAPS.format("pass", "return a[0].wanted"))
    )

    assert {outcome.status for outcome in trial.outcomes} == {CaseStatus.NOT_RUN}


SLUG = "class Slug(str):\n    def words(self): return self.split('-')\n{0}def f(t): return Slug(t)\n"
WORDS = "    def upper(self): return Slug('AB')\n"


def test_text_with_methods_is_text_where_the_reference_gives_text(judge: SeparateJudge) -> None:
    given = problem("import re\nassert re.sub('b', 'x', f('abc')) == 'axc'\n", "def f(t): return t")
    wrong = SLUG.format("").replace("Slug(t)", "Slug('ABC')")

    assert judge.judge(given, Candidate(SLUG.format(""))).verdict is PASSED
    assert judge.judge(given, Candidate(wrong)).verdict is not PASSED


def test_text_with_methods_keeps_them_where_that_of_the_reference_has_them(judge: SeparateJudge) -> None:
    given = problem("assert f('a-b').words() == ['a', 'b']\nassert f('ab').upper() == 'AB'\n", SLUG.format(WORDS))

    assert judge.judge(given, Candidate(SLUG.format(WORDS))).verdict is PASSED


PRICE = "class Price(float):\n    def tax(self): return self * 0.2\n{0}def f(n): return Price(n * 1.5)\n"


@pytest.mark.parametrize("tests", ["assert f(2) + f(4) == 9.0\n", "assert sum([f(2), f(4)]) == 9.0\n"])
def test_an_operator_of_the_data_in_two_objects_gives_data(judge: SeparateJudge, tests: str) -> None:
    given = problem(tests, "")
    adds = "    def __add__(self, o): return Price(float(self) + float(o))\n    __radd__ = __add__\n"

    assert judge.judge(given, Candidate(PRICE.format(""))).verdict is PASSED
    assert judge.judge(given, Candidate(PRICE.format(adds))).verdict is PASSED
    assert judge.judge(given, Candidate(PRICE.format("").replace("1.5", "2"))).verdict is not PASSED


def test_the_identity_of_an_object_is_the_same_in_one_case(judge: SeparateJudge) -> None:
    given = problem("assert id(f(1)) == id(f(1)) != id(f(2))\n", "")
    right = "class A: pass\nmade = {1: A(), 2: A()}\nf = lambda n: made[n]\n"

    assert judge.judge(given, Candidate(right)).verdict is PASSED
    assert judge.judge(given, Candidate(right.replace("made[n]", "made[1]"))).verdict is not PASSED


def test_a_candidate_awaits_a_function_of_the_tests(judge: SeparateJudge) -> None:
    tests = "import asyncio\nasync def twice(n):\n    await asyncio.sleep(0)\n    return n * 2\n"
    given = problem(tests + "assert asyncio.run(f(twice, 3)) == 6\n", "")

    assert judge.judge(given, Candidate("async def f(call, n): return await call(n)\n")).verdict is PASSED
    assert judge.judge(given, Candidate("async def f(call, n): return await call(0)\n")).verdict is not PASSED


def test_a_table_whose_index_has_several_levels_is_data(judge: SeparateJudge) -> None:
    pytest.importorskip("pandas")
    right = "import pandas as pd\ndef counted(d): return pd.DataFrame(d).value_counts()\n"
    given = problem("assert counted({'a': [1, 1]}).tolist() == [2]\n", right, entry_point="counted")

    trial = judge.judge(given, Candidate(right))

    assert (trial.verdict, trial.detail) == (PASSED, "")
