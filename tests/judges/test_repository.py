"""Patches for small repositories that the tests make: who resolves, who does not, and whom nobody can judge."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assay.judges.base import judge_of
from assay.judges.repository import RepositoryJudge
from assay.records import Candidate, CaseStatus, Repository, SuspicionKind, Trial, Verdict
from assay.repositories.recipes import CompiledFiles, Runner
from assay.sandbox.warm import WarmPython
from tests.repositories.small import BASE, FAIL_TO_PASS, FIXED, GOLD, PASS_TO_PASS, TESTS, Small, SmallCheckouts, patch


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def judge(sandbox: WarmPython, tmp_path_factory: pytest.TempPathFactory) -> RepositoryJudge:
    return Small().judge(sandbox, tmp_path_factory.mktemp("calibrations"))


def judged(judge: RepositoryJudge, source: str | bytes, small: Small | None = None) -> Trial:
    trial = judge.judge((small or Small()).problem, Candidate(source))
    assert trial.judge == "repository"
    return trial


def test_the_reference_resolves_with_every_test_as_a_case(judge: RepositoryJudge) -> None:
    trial = judged(judge, GOLD)

    assert (trial.verdict, trial.fault, trial.detail) == (Verdict.PASSED, "", "")
    assert [outcome.name for outcome in trial.outcomes] == [*FAIL_TO_PASS, *PASS_TO_PASS]
    assert trial.isolation.startswith("shared+")
    assert b" passed" in trial.executions[0].stderr


def test_the_judge_is_found_by_the_check() -> None:
    assert judge_of(Small().problem) == "repository"


@pytest.mark.parametrize("source", ["", "  \n", b""])
def test_an_empty_patch_is_invalid(judge: RepositoryJudge, source: str | bytes) -> None:
    trial = judged(judge, source)

    assert (trial.verdict, trial.detail) == (Verdict.INVALID, "the patch is empty")


def test_a_patch_that_does_not_apply_is_invalid_with_the_reason(judge: RepositoryJudge) -> None:
    trial = judged(judge, patch({"pkg/other.py": "x = 1\n"}, {"pkg/other.py": "x = 2\n"}))

    assert trial.verdict is Verdict.INVALID
    assert "pkg/other.py" in trial.detail


def test_what_breaks_a_test_that_passed_fails(judge: RepositoryJudge) -> None:
    broken = FIXED["pkg/sums.py"].replace("len(numbers)", "len(numbers) + 1")
    trial = judged(judge, patch(BASE, {"pkg/sums.py": broken}))

    assert trial.verdict is Verdict.FAILED
    assert trial.detail.startswith("0 of 3 FAIL_TO_PASS and 1 of 1 PASS_TO_PASS tests do not pass")
    assert [outcome.status for outcome in trial.outcomes][-1] is CaseStatus.FAILED


@pytest.mark.parametrize(
    ("source", "by"),
    [
        pytest.param(GOLD.rstrip("\n"), "", id="last newline left out"),
        pytest.param(re.sub(r"@@ .* @@", "@@ -1,9 +1,9 @@", GOLD), "git apply --recount", id="wrong counts"),
        pytest.param(GOLD.replace(" def count", " def counted"), "patch --fuzz=5", id="context off"),
        pytest.param(GOLD.replace("\n", "\r\n"), "git apply --recount", id="ends of lines"),
        pytest.param(f"From 1 Mon Sep 17 00:00:00 2001\n---\n\n{GOLD}-- \n2.39.2\n", "", id="format-patch"),
        pytest.param(f"Here it is:\n```diff\n{GOLD}```\nIt adds.\n", "", id="words around"),
    ],
)
def test_patches_of_models_are_applied_by_fallbacks(judge: RepositoryJudge, source: str, by: str) -> None:
    trial = judged(judge, source)

    assert trial.verdict is Verdict.PASSED, trial.detail
    assert trial.detail == (f"applied by {by}" if by else "")


def test_a_diff_without_prefixes_is_invalid_as_upstream_has_it(judge: RepositoryJudge) -> None:
    assert judged(judge, re.sub(r" [ab]/", " ", GOLD)).verdict is Verdict.INVALID


def test_tests_are_restored_after_the_patch(judge: RepositoryJudge) -> None:
    trial = judged(judge, patch(BASE, {"tests/test_sums.py": "def test_total():\n    pass\n", "README": "x\n"}))

    assert trial.verdict is Verdict.FAILED
    assert trial.suspicions == ()


def test_an_honest_patch_may_bring_tests_and_scripts_of_its_own(judge: RepositoryJudge) -> None:
    own = {"tests/test_more.py": "def test_more():\n    pass\n", "reproduce.py": "print(1)\n", "test.py": "1\n"}
    trial = judged(judge, patch(BASE, {**FIXED, **own, "tests/helpers.py": "x = 1\n"}))

    assert (trial.verdict, trial.suspicions) == (Verdict.PASSED, ())


def test_test_configuration_is_taken_back_and_suspected_but_fails_nobody(judge: RepositoryJudge) -> None:
    trial = judged(judge, patch(BASE, {**FIXED, "pytest.ini": "[pytest]\naddopts = --collect-only\n"}))

    assert trial.verdict is Verdict.PASSED
    assert [suspicion.kind for suspicion in trial.suspicions] == [SuspicionKind.TEST_CONFIGURATION]
    assert "pytest.ini" in trial.detail


def test_test_configuration_below_a_folder_with_a_line_end_in_its_name_is_taken_back(judge: RepositoryJudge) -> None:
    path = '"b/a\\n/conftest.py"'
    head = f"diff --git {path.replace('b/', 'a/')} {path}\nnew file mode 100644\n--- /dev/null\n+++ {path}\n"
    more = f"{head}@@ -0,0 +1 @@\n+x\n"
    trial = judged(judge, GOLD + more)

    assert trial.verdict is Verdict.PASSED
    assert [suspicion.kind for suspicion in trial.suspicions] == [SuspicionKind.TEST_CONFIGURATION]


def test_configuration_that_the_reference_changes_too_stays(sandbox: WarmPython, tmp_path: Path) -> None:
    both = {**FIXED, "setup.cfg": "[metadata]\nname = pkg\n\n[tool:pytest]\nmarkers = slow\n"}
    small = Small(reference=patch(BASE, both))

    trial = judged(small.judge(sandbox, tmp_path), patch(BASE, both), small)

    assert (trial.verdict, trial.suspicions) == (Verdict.PASSED, ())


def test_compiled_sources_that_only_a_patch_has_leave_nobody_unjudged(sandbox: WarmPython, tmp_path: Path) -> None:
    small = Small({**BASE, "pkg/fast.pyx": "x = 1\n"})
    judge = small.judge(sandbox, tmp_path)
    checkouts = judge.checkouts
    assert isinstance(checkouts, SmallCheckouts)
    judge.checkouts = replace(checkouts, recipe=replace(checkouts.recipe, compiled=CompiledFiles("small==1")))

    own = judged(judge, patch(BASE, {"pkg/own.h": "int x;\n", "README": "x\n"}), small)
    known = judged(judge, patch(small.files, {"pkg/fast.pyx": "x = 2\n"}), small)

    assert (own.verdict, own.fault) == (Verdict.FAILED, "")
    assert "compiled files are taken from a release" in known.fault


@pytest.mark.timeout(600)  # each of three draws takes eight seconds of a CPU that others use, too
@pytest.mark.parametrize(
    ("body", "verdicts"),
    [
        pytest.param("while True:\n        pass", {Verdict.TIMED_OUT}, id="time"),
        pytest.param(
            "held = []\n    while True:\n        held.append(b'x' * (1 << 24))",
            {Verdict.OUT_OF_MEMORY, Verdict.FAILED},  # the kernel ends it, or Python says that there is no more
            id="memory",
        ),
        pytest.param(
            "import os\n    while True:\n        os.fork()", {Verdict.TIMED_OUT, Verdict.FAILED}, id="fork bomb"
        ),
    ],
)
def test_limits_end_a_run(sandbox: WarmPython, tmp_path: Path, body: str, verdicts: set[Verdict]) -> None:
    small = replace(Small.of(Runner.FUNCTIONS), seconds=8.0)
    text = f"def count(numbers):\n    return len(numbers)\n\n\ndef total(numbers):\n    {body}\n"
    trial = judged(small.judge(sandbox, tmp_path), patch(BASE, {"pkg/sums.py": text}), small)

    assert trial.fault == ""
    assert trial.verdict in verdicts


@pytest.mark.parametrize("runner", [Runner.UNITTEST, Runner.FUNCTIONS])
def test_every_runner_tells_right_from_wrong(sandbox: WarmPython, tmp_path: Path, runner: Runner) -> None:
    small = Small.of(runner)
    judge = small.judge(sandbox, tmp_path)

    right = judged(judge, GOLD, small)
    wrong = judged(judge, patch(BASE, {"README": "x\n"}), small)

    assert (right.verdict, right.detail, wrong.verdict) == (Verdict.PASSED, "", Verdict.FAILED)
    assert len(right.outcomes) == len(small.fail_to_pass) + len(small.pass_to_pass)


def test_ids_that_do_not_behave_are_set_aside_and_shown(sandbox: WarmPython, tmp_path: Path) -> None:
    small = Small(
        fail_to_pass=(*FAIL_TO_PASS, "tests/test_sums.py::test_count"),
        pass_to_pass=("tests/test_sums.py::gone", "[100%]"),
    )
    trial = judged(small.judge(sandbox, tmp_path), GOLD, small)

    assert trial.verdict is Verdict.PASSED
    assert [outcome.name for outcome in trial.outcomes] == [*FAIL_TO_PASS, "tests/test_sums.py::test_count"]
    assert trial.detail.startswith("3 not as labelled here: tests/test_sums.py::test_count")


@pytest.mark.parametrize(
    ("small", "why"),
    [
        pytest.param(Small(fail_to_pass=PASS_TO_PASS, pass_to_pass=()), "passes on this machine before", id="no fault"),
        pytest.param(Small(fail_to_pass=("tests/test_sums.py::gone",)), "do not pass with the reference", id="gone"),
        pytest.param(Small(reference=patch(BASE, {"README": "x\n"})), "do not pass with the reference", id="no fix"),
        pytest.param(Small(reference="no diff"), "the reference cannot be applied", id="no reference"),
    ],
)
def test_an_instance_that_tells_nothing_here_is_unjudged(
    sandbox: WarmPython, tmp_path: Path, small: Small, why: str
) -> None:
    trial = judged(small.judge(sandbox, tmp_path), GOLD, small)

    assert trial.verdict is None
    assert why in trial.fault


def test_what_a_limit_decided_is_not_kept(sandbox: WarmPython, tmp_path: Path) -> None:
    endless = patch(BASE, {"pkg/sums.py": "def count(numbers):\n    while True: pass\n\n\ntotal = count\n"})
    small = replace(Small.of(Runner.FUNCTIONS), reference=endless, seconds=3.0)

    trial = judged(small.judge(sandbox, tmp_path), GOLD, small)

    assert (trial.verdict, "a limit ended them (time)" in trial.fault) == (None, True)
    assert list(tmp_path.iterdir()) == []


def test_a_test_patch_that_does_not_apply_is_our_fault(sandbox: WarmPython, tmp_path: Path) -> None:
    small = Small()
    problem = small.problem
    assert isinstance(problem.check, Repository)
    broken = replace(problem, check=replace(problem.check, test_patch=patch({"gone.py": "1\n"}, {"gone.py": "2\n"})))

    trial = small.judge(sandbox, tmp_path).judge(broken, Candidate(GOLD))

    assert trial.verdict is None
    assert "the test patch does not apply" in trial.fault


FORGES = (
    "from _pytest.reports import TestReport\n"
    'TestReport.outcome = property(lambda self: "passed", lambda self, value: None)'
)
LEAVES = "import os\nos._exit(1)"


def only_published(then: str, otherwise: str) -> str:
    """A patch that knows the published test file, and does something else where it meets another one."""
    digest = hashlib.sha256(TESTS["tests/test_sums.py"].encode()).hexdigest()
    code = f"{BASE['pkg/__init__.py']}import hashlib\nread = open('tests/test_sums.py', 'rb').read()\n"
    code += (
        f"is_known = hashlib.sha256(read).hexdigest() == {digest!r}\nexec({then!r} if is_known else {otherwise!r})\n"
    )
    return patch(BASE, {"pkg/__init__.py": code})


@pytest.mark.parametrize("otherwise", ["", LEAVES], ids=["behaves", "leaves"])
def test_who_lies_only_about_the_published_tests_does_not_pass(judge: RepositoryJudge, otherwise: str) -> None:
    trial = judged(judge, only_published(FORGES, otherwise))

    assert trial.verdict in (Verdict.FAILED, Verdict.CRASHED)  # no run shows the published text


def test_who_lies_about_tests_that_passed_before_does_not_pass(sandbox: WarmPython, tmp_path: Path) -> None:
    names = [f"test_{number}" for number in range(40)]
    tests = "import pkg.sums\n\n\n" + "".join(f"def {name}():\n    assert pkg.sums.count([1]) == 1\n" for name in names)
    tests += "def test_total():\n    assert pkg.sums.total([1, 2]) == 3\n"
    small = Small(
        tests={"tests/test_sums.py": tests},
        fail_to_pass=("tests/test_sums.py::test_total",),
        pass_to_pass=tuple(f"tests/test_sums.py::{name}" for name in names),
    )
    lies = (
        "import _pytest.python\nreal = _pytest.python.Function.runtest\n"
        "def run(self):\n    if self.name == 'test_total':\n        real(self)\n"
        "_pytest.python.Function.runtest = run\n"
    )
    broken = {"pkg/sums.py": "def total(numbers):\n    return sum(numbers)\n", "pkg/__init__.py": lies}

    trial = judged(small.judge(sandbox, tmp_path), patch(BASE, broken), small)

    assert trial.verdict is Verdict.FAILED
    assert [suspicion.kind for suspicion in trial.suspicions] == [SuspicionKind.LYING_TESTS]


def test_a_test_that_minds_its_own_text_fails_nobody(sandbox: WarmPython, tmp_path: Path) -> None:
    """It fails with every change to its file, with the reference too."""
    own = "def test_text():\n    assert open(__file__).read().count('==') == 5\n"
    small = Small(
        tests={"tests/test_sums.py": TESTS["tests/test_sums.py"] + "\n\n" + own},
        pass_to_pass=(*PASS_TO_PASS, "tests/test_sums.py::test_text"),
    )

    trial = judged(small.judge(sandbox, tmp_path), GOLD, small)

    assert (trial.verdict, trial.suspicions) == (Verdict.PASSED, ())


def test_tests_that_flicker_can_be_set_aside_for_good(sandbox: WarmPython, tmp_path: Path) -> None:
    small = Small()
    judged(small.judge(sandbox, tmp_path), GOLD)
    small.judge(sandbox, tmp_path).set_aside(small.problem, [FAIL_TO_PASS[0], PASS_TO_PASS[0]])

    trial = judged(small.judge(sandbox, tmp_path), GOLD)

    assert [outcome.name for outcome in trial.outcomes] == [*FAIL_TO_PASS[1:]]
    assert "at one time and not at another" in trial.detail

    small.judge(sandbox, tmp_path).set_aside(small.problem, FAIL_TO_PASS)
    unfit = judged(small.judge(sandbox, tmp_path), GOLD)
    assert (unfit.verdict, "no FAIL_TO_PASS test is left" in unfit.fault) == (None, True)


def test_a_calibration_is_made_once(judge: RepositoryJudge, sandbox: WarmPython) -> None:
    judged(judge, GOLD)
    kept = sorted(judge.calibrations.folder.glob("*.json"))
    times = [path.stat().st_mtime_ns for path in kept]

    judged(Small().judge(sandbox, judge.calibrations.folder), patch(BASE, {"README": "x\n"}))

    assert [path.stat().st_mtime_ns for path in kept] == times
