"""A folder in which the tests of a repository can be run again by hand."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.evaluation.repository_replay import write_folder
from assay.records import Candidate, Trial, Verdict
from assay.repositories.recipes import EnvironmentRecipe, Runner
from tests.repositories.small import BASE, GOLD, Small, SmallCheckouts


def test_the_script_applies_both_patches_and_runs_the_tests(tmp_path: Path) -> None:
    small = Small.of(Runner.UNITTEST)
    checkouts = SmallCheckouts(small.files, EnvironmentRecipe("small", "it", "3.11", runner=Runner.UNITTEST))
    trial = Trial("small", Candidate(GOLD), Verdict.FAILED)

    script = write_folder(small.problem, trial, tmp_path / "again", checkouts)
    done = subprocess.run(["sh", str(script)], capture_output=True, timeout=120)

    assert done.returncode == 0, done.stderr.decode()
    assert b"Ran 3 tests" in done.stderr
    assert (tmp_path / "again/testbed/README").read_text() == BASE["README"]


def test_a_folder_that_is_there_is_not_written_into(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="cannot be made"):
        write_folder(Small().problem, Trial("small", Candidate(GOLD), None), tmp_path)
