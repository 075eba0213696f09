"""Right programs pass their tests also where nothing tells which values these expect."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.judges.shared import SharedJudge
from assay.records import Candidate, Limits, NativeSuite, Problem
from tests.granted import programs
from tests.honest.native import TESTED
from tests.judges.native_languages import needs

QUICK = ("perl !=", "bash label", "js label")
NOTED = ("weak control: ", "no control: ")


@pytest.fixture(scope="module")
def judge() -> Iterator[SharedJudge]:
    with programs() as sandbox:
        yield SharedJudge(sandbox, Limits(seconds=10.0))


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in TESTED]
)
def test_a_right_program_passes(judge: SharedJudge, name: str) -> None:
    language, tests, source = TESTED[name]
    needs(language)
    problem = Problem("f", NativeSuite(tests, entry_point="f"), language=language)
    trial = judge.judge(problem, Candidate(source))

    assert trial.passed, (trial.detail, trial.fault)
    assert not trial.suspicions
    assert not trial.detail or trial.detail.startswith(NOTED)
