"""Memory that is used up is told as that, also where our own code in the candidate's process finds none left."""

from __future__ import annotations

import subprocess
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.judges.separate import SeparateJudge
from assay.records import MIB, Candidate, Case, Cases, Limits, Problem, Suite, Verdict
from assay.sandbox.warm import WarmPython

TAKES_ALL = """
KEPT = []
for size in (1 << 26, 1 << 20, 1 << 12, 1 << 8):
    try:
        while True: KEPT.append(bytes(size))
    except MemoryError: pass
def f(text): return 2
"""
LARGE = "x" * (20 * MIB)


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=5, memory_bytes=100 * MIB)) as made:
        yield made


def cases(*arguments: object) -> Problem:
    return Problem("p", Cases("f", (Case(arguments, 2),)))


def suite(text: str) -> Problem:
    return Problem("p", Suite("f", text))


@pytest.mark.parametrize(
    ("problem", "source"),
    [
        pytest.param(cases(LARGE), TAKES_ALL, id="arguments, after the candidate took all"),
        pytest.param(suite("for n in (20, 21):\n    assert f('x' * (n << 20)) == 2\n"), TAKES_ALL, id="of test code"),
    ],
)  # fmt: skip
def test_no_room_for_our_own_code_is_out_of_memory(judge: SeparateJudge, problem: Problem, source: str) -> None:
    trial = judge.judge(problem, Candidate(source))

    assert trial.verdict is Verdict.OUT_OF_MEMORY, trial.detail


def test_arguments_that_are_larger_than_the_limit_are_out_of_memory() -> None:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=5, memory_bytes=8 * MIB)) as small:
        trial = small.judge(cases(LARGE), Candidate("def f(text): return 2"))

    assert trial.verdict is Verdict.OUT_OF_MEMORY


@pytest.mark.parametrize("status", range(70, 75))
def test_a_status_of_ours_that_a_candidate_ends_with_is_no_fault(judge: SeparateJudge, status: int) -> None:
    """What our own code ends with is no proof of anything: a candidate could get rid of its verdict by it."""
    trial = judge.judge(cases(1), Candidate(f"import os\ndef f(x): os._exit({status})"))

    assert trial.verdict in (Verdict.CRASHED, Verdict.OUT_OF_MEMORY)
    assert status == 70 or "status" not in trial.detail


def test_a_candidate_that_closes_the_channel_is_told_so_in_words(judge: SeparateJudge) -> None:
    trial = judge.judge(cases(1), Candidate("import os\ndef f(x):\n os.close(3)\n return 3"))

    assert trial.verdict in (Verdict.CRASHED, Verdict.FAILED)
    assert "status" not in trial.detail


def test_arguments_that_the_interpreter_cannot_read_are_a_fault(tmp_path: Path) -> None:
    """No candidate can be called with an array where numpy is missing, and none is to blame for it."""
    numpy = pytest.importorskip("numpy")
    venv.create(tmp_path / "bare", symlinks=True)
    python = str(tmp_path / "bare" / "bin" / "python")
    if subprocess.run([python, "-c", "import numpy"], capture_output=True).returncode == 0:
        pytest.skip("the interpreter itself brings numpy")

    with WarmPython(python=python) as sandbox, SeparateJudge(sandbox) as bare:
        trial = bare.judge(cases(numpy.array([1, 2])), Candidate("def f(x): return 2"))

    assert trial.verdict is None
    assert trial.fault.endswith("cannot read the arguments: Malformed: ndarray without the module 'numpy'")
