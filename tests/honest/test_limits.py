"""Every row of docs/limits.md happens as it says: a right candidate meets it, and nothing is called a fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Limits, Problem, Suite, SuiteStyle, Verdict
from assay.sandbox.warm import WarmPython

PAGE = Path(__file__).resolve().parents[2] / "docs" / "limits.md"
FAILED, CRASHED, INVALID, PASSED = Verdict.FAILED, Verdict.CRASHED, Verdict.INVALID, Verdict.PASSED


@dataclass(frozen=True, slots=True)
class Limit:
    """A right candidate that meets a row of the page, and what is said of it."""

    row: str
    """How the first cell of the row begins."""
    tests: str
    source: str
    verdict: Verdict
    words: str = ""
    reference: str = ""
    names: tuple[str, ...] = ()
    style: SuiteStyle = SuiteStyle.ASSERTS


CLASS = "class P:\n    def __init__(self, x=0): self.x = x\n"
LIMITS = [
    Limit("tests derive a class", "class Q(f): pass\nassert Q().x == 0\n", f"{CLASS}f = P\n", FAILED, "shared judge"),
    Limit("tests derive a class", "import pickle\nassert pickle.loads(pickle.dumps(f())).x == 0\n",
          f"{CLASS}f = P\n", FAILED),
    Limit("tests capture", "import io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()) as out:\n    f()\n"
          "assert out.getvalue() == 'hi\\n'\n", "def f(): print('hi')\n", FAILED),
    Limit("tests capture", "open('a', 'w').write('x')\nassert f() == 'x'\n", "def f(): return open('a').read()\n",
          CRASHED, "FileNotFoundError"),
    Limit("tests give the candidate objects", "class Q:\n    x = 1\nassert f(Q()) == 1\n", "def f(q): return q.x\n",
          FAILED),
    Limit("tests give the candidate an object that can be called",
          "class Q:\n    x = 1\n    def __call__(self): return 2\nassert f(Q()) == 1\n", "def f(q): return q.x\n",
          CRASHED, "AttributeError"),
    Limit("test methods that are only made", "import unittest\nclass T(unittest.TestCase):\n"
          "    @unittest.expectedFailure\n"
          "    def test_a(self): self.assertEqual(f(), 2)\n", "def f(): return 1\n", FAILED,
          style=SuiteStyle.UNITTEST),
    Limit("`Money(5) == 5`", "assert f(5) == 5\n",
          f"{CLASS}    def __eq__(self, o): return self.x == o\nf = P\n", FAILED),
    Limit("`result < 5`", "assert f() < 5\n",
          f"{CLASS}    def __lt__(self, o): return self.x < o\ndef f(): return P()\n",
          FAILED, "TypeError"),
    Limit("`result < 5`", "assert f().is_done()\n", f"{CLASS}    def is_done(self): return True\ndef f(): return P()\n",
          FAILED, "TypeError", reference="def f(): return None\n"),
    Limit("`(result - date", "assert (f() - 1).x == 0\n",
          f"{CLASS}    def __sub__(self, o): return P(self.x - o)\ndef f(): return P(1)\n", FAILED, "TypeError"),
    Limit("an object that the tests made", "p = P(1)\nq = f([p])[0]\nassert q < 5\n",
          f"{CLASS}    def __lt__(self, o): return self.x < o\ndef f(x): return x\n", FAILED, "TypeError",
          names=("P",)),
    Limit("`5 in result`", "assert 5 in f()\n", f"{CLASS}    def __contains__(self, o): return o == 5\n"
          "def f(): return P()\n", FAILED, "TypeError"),
    Limit("a result whose `len`", "r = f()\nassert len(r) == 3 and list(r) == [1]\n",
          f"{CLASS}    def __len__(self): return 3\n    def __iter__(self): return iter([1])\ndef f(): return P()\n",
          FAILED),
    Limit("a subclass of `list`", "assert len(f()) == 5\n",
          "class L(list):\n    def __len__(self): return 5\ndef f(): return L([1])\n", FAILED),
    Limit("an `assert` in a function", "def check(x):\n    assert x == 2\nassert f(check) == 1\n",
          "def f(check):\n    try:\n        check(1)\n    except AssertionError:\n        return 1\n", FAILED),
    Limit("`Broke = ValueError`", "try:\n    f()\nexcept Broke:\n    ok = True\nassert ok\n",
          "Broke = ValueError\ndef f(): raise Broke\n", FAILED, "meant as an exception class", names=("Broke",),
          reference="class Broke(ValueError): pass\ndef f(): raise Broke\n"),
    Limit("`StopIteration`", "try:\n    f()\nexcept Exception as error:\n    kind = type(error)\n"
          "assert kind is StopIteration\n", "def f(): raise StopIteration\n", FAILED),
    Limit("processes (", "assert f() == b'1\\n'\n",
          "import subprocess\ndef f(): return subprocess.check_output(['echo', '1'])\n", CRASHED, "PermissionError"),
    Limit("`mmap.mmap(-1, n)`", "assert f() == 10\n", "import mmap\ndef f(): return len(mmap.mmap(-1, 10))\n", CRASHED,
          "OSError"),
    Limit("more than 32 MiB", "assert len(f()) == 1 << 26\n", "def f(): return 'x' * (1 << 26)\n", FAILED, "too large"),
]  # fmt: skip
ELSEWHERE = {
    "setting modes and times": ("test_seccomp.py", "test_each_kind_of_answer_reaches_the_candidate"),
    "a Python program with four": ("test_bytecode.py", "test_what_could_tell_stays_source"),
}
"""Rows that no candidate of a suite meets, with the tests of the sandbox that show them."""


def rows() -> list[str]:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return [line.split(" | ")[0].removeprefix("| ") for line in lines[1:]]


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=3)) as made:
        yield made


@pytest.mark.parametrize("limit", [pytest.param(one, id=f"{one.row} {n}") for n, one in enumerate(LIMITS)])
def test_a_right_candidate_meets_it(judge: SeparateJudge, limit: Limit) -> None:
    suite = Suite("f", limit.tests, limit.style, "", limit.names)

    trial = judge.judge(Problem("p", suite, reference=limit.reference), Candidate(limit.source))

    assert (trial.verdict, trial.fault) == (limit.verdict, ""), trial.detail
    assert limit.words in trial.detail


def test_every_row_has_a_test() -> None:
    known = [*(limit.row for limit in LIMITS), *ELSEWHERE]

    assert [row for row in rows() if not any(row.startswith(one) for one in known)] == []
    assert [one for one in known if not any(row.startswith(one) for row in rows())] == []


def test_the_tests_elsewhere_exist() -> None:
    folder = Path(__file__).resolve().parents[1] / "sandbox"

    for file, name in ELSEWHERE.values():
        assert f"def {name}(" in (folder / file).read_text(encoding="utf-8")


def test_there_are_not_more_rows_than_there_were() -> None:
    assert len(rows()) <= 20
