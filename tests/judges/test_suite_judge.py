# ruff: noqa: E501
# Tables of test code, one row each
"""Suites judged by real processes: every case its own outcome, nothing left behind, nothing forged."""

from __future__ import annotations

import os
import signal
import textwrap
import threading
from collections.abc import Iterator

import pytest

from assay.errors import InvalidProblem
from assay.judges.separate import SeparateJudge
from assay.records import (
    Candidate,
    Case,
    Cases,
    CaseStatus,
    Comparator,
    Limits,
    Problem,
    Suite,
    SuiteStyle,
    SuspicionKind,
    Trial,
    Verdict,
)
from assay.sandbox.warm import WarmPython

LIMITS = Limits(seconds=1, memory_bytes=400 * 2**20)
PASSED, FAILED, CRASHED, SKIPPED = CaseStatus.PASSED, CaseStatus.FAILED, CaseStatus.CRASHED, CaseStatus.SKIPPED
TIMED_OUT, NOT_RUN, MEMORY = CaseStatus.TIMED_OUT, CaseStatus.NOT_RUN, CaseStatus.OUT_OF_MEMORY


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, LIMITS) as made:
        yield made


def problem(tests: str, style: SuiteStyle = SuiteStyle.ASSERTS, **more: object) -> Problem:
    """A problem whose tests run in a process of their own: where they take names, nothing is recorded as data."""
    names = ("f", *more.pop("names", ()))  # type: ignore[misc]  # the names of a suite
    suite = Suite("f", textwrap.dedent(tests), style, names=names, **more)  # type: ignore[arg-type]  # the fields of a suite
    return Problem("p", suite)


def judged(
    judge: SeparateJudge, tests: str, source: str, style: SuiteStyle = SuiteStyle.ASSERTS, **more: object
) -> Trial:
    """In the judge's process: a name for the entry point keeps a suite of assertions from being taken for data."""
    if style is SuiteStyle.ASSERTS:
        tests = f"kept = f\n{tests}"
    trial = judge.judge(problem(tests, style, **more), Candidate(textwrap.dedent(source)))
    assert trial.fault == ""
    return trial


def statuses(trial: Trial) -> list[CaseStatus]:
    return [outcome.status for outcome in trial.outcomes]


def kinds(trial: Trial) -> set[SuspicionKind]:
    return {suspicion.kind for suspicion in trial.suspicions}


# ---- outcomes ------------------------------------------------------------------------------------------------------

LISTED = """
import math
assert f(1) == math.floor(1.5)
x = f(2)
assert x == 2
assert f(3) == 0, "three"
assert f(4) == len("abcd")
for i in range(5):
    assert f(i) == i
"""
SOURCE = """
def f(x):
    if x == 3: return 3
    if x == 4: raise KeyError(x)
    return x
"""


def test_every_assertion_has_an_outcome_of_its_own(judge: SeparateJudge) -> None:
    trial = judged(judge, LISTED, SOURCE)

    assert statuses(trial) == [PASSED, PASSED, FAILED, CRASHED, CRASHED]
    assert [outcome.name for outcome in trial.outcomes][:2] == ["assert f(1) == math.floor(1.5)", "assert x == 2"]
    assert trial.outcomes[2].error == "AssertionError: three"
    assert trial.outcomes[3].error == "KeyError: 4\nline 4, in f"
    assert trial.verdict is Verdict.FAILED


def test_check_is_taken_apart(judge: SeparateJudge) -> None:
    tests = "def check(g):\n    y = [1]\n    assert g(y) == [1]\n    assert g(2) < 2\n    assert len(g('ab')) == 2\n"
    trial = judged(judge, tests, "def f(x): return x", SuiteStyle.CHECK)

    assert statuses(trial) == [PASSED, FAILED, PASSED]


def test_a_check_that_returns_is_one_case(judge: SeparateJudge) -> None:
    tests = "def check(g):\n    if g(1) == 1:\n        return\n    assert False\n"

    assert statuses(judged(judge, tests, "def f(x): return x", SuiteStyle.CHECK)) == [PASSED]
    assert statuses(judged(judge, tests, "def f(x): return 2", SuiteStyle.CHECK)) == [FAILED]


def test_a_preparation_that_fails_is_told_with_the_first_case_that_needed_it(judge: SeparateJudge) -> None:
    tests = "assert f(1) == len('a')\nx = f(0)\nassert x == 1\nassert f(1) == 1\n"
    trial = judged(judge, tests, "def f(x): return 1 // x")

    assert statuses(trial) == [PASSED, CRASHED, NOT_RUN]
    assert "x = f(0)" in trial.outcomes[1].error
    assert trial.verdict is Verdict.CRASHED


def test_a_preparation_behind_the_last_case_must_not_fail_either(judge: SeparateJudge) -> None:
    trial = judged(judge, "assert f(1) == len('a')\nx = f(0)\n", "def f(x): return 1 // x")

    assert statuses(trial) == [PASSED, CRASHED]


def test_a_preparation_that_does_not_end_is_a_timeout(judge: SeparateJudge) -> None:
    trial = judged(
        judge, "assert f(1) == len('a')\nx = f(0)\nassert x == 1\n", "def f(x):\n while not x: pass\n return 1"
    )

    assert statuses(trial) == [PASSED, TIMED_OUT]
    assert trial.verdict is Verdict.TIMED_OUT


def test_a_prelude_that_fails_is_the_problems_fault(judge: SeparateJudge) -> None:
    with pytest.raises(InvalidProblem, match="no_such_module"):
        judged(judge, "assert f(1) == len('a')", "def f(x): return x", prelude="import no_such_module")
    assert statuses(judged(judge, "assert f(1) == len('a')", "def f(x): return x")) == [PASSED]


def test_names_that_the_candidate_takes_away_later_are_missed(judge: SeparateJudge) -> None:
    source = "def f(x): return x\nimport sys, threading\nhelper = 1\ndel f.__doc__\n"
    trial = judged(judge, "assert f(1) == helper", source + "globals().pop('helper')", names=("helper",))

    assert trial.verdict is Verdict.INVALID


def test_builtins_that_the_candidate_redefines_are_not_the_tests(judge: SeparateJudge) -> None:
    source = """
    def f(x): return [9]
    len = sorted = set = lambda *a: 1
    all = any = isinstance = lambda *a: True
    """
    trial = judged(judge, "assert len(f(1)) == 5\nassert sorted(f(1)) == 1\nassert isinstance(f(1), dict)", source)

    assert statuses(trial) == [FAILED, FAILED, FAILED]


# ---- unittest ------------------------------------------------------------------------------------------------------


def test_unittest_classes_run_with_their_fixtures(judge: SeparateJudge) -> None:
    tests = """
    import unittest
    log = []
    def setUpModule(): log.append("module")
    class A(unittest.TestCase):
        @classmethod
        def setUpClass(cls): cls.shared = f(1)
        def setUp(self):
            self.own = f(2)
            self.addCleanup(log.append, "cleaned")
        def tearDown(self): log.append("down")
        def test_b(self): self.assertEqual((self.shared, self.own), (2, 3))
        def test_a(self): self.assertEqual(log, ["module"])
        def test_c(self): self.assertEqual(log.count("down"), 2)
        def test_d(self): self.assertIn("cleaned", log)
    class B(A):
        def test_z(self): self.assertRaises(TypeError, f, None)
    """
    trial = judged(judge, tests, "def f(x): return x + 1", SuiteStyle.UNITTEST)

    assert [outcome.name for outcome in trial.outcomes][:5] == [
        "A.test_a", "A.test_b", "A.test_c", "A.test_d", "B.test_a",
    ]  # fmt: skip
    assert statuses(trial) == [PASSED] * 4 + [FAILED, PASSED, FAILED, PASSED, PASSED]


def test_only_a_success_is_a_pass(judge: SeparateJudge) -> None:
    tests = """
    import unittest
    class A(unittest.TestCase):
        def test_a_success(self): self.assertEqual(f(1), 1)
        def test_b_failure(self): self.assertEqual(f(1), 2)
        def test_c_error(self): f(None) + 1
        def test_d_raised(self): f("raise")
        @unittest.skip("not now")
        def test_e_skip(self): pass
        def test_f_skips_itself(self): raise unittest.SkipTest("later")
        @unittest.expectedFailure
        def test_g_expected(self): self.assertEqual(f(1), 2)
        @unittest.expectedFailure
        def test_h_unexpected(self): self.assertEqual(f(1), 1)
        def test_i_subtests(self):
            for i in range(3):
                with self.subTest(i=i):
                    self.assertNotEqual(f(i), 1)
        def test_j_subtests(self):
            for i in range(3):
                with self.subTest(i=i):
                    self.assertEqual(f(i), i)
        def test_k_exit(self): raise SystemExit(0)
        def test_l_interrupt(self): raise KeyboardInterrupt
        def test_m_after(self): self.assertEqual(f(1), 1)
        def test_n_cleanup(self): self.addCleanup(f, "raise")
    @unittest.skip("the whole class")
    class B(unittest.TestCase):
        def test_a(self): pass
    """
    source = "def f(x):\n if x == 'raise': raise ValueError(x)\n return x"
    trial = judged(judge, tests, source, SuiteStyle.UNITTEST)

    assert [(outcome.name[2:8], outcome.status) for outcome in trial.outcomes] == [
        ("test_a", PASSED),
        ("test_b", FAILED),
        ("test_c", FAILED),
        ("test_d", CRASHED),
        ("test_e", SKIPPED),
        ("test_f", SKIPPED),
        ("test_g", FAILED),
        ("test_h", FAILED),
        ("test_i", FAILED),
        ("test_j", PASSED),
        ("test_k", FAILED),
        ("test_l", FAILED),
        ("test_m", PASSED),
        ("test_n", CRASHED),
        ("test_a", SKIPPED),
    ]


@pytest.mark.parametrize("fixture", ["setUpClass", "tearDownClass", "setUpModule", "tearDownModule"])
@pytest.mark.parametrize(
    ("act", "status"),
    [("raise ValueError", CRASHED), ("import sys; sys.exit()", CRASHED), ("import os; os._exit(0)", CRASHED)],
)
def test_a_fixture_that_fails_is_no_pass(judge: SeparateJudge, fixture: str, act: str, status: CaseStatus) -> None:
    module = fixture.endswith("Module")
    tests = f"""
    import unittest
    {"def " + fixture + "(): f(0)" if module else "pass"}
    class A(unittest.TestCase):
        {"@classmethod" if not module else ""}
        def {fixture if not module else "unused"}(*a): f(0)
        def test_a(self): pass
        def test_b(self): pass
    class B(unittest.TestCase):
        def test_a(self): pass
    """
    trial = judged(judge, tests, f"def f(x): {act}", SuiteStyle.UNITTEST)

    assert status in statuses(trial)
    assert trial.verdict is Verdict(status.value)


@pytest.mark.parametrize(
    "fixture", ["tearDownClass", "tearDownModule", "class clean-up", "module clean-up", "clean-up"]
)
@pytest.mark.parametrize("act", ["os._exit(0)", "os.write(3, b'x' * 99)", "[0] * 2_000_000"])
def test_what_a_fixture_swallows_after_the_last_test_is_no_pass(judge: SeparateJudge, fixture: str, act: str) -> None:
    tests = f"""
    import unittest
    def swallow(*a):
        try:
            f(1)
        except: pass
    {"tearDownModule = swallow" if fixture == "tearDownModule" else ""}
    class A(unittest.TestCase):
        {"tearDownClass = classmethod(swallow)" if fixture == "tearDownClass" else ""}
        def test_a(self):
            self.assertEqual(f(0), 0)
            {"self.addClassCleanup(swallow)" if fixture == "class clean-up" else ""}
            {"unittest.addModuleCleanup(swallow)" if fixture == "module clean-up" else ""}
            {"self.addCleanup(swallow)" if fixture == "clean-up" else ""}
    """
    source = f"import os\ndef f(x): return {act} if x else 0"
    trial = judged(judge, tests, source, SuiteStyle.UNITTEST)

    assert trial.verdict is not Verdict.PASSED
    assert judged(judge, tests, "def f(x): return 0", SuiteStyle.UNITTEST).verdict is Verdict.PASSED


def test_a_class_without_its_fixture_does_not_take_the_next_one_with_it(judge: SeparateJudge) -> None:
    tests = """
    import unittest
    class A(unittest.TestCase):
        @classmethod
        def setUpClass(cls): f(None)
        def test_a(self): pass
        def test_b(self): pass
    class B(unittest.TestCase):
        def test_a(self): self.assertEqual(f(1), 2)
    """
    trial = judged(judge, tests, "def f(x): return x + 1", SuiteStyle.UNITTEST)

    assert statuses(trial) == [CRASHED, CRASHED, PASSED]


def test_async_tests_run(judge: SeparateJudge) -> None:
    tests = """
    import unittest
    class A(unittest.IsolatedAsyncioTestCase):
        async def asyncSetUp(self): self.x = await f(1)
        async def test_a(self): self.assertEqual(await f(self.x), 3)
        async def test_b(self): self.assertEqual(await f(1), 3)
        async def test_c(self):
            with self.assertRaises(TypeError):
                await f("a")
    """
    trial = judged(judge, tests, "async def f(x): return x + 1", SuiteStyle.UNITTEST)

    assert statuses(trial) == [PASSED, FAILED, PASSED]


def test_tests_that_are_made_while_they_run_count_too(judge: SeparateJudge) -> None:
    tests = """
    import unittest
    class A(unittest.TestCase):
        def test_0(self): self.assertEqual(f(0), 0)
    for i in range(1, 4):
        setattr(A, f"test_{i}", lambda self, i=i: self.assertEqual(f(i), i))
    unittest.main()
    """

    assert statuses(judged(judge, tests, "def f(x): return x", SuiteStyle.UNITTEST)) == [PASSED] * 4
    assert judged(judge, tests, "def f(x): return x", SuiteStyle.UNITTEST).verdict is Verdict.PASSED
    assert judged(judge, tests, "def f(x): return min(x, 2)", SuiteStyle.UNITTEST).verdict is Verdict.FAILED


def test_after_a_test_that_loses_the_process_no_other_is_run(judge: SeparateJudge) -> None:
    tests = """
    import unittest
    class A(unittest.TestCase):
        def setUp(self): self.x = f(1)
        def test_a(self): self.assertEqual(self.x, 1)
        def test_b(self):
            try: f(0)
            except BaseException: pass
        def test_c(self): self.assertEqual(self.x, 1)
        def test_d(self): self.assertEqual(self.x, 1)
    """
    source = "import os\ndef f(x):\n if not x: os._exit(0)\n return x"
    trial = judged(judge, tests, source, SuiteStyle.UNITTEST)

    assert statuses(trial) == [PASSED, CRASHED, NOT_RUN, NOT_RUN]
    assert kinds(trial) == {SuspicionKind.EARLY_EXIT}


# ---- the budget ----------------------------------------------------------------------------------------------------

MANY = "\n".join(f"assert f({i}) == len('{'x' * i}')" for i in range(8))


def test_a_candidate_uses_its_time_once(judge: SeparateJudge) -> None:
    trial = judged(judge, MANY, "def f(x):\n while x > 1: pass\n return x")

    assert statuses(trial) == [PASSED, PASSED, TIMED_OUT, *[NOT_RUN] * 5]
    assert len(trial.executions) == 1
    assert trial.verdict is Verdict.TIMED_OUT


def test_after_the_end_of_the_process_no_case_is_run(judge: SeparateJudge) -> None:
    trial = judged(judge, MANY, "import os\ndef f(x):\n if x == 3: os.abort()\n return x if x != 1 else 5")

    assert statuses(trial) == [PASSED, FAILED, PASSED, CRASHED, *[NOT_RUN] * 4]
    assert len(trial.executions) == 1
    assert trial.outcomes[4].error == "its process was over before"


@pytest.mark.parametrize("style", [SuiteStyle.ASSERTS, SuiteStyle.UNITTEST])
def test_the_first_failure_is_enough_where_that_is_asked_for(judge: SeparateJudge, style: SuiteStyle) -> None:
    tests = MANY
    if style is SuiteStyle.UNITTEST:
        methods = "\n".join(f"    def test_{i}(self): {line}" for i, line in enumerate(MANY.splitlines()))
        tests = f"import unittest\nclass A(unittest.TestCase):\n{methods}"
    with SeparateJudge(judge.sandbox, LIMITS, first_failure=True) as hasty:
        for _ in range(2):
            trial = judged(hasty, tests, "def f(x): return x if x != 2 else 5", style)
            assert statuses(trial) == [PASSED, PASSED, FAILED, *[NOT_RUN] * 5]
            assert (trial.verdict, trial.suspicions) == (Verdict.FAILED, ())


def test_a_candidate_that_loads_only_once_is_judged_by_what_it_did(judge: SeparateJudge) -> None:
    source = "import os\nx = open('mark', 'w')\ndef f(x):\n if x == 2: os._exit(1)\n return x"
    trial = judged(judge, MANY, source)

    assert statuses(trial)[:3] == [PASSED, PASSED, CRASHED]
    assert trial.verdict is Verdict.CRASHED


def test_two_judges_may_share_a_sandbox(judge: SeparateJudge) -> None:
    with SeparateJudge(judge.sandbox, LIMITS) as other:
        for either in (judge, other, judge, other):
            assert statuses(judged(either, MANY, "def f(x): return x")) == [PASSED] * 8


def test_a_case_has_its_own_limit() -> None:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=20, case_seconds=0.5)) as patient:
        trial = judged(patient, MANY, "import time\ndef f(x):\n if x == 1: time.sleep(30)\n return x")

    assert statuses(trial) == [PASSED, TIMED_OUT, *[NOT_RUN] * 6]


# ---- the judge's process -------------------------------------------------------------------------------------------


def test_a_judges_process_that_is_killed_between_candidates_is_replaced(judge: SeparateJudge) -> None:
    for _ in range(3):
        assert statuses(judged(judge, MANY, "def f(x): return x")) == [PASSED] * 8
        os.kill(judge.host.pid, signal.SIGKILL)


def test_a_judges_process_that_is_killed_while_it_works_is_replaced(judge: SeparateJudge) -> None:
    tests = "import time\n" + "\n".join(f"time.sleep(0.05)\nassert f({i}) == len({'x' * i!r})" for i in range(6))
    expected = statuses(judged(judge, tests, "def f(x): return x"))
    pid = judge.host.pid
    killer = threading.Timer(0.15, os.kill, (pid, signal.SIGKILL))
    killer.start()
    trial = judged(judge, tests, "def f(x): return x")
    killer.join()

    assert statuses(trial) == expected
    assert trial.verdict is Verdict.PASSED
    assert judge.host.pid != pid


def test_a_candidate_in_whose_hands_the_judges_process_always_dies_does_not_pass(judge: SeparateJudge) -> None:
    trial = judged(judge, "import os\nassert f(1) or os._exit(0)\nassert f(1) == 0", "def f(x): return 0")

    assert statuses(trial) == [CRASHED, NOT_RUN]
    assert statuses(judged(judge, MANY, "def f(x): return x")) == [PASSED] * 8


@pytest.mark.slow  # it uses up all the time that tests have
def test_test_code_that_does_not_end_is_stopped(judge: SeparateJudge) -> None:
    trial = judged(judge, "for x in f(1):\n    assert x >= 0\nassert f(2)", "def f(x): return range(10 ** 18)")

    assert statuses(trial) == [TIMED_OUT, NOT_RUN]
    assert statuses(judged(judge, MANY, "def f(x): return x")) == [PASSED] * 8


ONCE_HOSTILE = {
    "ends": "import os; os._exit(0)",
    "is killed": "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
    "is short of memory": "raise MemoryError",
    "is short of memory that is caught late": "x = 'x' * 10 ** 13",
}


@pytest.mark.parametrize("name", ONCE_HOSTILE)
def test_what_others_left_in_the_judges_process_is_nobodys_fault(judge: SeparateJudge, name: str) -> None:
    """Test code that goes wrong in every process but a fresh one, as if an earlier candidate had prepared it."""
    tests = f"""
    import json.tool
    def spoilt():
        if getattr(json.tool.main, 'seen', 0):
            {ONCE_HOSTILE[name]}
        json.tool.main.seen = 1
    assert f(1) == len('a')
    spoilt()
    assert f(2) == len('ab')
    """
    good, bad = "def f(x): return x", "import os\ndef f(x): return x if x == 1 else 0"
    for source, verdict in [
        (good, Verdict.PASSED),
        (good, Verdict.PASSED),
        (bad, Verdict.FAILED),
        (good, Verdict.PASSED),
    ]:
        assert judged(judge, textwrap.dedent(tests), source).verdict is verdict


def test_a_repeated_candidate_keeps_its_executions_and_suspicions(judge: SeparateJudge) -> None:
    tests = "import os\nassert f(1) == len('a')\nassert f(2) or os._exit(0)"
    assert statuses(judged(judge, MANY, "def f(x): return x")) == [PASSED] * 8
    trial = judged(judge, tests, "try: open('/etc/shadow')\nexcept OSError: pass\ndef f(x): return x % 2")

    assert statuses(trial) == [PASSED, CRASHED]
    assert len(trial.executions) == 2
    assert SuspicionKind.DENIED_READ in kinds(trial)


BOMB = """
import marshal, sys
S = StopIteration
def f(x):
    server = sys._getframe(1).f_locals['self']
    first = server.ledger.count
    def message(value):
        contents = []
        for i in range(COUNT):
            v = (S, 'argument', first + i + 1) if i + 1 < COUNT else LAST
            contents.append(marshal.dumps([WRAP], 2))
        inner = marshal.dumps(((S, 'argument', first), [], []), 2)
        return marshal.dumps(([SHELL] * COUNT, contents, inner), 2)
    server._message = message
    return object()
"""
BOMBS = {
    "deques": ("('deque', None)", "v"),
    "default dicts": ("('defaultdict', None)", "(0, v)"),
    "deques with slices": ("('deque', None)", "(S, 'slice', (S, 'slice', v, 1, 2), None, None)"),
    "deques with arrays": ("('deque', None)", "(S, 'ndarray_object', (), [(S, 'ndarray_object', (), [v])])"),
    "lists": ("('list',)", "v"),
    "lists with arrays": ("('list',)", "(S, 'ndarray_object', (), [(S, 'ndarray_object', (), [v])])"),
}


@pytest.mark.parametrize("name", BOMBS)
@pytest.mark.parametrize("last", ["0", "(S, 'argument', first)"])
def test_a_value_that_cannot_be_released_does_not_end_the_judges_process(
    judge: SeparateJudge, name: str, last: str
) -> None:
    shell, wrap = BOMBS[name]
    source = BOMB.replace("COUNT", "15_000").replace("LAST", last).replace("SHELL", shell).replace("WRAP", wrap)
    assert statuses(judged(judge, MANY, "def f(x): return x")) == [PASSED] * 8
    pid = judge.host.pid
    trial = judged(judge, "r = f(len('a'))\nassert r == [2]", source)

    assert trial.verdict is Verdict.FAILED
    assert statuses(judged(judge, MANY, "def f(x): return x")) == [PASSED] * 8
    assert judge.host.pid == pid


def test_what_a_candidate_made_is_gone_before_the_next_one(judge: SeparateJudge) -> None:
    """Also what refers to itself, where there is much of it."""
    looks = (
        "import gc\ndef count(): return sum(type(item) is list and item[:1] == ['left'] for item in gc.get_objects())\n"
    )
    makes = "kept = f(0)\nkept.append(kept)\nassert kept[0] == 'left'"
    source = "def f(x): return ['left', *[['left', i] for i in range(3000)]]"

    assert judged(judge, makes, source).verdict is Verdict.PASSED
    assert judged(judge, looks + "assert count() == f(0)", "def f(x): return 0").verdict is Verdict.PASSED


@pytest.mark.parametrize(
    ("tests", "source"),
    [
        pytest.param("assert len(list(f(1))) == 3", "def f(x):\n while True: yield x", id="generator"),
        pytest.param(
            "assert len(list(f(1))) == 3", "def f(x):\n while True: yield bytearray(10 ** 7)", id="large items"
        ),
        pytest.param("assert len(list(f(1))) == 3", "def f(x): return range(10 ** 15)", id="range"),
        pytest.param("assert sum(1 for _ in f(1)) == 3", "def f(x):\n while True: yield x", id="sum"),
        pytest.param("assert f(1) == 3 or 'x' * f(1)", "def f(x): return 10 ** 13", id="repetition"),
        pytest.param(
            "assert list(f(1)) == [3]",
            "class C:\n def __len__(s): return 2 ** 60\n def __getitem__(s, i): return i\ndef f(x): return C()",
            id="length",
        ),
        pytest.param(
            "try:\n    x = list(f(1))\nexcept Exception:\n    pass",
            "def f(x):\n while True: yield 'x' * 10 ** 7",
            id="caught",
        ),
    ],
)
def test_endless_values_end_within_the_limits(judge: SeparateJudge, tests: str, source: str) -> None:
    trial = judged(judge, tests, source)

    assert trial.verdict in (Verdict.TIMED_OUT, Verdict.OUT_OF_MEMORY, Verdict.FAILED)
    assert statuses(judged(judge, MANY, "def f(x): return x")) == [PASSED] * 8


LEFTOVERS = {
    "namespace": ("leftover = 1", "'leftover' in globals()"),
    "module attribute": ("import random\nrandom.random = lambda: 4", "__import__('random').random() == 4"),
    "module attribute deleted": ("import math\ndel math.pi", "not hasattr(__import__('math'), 'pi')"),
    "function of a class": (
        "import collections\ncollections.Counter.most_common = lambda s: 1",
        "__import__('collections').Counter('a').most_common() == 1",
    ),
    "builtin": ("import builtins\nbuiltins.len = lambda x: 7", "len([]) == 7"),
    "new builtin": ("import builtins\nbuiltins.leftover = 7", "'leftover' in dir(__builtins__)"),
    "fake module": ("import sys\nsys.modules['leftover'] = 1", "'leftover' in __import__('sys').modules"),
    "module replaced": ("import sys\nsys.modules['json'] = None", "__import__('sys').modules.get('json', 1) is None"),
    "working folder": ("import os\nos.mkdir('d')\nos.chdir('d')", "__import__('os').getcwd().endswith('d')"),
    "files": ("import os\nos.makedirs('a/b')\nopen('a/b/c', 'w').write('x')", "__import__('os').listdir('.') != []"),
    "environment": ("import os\nos.environ['LEFT'] = '1'", "'LEFT' in __import__('os').environ"),
    "recursion limit": ("import sys\nsys.setrecursionlimit(5000)", "__import__('sys').getrecursionlimit() == 5000"),
    "search path": ("import sys\nsys.path.insert(0, 'left')", "'left' in __import__('sys').path"),
    "warning filters": (
        "import warnings\nwarnings.simplefilter('error')",
        "__import__('warnings').filters[0][0] == 'error'",
    ),
    "standard output": ("import sys, io\nsys.stdout = io.StringIO()", "type(__import__('sys').stdout).__name__ == 'StringIO'"),
    "decimal context": ("import decimal\ndecimal.getcontext().prec = 3", "__import__('decimal').getcontext().prec == 3"),
    "signal handler": (
        "import signal\nsignal.signal(signal.SIGALRM, print)\nsignal.alarm(100)",
        "__import__('signal').alarm(0) or __import__('signal').getsignal(14) is print",
    ),
    "trace function": ("import sys\nsys.settrace(lambda *a: None)", "__import__('sys').gettrace() is not None"),
    "thread": (
        "import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
        "__import__('threading').active_count() > 1",
    ),
    "event loop policy": (
        "import asyncio\nasyncio.set_event_loop_policy(asyncio.DefaultEventLoopPolicy())\nleft = asyncio.events",
        "__import__('asyncio').events._event_loop_policy is not None",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LEFTOVERS)
def test_nothing_is_left_for_the_next_candidate(judge: SeparateJudge, name: str) -> None:
    act, left = LEFTOVERS[name]
    first = judged(judge, f"{act}\nassert f(1) == 1", "def f(x): return x")
    then = judged(judge, f"found = {left}\nassert not found\nassert f(len('a'))", "def f(x): return x")

    assert first.verdict is Verdict.PASSED, first.detail
    assert then.verdict is Verdict.PASSED, then.detail


def test_every_candidate_meets_the_same_random_numbers(judge: SeparateJudge) -> None:
    tests = "import random\nx = random.random()\nassert f(x) == 0.8444218515250481 == x"

    assert [judged(judge, tests, "def f(x): return x").verdict for _ in range(2)] == [Verdict.PASSED] * 2


def test_a_module_that_a_test_imports_stays_usable(judge: SeparateJudge) -> None:
    tests = "import xml.etree.ElementTree as tree\nassert tree.fromstring(f('<a/>')).tag == 'a'"

    for _ in range(3):
        assert judged(judge, tests, "def f(x): return x").verdict is Verdict.PASSED


def test_state_of_the_suites_modules_does_not_cross_to_another_suite(judge: SeparateJudge) -> None:
    patched = "from unittest import mock\nimport json\nmock.patch('json.dumps', lambda x: 'no').start()\nassert f(json.dumps(1)) == 'no'"
    plain = "import json\nassert f(json.dumps(1)) == '1'"

    for tests in (patched, plain, patched, plain):
        assert judged(judge, tests, "def f(x): return x").verdict is Verdict.PASSED


# ---- predicates ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("predicate", "status"),
    [
        ("def accept(r, x): return r == x", PASSED),
        ("def accept(r, x): return r", FAILED),
        ("def accept(r, x): raise SystemExit(0)", FAILED),
        pytest.param("def accept(r, x):\n while True: pass", FAILED, marks=pytest.mark.slow),
        ("import os\ndef accept(r, x): os._exit(0)", FAILED),
        ("def accept(r, x): return 'x' * 10 ** 13", FAILED),
        ("def accept(r): return True", FAILED),
        ("accept = 5", FAILED),
    ],
)
def test_a_predicate_that_misbehaves_does_not_accept(judge: SeparateJudge, predicate: str, status: CaseStatus) -> None:
    case = Case((1,), comparator=Comparator.predicate(predicate))
    trial = judge.judge(Problem("p", Cases("f", (case,))), Candidate("def f(x): return x"))

    assert (trial.fault, statuses(trial)) == ("", [status])


NOT_TRUE = {
    "an enum that says it is numpy's": "import enum\nclass L(enum.IntEnum):\n A = 5\nL.__module__ = 'numpy'\ndef f(x): return L.A",
    "a text enum": "import enum\nclass L(str, enum.Enum):\n A = 'x'\nL.__module__ = 'numpy'\ndef f(x): return L.A",
    "a number of numpy's": "import numpy\ndef f(x): return numpy.int64(1)",
    "an array of numpy's": "import numpy\ndef f(x): return numpy.array([True])",
    "one": "def f(x): return 1",
    "no truth of numpy's": "import numpy\ndef f(x): return numpy.bool_(False)",
}


@pytest.mark.parametrize("name", NOT_TRUE)
def test_a_predicate_accepts_by_a_truth_value_alone(judge: SeparateJudge, name: str) -> None:
    case = Case((1,), comparator=Comparator.predicate("def accept(r, x): return r"))

    assert statuses(judge.judge(Problem("p", Cases("f", (case,))), Candidate(NOT_TRUE[name]))) == [FAILED]


def test_a_predicate_may_answer_with_a_truth_value_of_numpys(judge: SeparateJudge) -> None:
    case = Case((1,), comparator=Comparator.predicate("import numpy\ndef accept(r, x): return numpy.all(r == x)"))

    assert statuses(judge.judge(Problem("p", Cases("f", (case,))), Candidate("def f(x): return x"))) == [PASSED]


# ---- candidates that lie -------------------------------------------------------------------------------------------

YES = """
class Yes:
    def __init__(self, *a): pass
    def _yes(self, *a): return True
    def _zero(self, *a): return 0.0
    def _self(self, *a): return self
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __bool__ = _yes
    __sub__ = __rsub__ = __mod__ = __rmod__ = __abs__ = __float__ = __round__ = __add__ = __radd__ = _zero
    equals = startswith = endswith = issubset = issuperset = isdisjoint = eq = all = any = is_integer = _yes
    isin = le = ge = lt = gt = _yes
    __hash__ = lambda self: hash(5)
    __array_interface__ = {"shape": (1,), "typestr": "<f8", "data": (4096, False), "version": 3}
    __array__ = __array_ufunc__ = __array_function__ = _zero
    __class__ = property(lambda self: float)
    __len__ = lambda self: 1
    __iter__ = lambda self: iter([])
def f(*a): return Yes()
"""
LIES = [
    "assert f(1) == len('12345')",
    "assert len('12345') == f(1)",
    "assert not f(1) != len('12345')",
    "assert f(1) in [len('12345')]",
    "assert f(1) in {len('12345')}",
    "assert {len('12345'): 1}[f(1)]",
    "assert [f(1)] == [len('12345')]",
    "assert (f(1), 1) == (len('12345'), 1)",
    "assert {'a': f(1)} == {'a': len('12345')}",
    "assert abs(f(1) - len('12345')) < 1e-6",
    "assert abs(len('12345') - f(1)) < 1e-6",
    "assert f(1) - len('12345') < 1e-6",
    "assert f(1) < len('12345')",
    "assert len('1') <= f(1) <= len('12345')",
    "assert f(1) >= len('12345')",
    "assert f(2) > f(1)",
    "assert f(2) - f(1) == 0",
    "assert f(1) % len('12') == 0",
    "assert len('123') in f(1)",
    "assert f(1).equals(len('12345'))",
    "assert f(1).startswith('abc'[:2])",
    "assert f(1).issubset({len('1')})",
    "assert f(1).eq(len('12345')).all()",
    "assert isinstance(f(1), (int, float))",
    "import math\nassert math.isclose(f(1), 0.0)",
    "assert round(f(1), 2) == 0.0",
    "assert sum([f(1)]) == 0",
    "assert max(f(1), len('12345')) is not None",
    "assert sorted([f(1), len('12345')])",
    "import unittest\nunittest.TestCase().assertAlmostEqual(f(1), len('12345'))",
    "import unittest\nunittest.TestCase().assertEqual(f(1), len('12345'))",
    "import unittest\nunittest.TestCase().assertGreater(f(1), len('12345'))",
    "import unittest\nunittest.TestCase().assertIn(len('12345'), f(1))",
    "import unittest\nunittest.TestCase().assertIsInstance(f(1), float)",
    "import unittest\nunittest.TestCase().assertCountEqual(f(1), [len('12345')])",
    "import unittest\nunittest.TestCase().assertListEqual(f(1), [len('12345')])",
    "import numpy\nassert numpy.allclose(f(1), len('12345'))",
    "import numpy\nnumpy.testing.assert_allclose(f(1), len('12345'))",
    "import numpy\nassert numpy.array_equal(f(1), [len('12345')])",
    "import numpy\nassert (numpy.array([len('12345')]) == f(1)).all()",
]


@pytest.mark.parametrize("tests", LIES)
@pytest.mark.parametrize("shape", ["function", "class"])
def test_no_object_of_the_candidates_own_says_what_it_equals(judge: SeparateJudge, tests: str, shape: str) -> None:
    if "numpy" in tests:
        pytest.importorskip("numpy")
    source = YES if shape == "function" else YES.replace("class Yes", "class f").replace("def f(*a): return Yes()", "")
    trial = judged(judge, tests, source)

    assert trial.verdict is not Verdict.PASSED


NAMED = """
class Circle:
    def __init__(self, r): self.r = r
    def __sub__(self, other): return 0.0
    def __gt__(self, other): return True
    def area(self): return self
    def startswith(self, other): return True
def f(c): return c
"""


@pytest.mark.parametrize(
    "tests",
    [
        "assert abs(f(Circle(2)) - 12.56) < 0.01",
        "assert abs(Circle(2).area() - 12.56) < 0.01",
        "c = Circle(2)\nassert abs(f(c) - 12.56) < 0.01",
        "assert f(Circle(2)) > f(Circle(1))",
        "assert f(Circle(2)).startswith('a')",
        "import unittest\nunittest.TestCase().assertAlmostEqual(Circle(2).area(), 12.56)",
        "assert f([Circle(2)])[0] - 5 < 1",
        "assert Circle.__new__(Circle) - 5 < 1",
    ],
)
def test_an_object_that_was_handed_back_gives_no_word_on_data(judge: SeparateJudge, tests: str) -> None:
    assert judged(judge, tests, NAMED, names=("Circle",)).verdict is not Verdict.PASSED


def test_an_object_that_the_tests_made_has_its_operators(judge: SeparateJudge) -> None:
    trial = judged(judge, "assert Circle(2) - 5 == 0.0\nassert Circle(2) > Circle(3)", NAMED, names=("Circle",))

    assert statuses(trial) == [PASSED, PASSED]


SWALLOWING = [
    "try:\n    f(0)\nexcept:\n    pass",
    "try:\n    f(0)\nexcept BaseException:\n    pass",
    "try:\n    f(0)\nfinally:\n    pass",
    "import contextlib\nwith contextlib.suppress(BaseException):\n    f(0)",
    "def g():\n    try:\n        return f(0)\n    finally:\n        return 1\nassert g() == 1",
    "import threading\nt = threading.Thread(target=f, args=(0,))\nt.start()\nt.join()\nassert True is not None",
    "import unittest\nwith unittest.TestCase().assertRaises(BaseException):\n    f(0)",
    "class C:\n    def __del__(self): f(0)\nc = C()\ndel c\nassert len('a') == 1",
    "assert hasattr(f, 'x') or True",
]


@pytest.mark.parametrize("tests", SWALLOWING)
@pytest.mark.parametrize("act", ["os._exit(0)", "os.kill(os.getpid(), 9)", "os.close(3)", "os.write(3, b'x' * 99)"])
def test_test_code_cannot_swallow_the_end_of_the_candidate(judge: SeparateJudge, tests: str, act: str) -> None:
    source = f"import os\nclass F:\n def __call__(s, x): {act}\n def __getattr__(s, n): {act}\nf = F()"
    trial = judged(judge, tests, source)

    assert trial.verdict in (Verdict.CRASHED, Verdict.TIMED_OUT)


STOPS = [
    "assert all(map(f, [1, 2]))",
    "assert all(map(lambda x: f(x), [1, 2]))",
    "for x, y in zip(map(f, [1, 2]), [5, 6]):\n    assert x == y",
    "assert sum(map(f, [1, 2])) == 0",
    "assert list(map(f, [])) == list(map(f, [1]))",
    "assert not any(map(f, [1, 2]))",
    "assert next(map(f, [1]), None) is None",
    "def g(x):\n    return f(x)\nassert set(map(g, [1])) == set()",
    "assert all(map(len, [g]))",
]


@pytest.mark.parametrize("tests", STOPS)
def test_a_stop_iteration_that_a_call_raises_ends_no_loop_of_the_tests(judge: SeparateJudge, tests: str) -> None:
    source = "class G:\n def __len__(s): raise StopIteration\ng = G()\ndef f(x): raise StopIteration"
    trial = judged(judge, tests, source, names=("g",))

    assert trial.verdict is not Verdict.PASSED


LYING_ERRORS = """
import unittest
class CandidateGone(BaseException): pass
class Undecided(BaseException): pass
class SkipTest(unittest.SkipTest): pass
class Error(AssertionError): pass
KINDS = [CandidateGone, Undecided, unittest.SkipTest, SkipTest, AssertionError, Error, GeneratorExit, StopIteration,
         type("AssertionError", (BaseException,), {}), type("_ShouldStop", (Exception,), {}), SystemExit]
for k in KINDS:
    if k.__module__ == "candidate": k.__module__ = "unittest.case"
def f(i): raise KINDS[i]
"""


@pytest.mark.parametrize("style", ["unittest", "asserts"])
def test_no_exception_of_the_candidates_means_anything_to_the_runner(judge: SeparateJudge, style: str) -> None:
    calls = range(11)
    tests = "\n".join(f"assert f({i}) == len('a')" for i in calls)
    if style == "unittest":
        lines = [f"    def test_{i:02}(self): self.assertEqual(f({i}), 1)" for i in calls]
        tests = "import unittest\nclass T(unittest.TestCase):\n" + "\n".join(lines)
    trial = judged(judge, tests, LYING_ERRORS, SuiteStyle(style))

    assert statuses(trial) == [CRASHED] * 11


def test_a_value_too_large_to_cross_is_not_the_error_that_a_test_expects(judge: SeparateJudge) -> None:
    tests = "import unittest\ncase = unittest.TestCase()\ncase.assertRaises(Exception, f, 1)\nassert f(len('ab')) == 2"
    for value in ("['x' * 10 ** 6] * 60", "[0] * 2_000_000", "deep()"):
        source = (
            f"def deep():\n x = []\n for _ in range(500): x = [x]\n return x\ndef f(x): return 2 if x == 2 else {value}"
        )
        trial = judged(judge, tests, source)

        assert statuses(trial) == [FAILED, PASSED]
        assert "too large" in trial.outcomes[0].error


def test_a_context_manager_swallows_only_what_the_tests_raise_on_purpose(judge: SeparateJudge) -> None:
    source = "class C:\n def __enter__(s): return None\n def __exit__(s, k, e, t): return True\ndef f(*a): return C()"
    bodies = {
        "raise ValueError('x')": PASSED,
        "assert f(1) == 1": FAILED,
        "x.value": FAILED,
        "f(1)[0]": FAILED,
        "int('x')": FAILED,
        "f.missing": CRASHED,
    }
    for body, status in bodies.items():
        trial = judged(judge, f"with f(len('a')) as x:\n    {body}\n    assert False", source)

        assert statuses(trial) == [status], body


# ---- candidates that speak the channel themselves ------------------------------------------------------------------

RAW = """
import marshal, os, struct, sys
READ, WRITE = os.read, os.write
def send(kind, body): WRITE(3, struct.pack("<IB", len(body), ord(kind)) + body)
def exactly(n):
    data = b""
    while len(data) < n: data += READ(3, n - len(data))
    return data
def receive():
    size, kind = struct.unpack("<IB", exactly(5))
    return chr(kind), exactly(size)
def message(value, fills=(), gone=()): return marshal.dumps(([], [], marshal.dumps((value, list(fills), list(gone)), 2)), 2)
def tag(*fields): return (StopIteration, *fields)
def value(serial, it): send("v", serial + message(it))
HANDLE = tag("handle", 7, 8, "function", False, 1)
def serve(answer):
    # speaks instead of the honest side, from the first request on
    while True:
        kind, body = receive()
        answer(kind, body[:8], body[8:])
def f(*a): return 5
"""
TALK = {
    "answers twice": 'value(serial, HANDLE if b"lookup" in body else 5); value(serial, 5)',
    "answers before it is asked": 'value(b"12345678", 5); value(serial, HANDLE if b"lookup" in body else 5)',
    "answers with the last serial": 'value(getattr(serve, "last", serial), HANDLE); serve.last = serial',
    "answers with no serial": 'send("v", b"")',
    "answers with half a serial": 'send("v", serial[:4])',
    "handles of other kinds": 'value(serial, tag("handle", -1, 8, 3, None, 1))',
    "handle with a huge number": 'value(serial, tag("handle", 10 ** 40, 8, "f", False, 1))',
    "abilities that are none": 'value(serial, tag("handle", 7, 8, "f", False, -1))',
    "argument that was never given": 'value(serial, tag("argument", 3))',
    "negative argument": 'value(serial, tag("argument", -1))',
    "change of nothing": 'send("v", serial + message(HANDLE, [(5, [1])]))',
    "change that is none": 'send("v", serial + message(HANDLE, [5]))',
    "changes that are no list": 'send("v", serial + marshal.dumps(([], [], marshal.dumps((5, 5, 5), 2)), 2))',
    "no message": 'send("v", serial + marshal.dumps(5, 2))',
    "empty message": 'send("v", serial)',
    "cells without contents": 'send("v", serial + marshal.dumps(([("list",)], [], marshal.dumps((5, [], []), 2)), 2))',
    "cells of no kind": 'send("v", serial + marshal.dumps(([("os",)], [b""], marshal.dumps((5, [], []), 2)), 2))',
    "code": 'send("v", serial + marshal.dumps(([], [], marshal.dumps(compile("1", "", "exec"), 2)), 2))',
    "callback of nothing": 'send("c", serial + message((5, "call", (), {})))',
    "negative callback": 'send("c", serial + message((-1, "call", (), {})))',
    "callback that is none": 'send("c", serial + message(5))',
    "callback with odd keywords": 'send("c", serial + message((0, "call", (), {1: 2})))',
    "callback of another request": 'send("c", b"12345678" + message((0, "call", (), {})))',
    "raised nonsense": 'send("e", serial + message((1, 2, 3)))',
    "raised with an endless lineage": 'send("e", serial + message((described, 1, [("a", "B", i, []) for i in range(99)], (), {}, None, None, [])))',
    "raised with itself as base": 'send("e", serial + message((described, 1, [("a", "B", 1, [0])], (), {}, None, None, [])))',
    "raised with an exception of ours": 'send("e", serial + message((described, 1, [("assay.judges.host.remote", "Undecided", 1, [])], (), {}, None, None, [])))',
    "raised with a function as class": 'send("e", serial + message((described, 1, [("os", "getcwd", 1, [])], (), {}, None, None, [])))',
    "raised with an error never raised": 'send("e", serial + message((described, 1, [("builtins", "ValueError", 1, [])], (), {}, 0, None, [])))',
    "too large nonsense": 'send("t", serial + b"junk")',
    "plain junk": 'send("p", serial + b"junk")',
    "plain handle": 'send("p", serial + marshal.dumps(HANDLE, 2))',
    "loaded again": 'send("l", b"")',
    "unknown kind": 'send("Z", serial)',
    "a frame too large": 'WRITE(3, struct.pack("<IB", 2 ** 31, 118))',
    "half a frame": 'WRITE(3, struct.pack("<IB", 100, 118) + b"x"); os._exit(0)',
    "closes the channel": "os.close(3); import time; time.sleep(60)",
    "never answers": "import time; time.sleep(60)",
    "reports without end": 'exec("while True: send(\'s\', marshal.dumps((\'denied_read\', \'x\'), 2))")',
    "reports junk": 'send("s", b"junk")',
    "reports of no kind": 'send("s", marshal.dumps((1, 2, 3), 2))',
    "hash bomb": 'value(serial, {i * (2 ** 61 - 1): 0 for i in range(2000)})',
    "many handles": 'value(serial, [tag("handle", i, i, "C%d" % i, False, 0) for i in range(20000)])',
    "endless callbacks": 'exec("while True: send(\'c\', serial + message((0, \'call\', (), {}))); receive()")',
}  # fmt: skip
DESCRIBED = 'described = marshal.dumps(("call", "B", "m", [], "", None), 2)\n'


@pytest.mark.parametrize("name", TALK)
@pytest.mark.parametrize("begins", ["at once", "in a call"])
def test_what_the_candidate_says_on_the_channel_does_not_pass(judge: SeparateJudge, name: str, begins: str) -> None:
    answer = f"def answer(kind, serial, body): {TALK[name]}\n"
    source = RAW + DESCRIBED + answer
    if begins == "at once":
        source += "import _thread\nsys.setprofile(lambda *a: None)\n"
        source += "class Late:\n def __call__(s, *a): return 5\nf = Late()\n"
        source += (
            "def hook(frame, event, arg):\n if frame.f_code.co_name == 'serve': sys.setprofile(None); serve(answer)\n"
        )
        source += "sys.setprofile(hook)\n"
    else:
        source += "def f(*a): serve(answer)\n"
    tests = "assert f(len('a'), lambda: 1) == 1\nassert f(len('ab')) == 1\ntry:\n    f(len('abc'))\nexcept Exception:\n    pass\n"
    trial = judged(judge, tests, source)

    assert trial.verdict is not Verdict.PASSED
    assert statuses(judged(judge, MANY, "def f(x): return x")) == [PASSED] * 8


CALLED_BACK = {
    "unknown operation": "server.call_back(0, 'getattr', (), {})",
    "next of a function": "server.call_back(0, 'next', (), {})",
    "a number of nothing": "server.call_back(99, 'call', (), {})",
    "without end": "exec('while True: g(1)')",
    "re-entering without end": "f(lambda *a: g(f))",
    "with everything": "g(*[object()] * 1000, **{f'k{i}': g for i in range(100)})",
    "huge": "g('x' * 40_000_000)",
    "deep": "g(deep())",
    "itself": "g(g)",
    "after the end": "__import__('threading').Timer(0.05, g, (1,)).start()",
}


@pytest.mark.parametrize("name", CALLED_BACK)
def test_a_callback_reaches_nothing_but_the_function_that_was_given(judge: SeparateJudge, name: str) -> None:
    source = f"""
    def deep():
        x = []
        for _ in range(500): x = [x]
        return x
    def f(g):
        server = g.__closure__[0].cell_contents if 0 else None
        import gc
        for o in gc.get_objects():
            if type(o).__name__ == "Server": server = o
        {CALLED_BACK[name]}
        return 1
    """
    trial = judged(judge, "seen = []\nassert f(seen.append) == 2\nassert f(lambda *a, **k: len(a)) == 2", source)

    assert trial.verdict is not Verdict.PASSED
    assert statuses(judged(judge, MANY, "def f(x): return x")) == [PASSED] * 8


def test_a_candidate_that_raises_a_memory_error_is_judged_once(judge: SeparateJudge) -> None:
    """The process of the tests has its memory, so nothing is tried again there."""
    tests = "seen = []\nseen.append(f(1))\nassert seen == [len('a')]"
    judged(judge, tests, "def f(x): return x")

    trial = judged(judge, tests, "def f(x): raise MemoryError('mine')")

    assert trial.verdict is Verdict.OUT_OF_MEMORY
    assert len(trial.executions) == 1
    assert "mine" in trial.detail
