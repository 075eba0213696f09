"""Libraries that a problem needs: their lack is never the candidate's failure, and a candidate cannot feign it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.judges.separate import SeparateJudge
from assay.judges.shared import SharedJudge
from assay.records import Candidate, Limits, Problem, Suite, SuiteStyle, Trial, Verdict
from assay.sandbox.warm import WarmPython

TESTS = "import unittest\nclass T(unittest.TestCase):\n  def test_a(self): self.assertEqual(f(), 1)\n"
RIGHT = "def f(): return 1\n"
LAZY = "def f():\n    import no_such_library_here\n    return 1\n"


@pytest.fixture(scope="module", params=[SharedJudge, SeparateJudge], ids=["shared", "separate"])
def judge(request: pytest.FixtureRequest) -> Iterator[SharedJudge | SeparateJudge]:
    with WarmPython() as sandbox:
        yield request.param(sandbox, Limits(seconds=20))


def trial(judge: SharedJudge | SeparateJudge, source: str, *, libraries: tuple[str, ...], reference: str) -> Trial:
    suite = Suite("f", TESTS, SuiteStyle.UNITTEST)
    return judge.judge(Problem("p", suite, reference=reference, libraries=libraries), Candidate(source))


def test_a_problem_whose_library_is_missing_is_unjudged(judge: SharedJudge | SeparateJudge) -> None:
    found = trial(judge, RIGHT, libraries=("json", "no_such_library_here"), reference=RIGHT)

    assert found.verdict is None
    assert found.fault.startswith("needs the library no_such_library_here, which cannot be imported by Python 3.")
    assert found.settled


def test_a_library_that_is_there_is_no_reason(judge: SharedJudge | SeparateJudge) -> None:
    assert trial(judge, RIGHT, libraries=("json",), reference=RIGHT).verdict is Verdict.PASSED


def test_a_library_that_the_reference_lacks_only_when_it_runs_leaves_everybody_unjudged(
    judge: SharedJudge | SeparateJudge,
) -> None:
    found = trial(judge, LAZY, libraries=("json",), reference=LAZY)

    assert found.verdict is None
    assert "No module named 'no_such_library_here'" in found.fault


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(LAZY, id="a library of its own choice"),
        pytest.param("def f(): raise ModuleNotFoundError(\"No module named 'json'\")\n", id="feigned"),
        pytest.param("import no_such_library_here\n" + RIGHT, id="while it is loaded"),
        pytest.param("def f(): raise PermissionError(1, 'Operation not permitted')\n", id="feigned refusal"),
    ],
)
def test_what_only_the_candidate_lacks_is_its_failure(judge: SharedJudge | SeparateJudge, source: str) -> None:
    found = trial(judge, source, libraries=("json",), reference=RIGHT)

    assert found.verdict in (Verdict.CRASHED, Verdict.FAILED)


def test_what_the_sandbox_refuses_to_the_reference_too_is_nobodys_failure() -> None:
    starts = "import subprocess\ndef f(): return subprocess.run(['true']).returncode + 1\n"
    with WarmPython() as sandbox:
        found = trial(SharedJudge(sandbox, Limits(seconds=20)), starts, libraries=(), reference=starts)

    assert found.verdict is None
    assert "PermissionError" in found.fault


CATCHING = """import subprocess
def f():
    try: return subprocess.run(['true']).returncode + 1
    except OSError: return 0
"""


def test_a_refusal_that_the_reference_catches_is_nobodys_failure() -> None:
    starts = "import subprocess\ndef f(): return subprocess.run(['true']).returncode + 1\n"
    with WarmPython() as sandbox:
        found = trial(SharedJudge(sandbox, Limits(seconds=20)), starts, libraries=(), reference=CATCHING)

    assert found.verdict is None
    assert "it was refused subprocess.Popen" in found.fault


def test_a_reference_that_passes_in_spite_of_a_refusal_decides_against_the_candidate() -> None:
    starts = "import subprocess\ndef f(): return subprocess.run(['true']).returncode + 1\n"
    catching = CATCHING.replace("return 0", "return 1")
    with WarmPython() as sandbox:
        found = trial(SharedJudge(sandbox, Limits(seconds=20)), starts, libraries=(), reference=catching)

    assert found.verdict in (Verdict.CRASHED, Verdict.FAILED)


def test_a_wrong_candidate_that_was_refused_nothing_fails_whatever_the_reference_does() -> None:
    with WarmPython() as sandbox:
        found = trial(SharedJudge(sandbox, Limits(seconds=20)), "def f(): return 2\n", libraries=(), reference=CATCHING)

    assert found.verdict is Verdict.FAILED
