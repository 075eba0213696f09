"""The same candidates get the same verdicts on an idle machine and beside four busy loops."""

from __future__ import annotations

import subprocess
import sys

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
    Problem("data", Cases("f", (Case((1,), 2),))),
    Problem("code", Suite("f", "for i in (1,):\n    assert f(i) == i + 1")),
)


def verdicts() -> dict[tuple[str, str], Verdict | None]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=SECONDS)) as judge:
        return {
            (problem.id, name): judge.judge(problem, Candidate(source)).verdict
            for problem in PROBLEMS
            for name, (source, _) in CANDIDATES.items()
        }


def test_a_busy_machine_moves_no_verdict() -> None:
    wanted = {(problem.id, name): verdict for problem in PROBLEMS for name, (_, verdict) in CANDIDATES.items()}
    idle = verdicts()
    loops = [subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"]) for _ in range(LOOPS)]
    try:
        busy = verdicts()
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()

    assert idle == wanted
    assert busy == wanted
