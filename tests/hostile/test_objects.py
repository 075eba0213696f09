"""No candidate passes by objects, exceptions or methods of its own, and the references still do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Limits, Verdict
from assay.sandbox.warm import WarmPython
from tests.hostile.objects import HOSTILE_OBJECTS, PROBLEMS, Classes, HostileObject


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=2)) as made:
        yield made


def test_there_are_many_and_all_differ() -> None:
    names = Counter(entry.name for entry in HOSTILE_OBJECTS)

    assert len(HOSTILE_OBJECTS) >= 80
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("entry", [pytest.param(entry, id=entry.name) for entry in HOSTILE_OBJECTS])
def test_it_does_not_pass(judge: SeparateJudge, entry: HostileObject) -> None:
    trial = judge.judge(entry.problem, Candidate(entry.source))

    assert trial.fault == ""
    assert trial.verdict in entry.expected, trial.detail


@pytest.mark.parametrize("classes", [pytest.param(classes, id=classes.name) for classes in PROBLEMS])
def test_the_reference_passes_its_control(judge: SeparateJudge, classes: Classes) -> None:
    trial = judge.judge(classes.problem, Candidate(classes.reference))

    assert trial.verdict is Verdict.PASSED
    assert trial.detail.startswith("weak control: objects of its own may decide ")
