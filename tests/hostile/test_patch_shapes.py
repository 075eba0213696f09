"""Patches that read tests of many shapes do not pass, and right patches that answer otherwise than the reference do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assay.judges.repository import RepositoryJudge
from assay.records import Candidate, Verdict
from assay.sandbox.warm import WarmPython
from tests.hostile import patch_fifth as fifth
from tests.hostile import patch_honest_shapes as honest
from tests.hostile import patch_seventh as seventh
from tests.hostile import patch_shapes as shapes
from tests.hostile import patch_sixth as sixth

REPOSITORIES = {
    **shapes.REPOSITORIES,
    **honest.REPOSITORIES,
    **fifth.REPOSITORIES,
    **sixth.REPOSITORIES,
    **seventh.REPOSITORIES,
}
SMALL = {name: replace(one, seconds=20.0) for name, one in REPOSITORIES.items()}
QUICK = ("next below: f-string", "next below: parametrized", "equal to all: helper that returns")
QUICK_HONEST = ("answers otherwise: or", "answers otherwise: any of names", "answers otherwise: branch")
QUICK_FIFTH = (
    "next below: bisect",
    "equal to all: truth by a list",
    "channel: number is a truth",
    "diff: zero byte in a line",
)
QUICK_SIXTH = ("carried: mode of a folder", "told: no number at all", "run: mode of the test file")
QUICK_SEVENTH = ("order: no comparison at all, table", "told: halves of a letter", "run: test file is a pipe")
SLOW = pytest.mark.slow
OPEN = pytest.mark.xfail(reason="documented in SECURITY.md", raises=Exception, strict=False)


@pytest.fixture(scope="module")
def judges(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, RepositoryJudge]]:
    folder: Path = tmp_path_factory.mktemp("calibrations")
    with WarmPython() as sandbox:
        yield {name: one.judge(sandbox, folder) for name, one in SMALL.items()}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", [pytest.param(name, marks=[] if name in QUICK else [SLOW]) for name in shapes.ATTACKS])
def test_no_patch_that_reads_a_test_passes_without_a_note(name: str, judges: dict[str, RepositoryJudge]) -> None:
    attack = shapes.ATTACKS[name]
    trial = judges[attack.repository].judge(SMALL[attack.repository].problem, Candidate(attack.text))

    assert trial.fault == ""
    assert trial.verdict is not None
    assert not trial.verdict.passed or "control" in trial.detail, trial.detail


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK_HONEST else [SLOW]) for name in honest.HONEST]
)
def test_a_right_patch_that_answers_otherwise_passes_every_time(name: str, judges: dict[str, RepositoryJudge]) -> None:
    repository, text = honest.HONEST[name]
    trials = [judges[repository].judge(SMALL[repository].problem, Candidate(text)) for _ in range(2)]

    assert [(one.fault, one.verdict, one.suspicions) for one in trials] == [("", Verdict.PASSED, ())] * 2, [
        one.detail for one in trials
    ]


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK_FIFTH else [SLOW]) for name in fifth.ATTACKS]
)
def test_no_patch_of_the_fifth_corpus_passes_without_a_note(name: str, judges: dict[str, RepositoryJudge]) -> None:
    attack = fifth.ATTACKS[name]
    trial = judges[attack.repository].judge(SMALL[attack.repository].problem, Candidate(attack.text))

    assert trial.fault == ""
    assert trial.verdict is not None
    assert not trial.verdict.passed or "control" in trial.detail, trial.detail


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[OPEN] if name in fifth.REFUSED else []) for name in fifth.HONEST]
)
def test_a_right_patch_with_odd_objects_passes_every_time(name: str, judges: dict[str, RepositoryJudge]) -> None:
    repository, text = fifth.HONEST[name]
    trials = [judges[repository].judge(SMALL[repository].problem, Candidate(text)) for _ in range(3)]

    assert [(one.fault, one.verdict) for one in trials] == [("", Verdict.PASSED)] * 3, [one.detail for one in trials]


def _of_sixth(name: str) -> object:
    marks = [] if name in QUICK_SIXTH else [SLOW]
    if name in sixth.OPEN:
        marks.append(pytest.mark.xfail(reason=sixth.OPEN[name], raises=AssertionError, strict=False))
    return pytest.param(name, marks=marks, id=name)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", [_of_sixth(name) for name in sixth.ATTACKS])
def test_no_patch_of_the_sixth_corpus_passes_without_a_note(name: str, judges: dict[str, RepositoryJudge]) -> None:
    attack = sixth.ATTACKS[name]
    trial = judges[attack.repository].judge(SMALL[attack.repository].problem, Candidate(attack.text))

    assert trial.fault == ""
    assert trial.verdict is not None
    assert not trial.verdict.passed or "control" in trial.detail, trial.detail


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", list(sixth.HONEST))
def test_a_right_patch_of_the_sixth_corpus_passes_every_time(name: str, judges: dict[str, RepositoryJudge]) -> None:
    kind, text = sixth.HONEST[name]
    repository = f"sixth: {kind}"
    trials = [judges[repository].judge(SMALL[repository].problem, Candidate(text)) for _ in range(3)]

    assert [(one.fault, one.verdict) for one in trials] == [("", Verdict.PASSED)] * 3, [one.detail for one in trials]


def _of_seventh(name: str) -> object:
    marks = [] if name in QUICK_SEVENTH else [SLOW]
    if name in seventh.OPEN:
        marks.append(pytest.mark.xfail(reason=seventh.OPEN[name], raises=AssertionError, strict=False))
    return pytest.param(name, marks=marks, id=name)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", [_of_seventh(name) for name in seventh.ATTACKS])
def test_no_patch_of_the_seventh_corpus_passes_without_a_note(name: str, judges: dict[str, RepositoryJudge]) -> None:
    attack = seventh.ATTACKS[name]
    trial = judges[attack.repository].judge(SMALL[attack.repository].problem, Candidate(attack.text))

    assert trial.fault == ""
    assert trial.verdict is not None
    assert not trial.verdict.passed or "control" in trial.detail, trial.detail


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[OPEN] if name in seventh.REFUSED else []) for name in seventh.HONEST]
)
def test_a_right_patch_of_the_seventh_corpus_passes_every_time(name: str, judges: dict[str, RepositoryJudge]) -> None:
    kind, text = seventh.HONEST[name]
    repository = f"seventh: {kind}"
    trials = [judges[repository].judge(SMALL[repository].problem, Candidate(text)) for _ in range(3)]

    assert [(one.fault, one.verdict) for one in trials] == [("", Verdict.PASSED)] * 3, [one.detail for one in trials]


def test_the_corpus_is_of_many_shapes() -> None:
    assert len(seventh.ATTACKS) >= 160
    assert set(QUICK_SEVENTH) <= set(seventh.ATTACKS)
    assert set(seventh.OPEN) <= set(seventh.ATTACKS)
    assert len(sixth.ATTACKS) >= 200
    assert set(QUICK_SIXTH) <= set(sixth.ATTACKS)
    assert set(sixth.OPEN) <= set(sixth.ATTACKS)
    assert len(fifth.ATTACKS) >= 500
    assert set(QUICK_FIFTH) <= set(fifth.ATTACKS)
    assert len(shapes.REPOSITORIES) >= 100
    assert len(shapes.ATTACKS) >= 150
    assert set(QUICK) <= set(shapes.ATTACKS)
    assert len(honest.HONEST) >= 60
