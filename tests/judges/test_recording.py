"""Test code that only generates data is run once; everything that is more stays test code."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.errors import InvalidProblem
from assay.judges import hosting
from assay.judges.cases import Prepared
from assay.judges.separate import SeparateJudge
from assay.records import Candidate, CaseKind, CaseStatus, Problem, Suite, SuiteStyle, Verdict
from assay.sandbox.warm import WarmPython

ADDS = "def f(a, b=0): return a + b"
LOOP = "import random\nfor i in range(30):\n    x = random.randint(0, 99)\n    assert f(x, i) == x + i"


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox) as made:
        yield made


def problem(source: str, prelude: str = "", style: SuiteStyle = SuiteStyle.ASSERTS, edge: str = "") -> Problem:
    return Problem("p", Suite("f", source, style, prelude, edge_source=edge))


def is_data(judge: SeparateJudge, given: Problem) -> bool:
    return isinstance(judge._prepare(given)[0], Prepared)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(LOOP, id="a loop with random numbers"),
        pytest.param("n = 3\nwhile n:\n    assert f(n) == n\n    n -= 1", id="while"),
        pytest.param("for i in range(4):\n    if i % 2:\n        assert i + 1 == f(i, 1)", id="if, sides swapped"),
        pytest.param("assert f(1)\nassert not f(0)", id="truth"),
        pytest.param("words = ['a', 'b']\nfor w in words:\n    assert f(w, 'x') == w + 'x', f(w, w)", id="message"),
    ],
)
def test_generators_of_data_become_data(judge: SeparateJudge, source: str) -> None:
    assert is_data(judge, problem(source))
    assert judge.judge(problem(source), Candidate(ADDS)).verdict is Verdict.PASSED
    assert judge.judge(problem(source), Candidate("def f(a, b=0): return None")).verdict is Verdict.FAILED


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("x = f(1, 2)\nassert x == 3", id="a result that is kept"),
        pytest.param("assert f(f(1, 1), 1) == 3", id="a call in a call"),
        pytest.param("assert f(1, 1) == f(2, 0)", id="a call on both sides"),
        pytest.param("try:\n    assert f(1, 1) == 3\nexcept AssertionError:\n    pass", id="in try"),
        pytest.param("a = [1]\nassert f(a, [2]) == [1, 2]\nassert a == [1]", id="an argument that could change"),
        pytest.param("for i in range(f(1, 1)):\n    assert f(i, 0) == i", id="a call in the head of a loop"),
        pytest.param("g = f\nassert g(1, 1) == 2", id="another name"),
        pytest.param("assert f(1, 1) < 3", id="another relation"),
        pytest.param("assert eval('f(1, 1)') == 2", id="eval"),
        pytest.param("assert [f(i, 0) for i in range(3)] == [0, 1, 2]", id="a comprehension"),
        pytest.param("def helper(x):\n    assert f(x, 0) == x\nhelper(1)", id="a helper"),
    ],
)
def test_what_is_more_stays_test_code(judge: SeparateJudge, source: str) -> None:
    assert not is_data(judge, problem(source))
    assert judge.judge(problem(source), Candidate(ADDS)).verdict is Verdict.PASSED


def test_a_loop_is_one_case_with_the_outcome_of_its_first_bad_call(judge: SeparateJudge) -> None:
    given = problem("assert f(0, 0) == 0\n" + LOOP, edge="for i in range(3):\n    assert f(i) == i")

    trial = judge.judge(given, Candidate("def f(a, b=0):\n if b == 7: raise KeyError(b)\n return a + b"))

    assert [outcome.status for outcome in trial.outcomes] == [CaseStatus.PASSED, CaseStatus.CRASHED, CaseStatus.PASSED]
    assert [outcome.kind for outcome in trial.outcomes] == [CaseKind.BASIC, CaseKind.BASIC, CaseKind.EDGE]
    assert trial.outcomes[1].error.startswith("KeyError: 7")
    assert trial.verdict is Verdict.CRASHED


def test_helpers_of_the_prelude_are_trusted_and_not_the_candidates(judge: SeparateJudge) -> None:
    """A candidate that redefines the helper of the prompt gains nothing."""
    prelude = "def encode(s): return s[::-1]\ndef f(s):\n    '''decode'''"
    tests = "def check(candidate):\n    for w in ('abc', 'xyz'):\n        assert candidate(encode(w)) == w"
    given = problem(tests, prelude, SuiteStyle.CHECK)

    assert is_data(judge, given)
    assert judge.judge(given, Candidate("def f(s): return s[::-1]")).verdict is Verdict.PASSED
    assert judge.judge(given, Candidate("encode = lambda s: s\ndef f(s): return s")).verdict is Verdict.FAILED


def test_tests_that_raise_or_never_call_the_candidate_are_not_recorded(judge: SeparateJudge) -> None:
    for source in (
        "for i in range(0):\n    assert f(i) == i",
        "assert f(1 // 0) == 1",
        "for i in (1,):\n    assert f(i) == object()",
    ):
        assert not is_data(judge, problem(source)), source


def test_one_judge_runs_suites_without_end(judge: SeparateJudge) -> None:
    """More trials than the judge's process could keep descriptors for."""
    given = problem("x = f(1, 2)\nassert x == 3")

    verdicts = {judge.judge(given, Candidate(ADDS)).verdict for _ in range(300)}

    assert verdicts == {Verdict.PASSED}


def test_an_object_of_the_candidates_own_is_true_or_not_as_it_says(judge: SeparateJudge) -> None:
    matches = "import re\ndef f(a, b=0): return re.match('1', str(a))"

    assert judge.judge(problem("assert f(1)\nassert not f(2)"), Candidate(matches)).verdict is Verdict.PASSED


CHANGES = {
    "time": "import time\nfor i in range(2):\n    assert f(i, int(time.time())) == i + int(time.time())",
    "time by name": "from time import time as t\nx = int(t()) // 10 ** 9\nassert f(x, 0) == x",
    "localtime": "import time\ny = time.localtime().tm_year\nassert f(y, 0) == y",
    "the text of now": "import time\ny = time.strftime('%Y')\nassert f(y, '') == y",
    "today": "from datetime import date\ny = date.today().year\nassert f(y, 1) == y + 1",
    "now of datetime": "import datetime as d\ny = d.datetime.now().year\nassert f(y, 1) == y + 1",
    "now under another name": "import datetime\nnow = datetime.datetime\nassert f(now(2024, 1, 1).year, 1) == 2025",
    "a year after": "from datetime import *\nassert f(date(2024, 1, 1).year, 1) == 2025",
    "numpy's now": "import numpy\nx = str(numpy.datetime64('now'))[:4]\nassert f(x, '') == x",
    "memory": "import numpy\nx = len(str(numpy.empty(3)))\nassert f(x, 0) == x",
    "the process": "import os\nx = os.getpid() > 0\nassert f(x, 0) == x",
    "the environment": "import os\nx = len(os.environ)\nassert f(x, 0) == x",
    "a file": "x = open(__import__('os').devnull).read()\nassert f(x, '') == x",
    "unseeded": "import random\nx = random.Random().randint(0, 1)\nassert f(x, 0) == x",
    "seeded by chance": "import random\nrandom.seed()\nx = random.randint(0, 1)\nassert f(x, 0) == x",
    "numpy unseeded": "import numpy\nx = int(numpy.random.default_rng().integers(2))\nassert f(x, 0) == x",
    "os random": "import random\nx = random.SystemRandom().randint(0, 1)\nassert f(x, 0) == x",
    "secrets": "import secrets\nx = secrets.randbelow(2)\nassert f(x, 0) == x",
    "uuid": "import uuid\nx = str(uuid.uuid4())\nassert f(x, '') == x",
    "identity": "x = id([])\nassert f(x, 0) == x",
    "hash": "x = hash(print) % 7\nassert f(x, 0) == x",
    "an address": "x = repr(lambda: 0)\nassert f(x, '') == x",
    "the address of a function": "def g(): pass\nx = f'{g}'\nassert f(x, '') == x",
    "order by address": "class K: pass\nks = [K() for _ in range(9)]\nx = ks.index([*set(ks)][0])\nassert f(x, 0) == x",
    "order of functions": "fs = [lambda i=i: i for i in range(9)]\nx = [g() for g in set(fs)][0]\nassert f(x, 0) == x",
    "two answers": "import random\nassert f(1, 1) == (2 if random.random() < 2 else random.randint(0, 99))\n"
    "for i in range(3):\n    assert f(i % 2, 0) == random.randint(0, 99) * 0 + i % 2 + random.randint(0, 9) * 0 + (\n"
    "        random.randint(0, 99))",
    "threads": "import threading\nx = threading.get_ident() > 0\nassert f(x, 0) == x",
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_may_change_is_not_recorded(judge: SeparateJudge, name: str) -> None:
    assert not is_data(judge, problem(CHANGES[name]))


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("import time\nfor i in range(3):\n    assert f(i, 1) == i + 1", id="a clock nobody reads"),
        pytest.param(
            "from datetime import date, timedelta\nd = date(2024, 2, 28) + timedelta(2)\nassert f(d.day, 1) == 2",
            id="a date that is written out",
        ),
        pytest.param(
            "import random\nr = random.Random(3)\nfor i in range(5):\n    x = r.random()\n    assert f(x, i) == x + i",
            id="a seed of its own",
        ),
        pytest.param(
            "import numpy\nfor i in range(5):\n    x = int(numpy.random.randint(9))\n    assert f(x, i) == x + i",
            id="numpy",
        ),
        pytest.param("import calendar\nassert f(calendar.monthrange(2024, 2)[1], 0) == 29", id="calendar"),
    ],
)
def test_what_cannot_change_is_recorded(judge: SeparateJudge, source: str) -> None:
    assert is_data(judge, problem(source))
    assert judge.judge(problem(source), Candidate(ADDS)).verdict is Verdict.PASSED


def test_clocks_work_again_after_a_recording(judge: SeparateJudge) -> None:
    assert is_data(judge, problem(LOOP))
    kept = "import time, datetime\nx = f(datetime.date.today().year, 0)\n"
    kept += "assert type(time.time()) is float and x > 2000\nassert type(datetime.date.today()) is datetime.date"

    assert judge.judge(problem(kept), Candidate(ADDS)).verdict is Verdict.PASSED


def many(number: int) -> list[Problem]:
    """Small suites, each with a text of its own: every third is recorded, the others run each time."""
    return [
        problem(
            f"for i in range(2):\n    assert f(i, {n}) == i + {n}"
            if n % 3 == 0
            else f"x = f({n}, 1)\nassert x == {n + 1}"
        )
        for n in range(number)
    ]


def test_more_suites_than_the_judges_process_keeps(judge: SeparateJudge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "MAX_SUITES", 8)
    given = many(30)
    for turn in range(2):
        verdicts = {judge.judge(one, Candidate(ADDS)).verdict for one in given}
        assert verdicts == {Verdict.PASSED}, turn
        judge.host.replace()
    assert {judge.judge(one, Candidate("def f(a, b=0): return 0.5")).verdict for one in given} == {Verdict.FAILED}


@pytest.mark.slow
def test_six_hundred_suites_twice_around(judge: SeparateJudge) -> None:
    given = many(620)
    for turn in range(2):
        for number, one in enumerate(given):
            assert judge.judge(one, Candidate(ADDS)).verdict is Verdict.PASSED, (turn, number)
            if number == 300:
                judge.host.replace()


def test_a_suite_that_cannot_be_run_is_refused_each_time_for_the_same_reason(judge: SeparateJudge) -> None:
    broken = problem("x = f(1, 2)\nassert x == 3", prelude="raise KeyError('no such thing')")
    for _ in range(3):
        with pytest.raises(InvalidProblem, match="KeyError: 'no such thing'"):
            judge.judge(broken, Candidate(ADDS))
    assert judge.judge(problem("x = f(1, 2)\nassert x == 3"), Candidate(ADDS)).verdict is Verdict.PASSED
