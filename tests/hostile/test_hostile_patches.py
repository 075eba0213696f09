"""No hostile patch resolves a problem, none brings the judge down, and the next patch is judged all the same."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.judges.repository import MOST_PATCH_BYTES, RepositoryJudge
from assay.records import Candidate, SuspicionKind, Verdict
from assay.repositories.recipes import Runner
from assay.sandbox.warm import WarmPython
from tests.hostile.patches import HostilePatch, load
from tests.repositories.small import GOLD, Small

HOSTILE = load()
SMALL = {runner: Small.of(runner) for runner in Runner}


@pytest.fixture(scope="module")
def judges(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Runner, RepositoryJudge]]:
    folder: Path = tmp_path_factory.mktemp("calibrations")
    with WarmPython() as sandbox:
        yield {runner: small.judge(sandbox, folder) for runner, small in SMALL.items()}


def test_there_are_many() -> None:
    assert len(HOSTILE) >= 125


def _parameters() -> Iterator[object]:
    """Each hostile patch; `make test` runs one in eight, and `make test-all` all."""
    for one in HOSTILE:
        marks = [] if zlib.crc32(one.name.encode()) % 8 == 0 else [pytest.mark.slow]
        yield pytest.param(one, marks=marks, id=one.name)


@pytest.mark.parametrize("hostile", list(_parameters()))
def test_a_hostile_patch_does_not_resolve(hostile: HostilePatch, judges: dict[Runner, RepositoryJudge]) -> None:
    trial = judges[hostile.runner].judge(SMALL[hostile.runner].problem, Candidate(hostile.text))

    assert trial.fault == ""
    assert trial.verdict in hostile.verdicts, trial.detail
    kinds = {str(suspicion.kind) for suspicion in trial.suspicions}
    if hostile.suspicion == SuspicionKind.LYING_TESTS and "_PASS tests do not pass" in trial.detail:
        return  # its answers were wrong in the hidden run, and it had no other
    assert not hostile.suspicion or hostile.suspicion in kinds, trial


@pytest.mark.parametrize("runner", list(Runner))
def test_after_all_of_them_the_reference_still_resolves(runner: Runner, judges: dict[Runner, RepositoryJudge]) -> None:
    trial = judges[runner].judge(SMALL[runner].problem, Candidate(GOLD))

    assert (trial.fault, trial.detail, trial.verdict) == ("", "", Verdict.PASSED)
    assert trial.suspicions == ()


def test_a_huge_patch_is_invalid(judges: dict[Runner, RepositoryJudge]) -> None:
    huge = GOLD + "#" * MOST_PATCH_BYTES

    trial = judges[Runner.PYTEST].judge(SMALL[Runner.PYTEST].problem, Candidate(huge))

    assert trial.verdict is Verdict.INVALID
    assert "bytes" in trial.detail
