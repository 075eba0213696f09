"""A folder in which the tests of a repository can be run again by hand."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.evaluation.repository_replay import write_folder
from assay.records import Candidate, Problem, ProblemKind, Repository, Trial, Verdict
from assay.repositories.recipes import EnvironmentRecipe, Runner
from tests.repositories.small import BASE, FIXED, GOLD, Small, SmallCheckouts, patch

RECIPE = EnvironmentRecipe("small", "it", "3.11", variables=(("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1"),))


def replayed(small: Small, candidate: str, folder: Path, recipe: EnvironmentRecipe = RECIPE) -> Path:
    """Return the script that runs a candidate's tests again."""
    trial = Trial("small", Candidate(candidate), Verdict.FAILED)
    return write_folder(small.problem, trial, folder / "again", SmallCheckouts(small.files, recipe))


def run(script: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["sh", str(script)], capture_output=True, timeout=120)


def test_the_script_applies_both_patches_and_runs_the_tests(tmp_path: Path) -> None:
    small = Small.of(Runner.UNITTEST)
    recipe = EnvironmentRecipe("small", "it", "3.11", runner=Runner.UNITTEST)

    done = run(replayed(small, GOLD, tmp_path, recipe))

    assert done.returncode == 0, done.stderr.decode()
    assert b"Ran 3 tests" in done.stderr
    assert (tmp_path / "again/testbed/README").read_text() == BASE["README"]


def test_the_script_can_be_run_again_and_inside_a_repository(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    script = replayed(Small(), GOLD.rstrip("\n"), tmp_path)

    first, second = run(script), run(script)

    assert b"4 passed" in first.stdout, first.stderr.decode()
    assert (second.returncode, b"4 passed" in second.stdout) == (0, True), second.stderr.decode()


def test_what_a_candidate_did_to_tests_and_their_configuration_is_taken_back(tmp_path: Path) -> None:
    meddled = {
        **FIXED,
        "tests/test_sums.py": "def test_nothing():\n    pass\n",
        "tests/helpers.py": None,
        "tests/more.py": "kept = 1\n",
        "conftest.py": "raise SystemExit(1)\n",
    }

    done = run(replayed(Small(), patch(BASE, meddled), tmp_path))

    assert b"4 passed" in done.stdout, done.stdout.decode() + done.stderr.decode()
    assert (tmp_path / "again/testbed/tests/helpers.py").read_text() == BASE["tests/helpers.py"]
    assert (tmp_path / "again/testbed/tests/more.py").exists()


def test_tests_that_are_there_need_no_test_patch(tmp_path: Path) -> None:
    check = Repository("it", "base", "", ("tests/test_sums.py::test_count",), files=("tests/test_sums.py",))
    problem = Problem("of\nmine", check, reference=GOLD, kind=ProblemKind.REPOSITORY)
    trial = Trial(problem.id, Candidate(GOLD), Verdict.FAILED)

    done = run(write_folder(problem, trial, tmp_path / "again", SmallCheckouts(BASE, RECIPE)))

    assert (done.returncode, done.stderr) == (0, b"")
    assert b"1 passed" in done.stdout


def test_a_path_that_leaves_the_folder_is_not_touched(tmp_path: Path) -> None:
    outside = patch({"../../conftest.py": "x\n"}, {"../../conftest.py": None})

    script = replayed(Small(), GOLD + outside, tmp_path)

    assert "../../conftest.py" not in script.read_text()


def test_a_folder_that_is_there_is_not_written_into(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="cannot be made"):
        write_folder(Small().problem, Trial("small", Candidate(GOLD), None), tmp_path)
