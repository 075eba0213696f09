"""The same candidates get the same verdicts on an idle machine and beside four busy loops."""

from __future__ import annotations

import subprocess
import sys

import pytest

from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Case, Cases, Limits, Problem, Suite, Verdict
from assay.sandbox.warm import WarmPython

LOOPS = 4
SECONDS = 1.0
CANDIDATES = {
    "CPU-heavy but legal": ("def f(x):\n t = 0\n for i in range(3_000_000): t += i & x\n return x + 1", Verdict.PASSED),
    "sleeps, legally": ("import time\ndef f(x):\n time.sleep(0.3)\n return x + 1", Verdict.PASSED),
    "quick": ("def f(x): return x + 1", Verdict.PASSED),
    "never ends": ("def f(x):\n while True: pass", Verdict.TIMED_OUT),
    "sleeps too long": ("import time\ndef f(x): time.sleep(60)", Verdict.TIMED_OUT),
    "wrong": ("def f(x): return x", Verdict.FAILED),
}
PROBLEMS = (
    pytest.param(Problem("data", Cases("f", (Case((1,), 2),))), id="data", marks=pytest.mark.slow),
    pytest.param(Problem("code", Suite("f", "for i in (1,):\n    assert f(i) == i + 1")), id="code"),
)


def verdicts(problem: Problem) -> dict[str, Verdict | None]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=SECONDS)) as judge:
        return {name: judge.judge(problem, Candidate(source)).verdict for name, (source, _) in CANDIDATES.items()}


@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_busy_machine_moves_no_verdict(problem: Problem) -> None:
    wanted = {name: verdict for name, (_, verdict) in CANDIDATES.items()}
    idle = verdicts(problem)
    loops = [subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"]) for _ in range(LOOPS)]
    try:
        busy = verdicts(problem)
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()

    assert idle == wanted
    assert busy == wanted
