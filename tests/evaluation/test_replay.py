"""A replay is one script that shows the failing case again, without Assay."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.evaluation.replay import replay
from assay.evaluation.wording import case_text
from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Case, Cases, Problem, Suite, SuiteStyle, Trial
from assay.sandbox.warm import WarmPython

WRONG = "def f(x, y=0):\n    if x == 3:\n        raise ValueError('three')\n    return x\n"
UNITTEST = """
import unittest
class TestF(unittest.TestCase):
    def test_one(self):
        self.assertEqual(f(1), 1)
    def test_two(self):
        self.assertEqual(f(2), 4)
"""
PROBLEMS = [
    pytest.param(Problem("data", Cases("f", (Case((1,), 1), Case((2,), 4, {"y": 1})))), "expected  4", id="data"),
    pytest.param(Problem("raises", Cases("f", (Case((3,), 9),))), "ValueError: three", id="raises"),
    pytest.param(Problem("counter", Cases("f", (Case((Counter("aa"),), 1),))), "Counter({'a': 2})", id="containers"),
    pytest.param(
        Problem("asserts", Suite("f", "g = 4\nassert f(1) == 1\nassert f(2) == g")),
        "AssertionError",
        id="asserts",
    ),
    pytest.param(
        Problem(
            "check",
            Suite("f", "def check(candidate):\n    z = abs(-4)\n    assert candidate(2) == z", SuiteStyle.CHECK),
        ),
        "AssertionError",
        id="check",
    ),
    pytest.param(Problem("unit", Suite("f", UNITTEST, SuiteStyle.UNITTEST)), "FAIL: test_two", id="unittest"),
]


def judged(problem: Problem) -> Trial:
    with WarmPython() as sandbox, SeparateJudge(sandbox) as judge:
        return judge.judge(problem, Candidate(WRONG))


@pytest.mark.parametrize(("problem", "shown"), PROBLEMS)
def test_the_script_shows_what_went_wrong(problem: Problem, shown: str, tmp_path: Path) -> None:
    script = tmp_path / "again.py"
    script.write_text(replay(problem, judged(problem), WRONG))

    done = subprocess.run([sys.executable, "-I", script], capture_output=True, text=True, timeout=60, check=False)

    assert shown in done.stdout + done.stderr


def test_a_trial_without_a_failing_case_has_no_replay() -> None:
    problem = Problem("fine", Cases("f", (Case((1,), 1),)))

    with pytest.raises(InvalidValue, match="no case failed"):
        replay(problem, judged(problem), WRONG)


def test_a_case_is_named_by_its_number() -> None:
    problem = Problem("data", Cases("f", (Case((1,), 1), Case((2,), 4))))

    with pytest.raises(InvalidValue, match="has the cases 0 to 1"):
        replay(problem, judged(problem), WRONG, 5)


def test_a_case_is_told_by_its_call() -> None:
    problem = Problem("data", Cases("f", (Case(("a",), 1, {"y": None}),)))

    assert case_text(problem, judged(problem), 0) == "f('a', y=None)"


HOSTILE = (
    '"""\nprint("INJECTED")\n"""',
    "'''\nprint('INJECTED')\n'''",
    "x\\",
    "a\nprint('INJECTED')",
    "a\rprint('INJECTED')",
    "{problem}{0}",
    "\x1b]0;title\x07\u202e",
    "\"); print('INJECTED'); (\"",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_id_name_or_value_becomes_code(text: str, tmp_path: Path) -> None:
    problem = Problem(text, Cases("f", (Case((text,), text + "!", {"y": text}, name=text),)))
    script = tmp_path / "again.py"
    script.write_text(replay(problem, judged(problem), WRONG), encoding="utf-8")

    done = subprocess.run([sys.executable, "-I", script], capture_output=True, text=True, timeout=60, check=False)

    assert "actual " in done.stdout, done.stderr
    assert not any(line.strip() == "INJECTED" for line in done.stdout.splitlines())
