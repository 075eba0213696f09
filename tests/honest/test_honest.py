"""Unusual but right candidates: all of them pass in plain Python, and Assay must say the same without suspicion."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Limits, Verdict
from assay.sandbox.warm import WarmPython
from tests.checks import complaint
from tests.honest.corpus import ENTRIES
from tests.honest.support import Honest

ROOT = Path(__file__).resolve().parents[2]
PARAMETERS = [pytest.param(entry, id=entry.name) for entry in ENTRIES]


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=2)) as made:
        yield made


@pytest.fixture(scope="module")
def plain_python() -> dict[str, str]:
    """What went wrong with each entry in plain Python, by its name."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "src")))}
    command = [sys.executable, "-m", "tests.honest.oracle"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
    told: dict[str, str] = json.loads(done.stdout)
    return told


@pytest.mark.parametrize("entry", PARAMETERS)
def test_an_honest_candidate_passes_without_suspicion(judge: SeparateJudge, entry: Honest) -> None:
    if entry.needs:
        pytest.importorskip(entry.needs)

    trial = judge.judge(entry.problem, Candidate(entry.source))

    assert (trial.verdict, complaint(trial), trial.suspicions, trial.fault) == (Verdict.PASSED, "", (), "")


@pytest.mark.slow
@pytest.mark.parametrize("entry", PARAMETERS)
def test_an_honest_candidate_is_right_in_plain_python(plain_python: dict[str, str], entry: Honest) -> None:
    if entry.needs:
        pytest.importorskip(entry.needs)

    assert plain_python[entry.name] == ""


def test_no_two_entries_are_alike() -> None:
    names, sources = Counter(entry.name for entry in ENTRIES), Counter(entry.source for entry in ENTRIES)

    assert [name for name, count in names.items() if count > 1] == []
    assert [source for source, count in sources.items() if count > 1] == []
