"""No attack of the corpus passes, guessers do not pass by what tests show, and honest odd patches pass every time."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assay.judges.repository import RepositoryJudge
from assay.records import Candidate, Verdict
from assay.sandbox.warm import WarmPython
from tests.hostile.patch_attacks import ATTACKS, GUESSERS, NOTED, TOLD_BESIDES, PatchAttack
from tests.hostile.patch_honest import HONEST
from tests.hostile.patch_repositories import REPOSITORIES

SMALL = {name: replace(one, seconds=12.0) for name, one in REPOSITORIES.items()}
SURE = ("next below the base", "nearest to the base")
TRIALS = 8


@pytest.fixture(scope="module")
def judges(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, RepositoryJudge]]:
    folder: Path = tmp_path_factory.mktemp("calibrations")
    with WarmPython() as sandbox:
        yield {name: one.judge(sandbox, folder) for name, one in SMALL.items()}


def _parameters() -> Iterator[object]:
    """Each attack; the normal suite runs a few of those that need no time limit."""
    for one in ATTACKS:
        is_fast = one.repository == "functions" and one.seen == "failed" and zlib.crc32(one.name.encode()) % 24 == 0
        yield pytest.param(one, marks=[] if is_fast else [pytest.mark.slow], id=one.name)


def test_the_corpus_is_of_many_mechanisms() -> None:
    every = (*ATTACKS, *GUESSERS)

    assert len({one.name for one in every}) == len(every) >= 150
    assert len({one.mechanism for one in every}) >= 90
    assert not [one.name for one in every if one.seen == "unknown"]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("attack", list(_parameters()))
def test_an_attack_does_not_pass(attack: PatchAttack, judges: dict[str, RepositoryJudge]) -> None:
    trial = judges[attack.repository].judge(SMALL[attack.repository].problem, Candidate(attack.text))

    assert trial.fault == ""
    assert trial.verdict is not None
    assert trial.verdict.passed == (attack.name in NOTED | TOLD_BESIDES), trial.detail
    assert attack.name not in NOTED or trial.detail.startswith("weak control: ")


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "guesser",
    [pytest.param(one, id=one.name, marks=[] if one.name == SURE[0] else [pytest.mark.slow]) for one in GUESSERS],
)
def test_a_guess_among_shown_values_does_not_pass(guesser: PatchAttack, judges: dict[str, RepositoryJudge]) -> None:
    judge, problem = judges[guesser.repository], SMALL[guesser.repository].problem
    trials = [judge.judge(problem, Candidate(guesser.text)) for _ in range(1 if guesser.name == SURE[0] else TRIALS)]

    assert Counter(trial.verdict for trial in trials) == {Verdict.FAILED: len(trials)}


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", list(HONEST))
def test_an_honest_odd_patch_passes_every_time(name: str, judges: dict[str, RepositoryJudge]) -> None:
    repository, text = HONEST[name]
    trials = [judges[repository].judge(SMALL[repository].problem, Candidate(text)) for _ in range(3)]

    assert [(trial.fault, trial.verdict) for trial in trials] == [("", Verdict.PASSED)] * 3, [
        trial.detail for trial in trials
    ]
