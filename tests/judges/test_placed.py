"""Candidates that are a method, an expression, or rely on imports that their problem promises."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.errors import InvalidProblem
from assay.judges.programs import ProgramsJudge
from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Case, Cases, Problem, ProgramInput, Programs, Suite, Verdict
from assay.sandbox.warm import WarmPython

METHOD = Problem("method", Cases("f", (Case((2,), 4), Case((3,), 6)), holder="Solution", before="from typing import *"))
EXPRESSION = Problem("expression", Cases("answer", (Case((), [1, 2]),), is_expression=True))
ARGUMENTS = Problem(
    "arguments",
    Suite(
        "answer",
        "given, named = answer()\nassert f(*given, **named) == [3, 2, 1]",
        prelude="def f(values, change):\n    change(values)\n    return values",
        before="def f(*given, **named): return given, named",
        is_expression=True,
    ),
)


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox) as made:
        yield made


@pytest.mark.parametrize(
    ("problem", "source", "verdict"),
    [
        (METHOD, "class Solution:\n    def f(self, x: List[int]): return x * 2", Verdict.PASSED),
        (METHOD, "def f(x): return x * 2", Verdict.PASSED),
        (METHOD, "class Solution: pass\ndef f(x): return x * 2", Verdict.PASSED),
        (METHOD, "class Solution:\n  n = 0\n  def f(self, x): self.n += 1; return x * 2 * self.n", Verdict.PASSED),
        (METHOD, "class Solution: pass", Verdict.INVALID),
        (METHOD, "class Solution(:", Verdict.INVALID),
        (METHOD, "class Solution:\n    def f(self, x): return self.y", Verdict.CRASHED),
        (METHOD, "from __future__ import annotations\ndef f(x): return x * 2", Verdict.PASSED),
        (EXPRESSION, "[1, 2]", Verdict.PASSED),
        (EXPRESSION, "\n [1,\n 2]  # both", Verdict.PASSED),
        (EXPRESSION, "[2, 1]", Verdict.FAILED),
        (EXPRESSION, "", Verdict.INVALID),
        (EXPRESSION, "[1, 2", Verdict.INVALID),
        (EXPRESSION, "x = [1, 2]", Verdict.INVALID),
        (EXPRESSION, "1; [1, 2]", Verdict.INVALID),
        (EXPRESSION, "[1, 2])\ndef answer(): return ([1, 2]", Verdict.INVALID),
        (EXPRESSION, "f([1, 2])", Verdict.CRASHED),
        (ARGUMENTS, "f([3, 2, 1], print)", Verdict.PASSED),
        (ARGUMENTS, "f([1, 2, 3], lambda values: values.reverse())", Verdict.PASSED),
        (ARGUMENTS, "f([3, 2, 1], change=lambda values: 0)", Verdict.PASSED),
        (ARGUMENTS, "f([1, 2, 3], print)", Verdict.FAILED),
        (ARGUMENTS, "f([3, 2, 1])", Verdict.FAILED),
        (ARGUMENTS, "[3, 2, 1]", Verdict.FAILED),
        (ARGUMENTS, "f([3, 2, 1], lambda values: __import__('os')._exit(0))", Verdict.CRASHED),
    ],
)
def test_what_a_candidate_may_be(judge: SeparateJudge, problem: Problem, source: str, verdict: Verdict) -> None:
    trial = judge.judge(problem, Candidate(source))

    assert trial.verdict is verdict, trial


def test_a_program_stands_behind_its_imports(judge: SeparateJudge) -> None:
    check = Programs((ProgramInput(b"16\n", expected=b"4\n"),), before="from math import *")
    assert isinstance(judge.sandbox, WarmPython)

    trial = ProgramsJudge(judge.sandbox).judge(Problem("root", check), Candidate("print(isqrt(int(input())))"))

    assert trial.verdict is Verdict.PASSED


@pytest.mark.parametrize("holder", ["Sol ution", "a.b"])
def test_a_holder_is_a_name(holder: str) -> None:
    with pytest.raises(InvalidProblem, match="holder must be the name of a class"):
        Problem("p", Cases("f", (Case(),), holder=holder))


def test_files_and_a_holder_do_not_go_together() -> None:
    with pytest.raises(InvalidProblem, match="with a target"):
        Problem("p", Cases("f", (Case(),), target="a.py", files={"b.py": ""}, holder="Solution"))
