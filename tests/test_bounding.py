"""However much a candidate says, a trial has room in a store and in a report."""

from __future__ import annotations

import json
import random

import pytest

from assay.bounding import bounded
from assay.engines.workplace import trimmed
from assay.judges.separate import SeparateJudge
from assay.records import (
    Candidate,
    Case,
    CaseOutcome,
    Cases,
    CaseStatus,
    Execution,
    Problem,
    Suspicion,
    SuspicionKind,
    Trial,
    Verdict,
)
from assay.sandbox.warm import WarmPython
from assay.store.codec import pack

MOST = 350_000
NOISE = "".join(map(chr, random.Random(7).choices(range(0x4E00, 0x9FFF), k=40_000)))
"""Characters of three bytes each that do not compress."""


def loud(**fields: object) -> Trial:
    given: dict[str, object] = {"verdict": Verdict.CRASHED, **fields}
    return Trial("p", Candidate("x"), **given)  # type: ignore[arg-type]  # fields of a trial by name


LOUD = {
    "errors": loud(outcomes=(CaseOutcome(CaseStatus.CRASHED, error=NOISE),) * 500),
    "values": loud(outcomes=(CaseOutcome(CaseStatus.FAILED, actual=NOISE, expected=NOISE),) * 500),
    "many short": loud(outcomes=(CaseOutcome(CaseStatus.FAILED, actual=NOISE[:300], error=NOISE[:300]),) * 5000),
    "detail": loud(detail=NOISE * 100),
    "fault": loud(verdict=None, fault=NOISE * 100),
    "suspicions": loud(suspicions=(Suspicion(SuspicionKind.GARBAGE, NOISE),) * 64),
    "output": loud(executions=(Execution(1, stdout=NOISE.encode(), stderr=NOISE.encode()),) * 500),
    "all": loud(
        outcomes=(CaseOutcome(CaseStatus.CRASHED, error=NOISE, actual=NOISE),) * 500,
        detail=NOISE,
        suspicions=(Suspicion(SuspicionKind.GARBAGE, NOISE),) * 64,
        executions=(Execution(1, stdout=NOISE.encode(), stderr=b"\xff" * 100_000),) * 500,
    ),
}


@pytest.mark.parametrize("kind", LOUD)
def test_what_is_kept_of_a_loud_candidate_is_bounded(kind: str) -> None:
    trial = trimmed(LOUD[kind])

    assert len(pack(trial).body) < MOST
    assert len(json.dumps(trial.to_dict(), ensure_ascii=False).encode()) < MOST + 200 * len(trial.outcomes) + 400_000
    assert [outcome.status for outcome in trial.outcomes] == [outcome.status for outcome in LOUD[kind].outcomes]


def test_the_first_cases_keep_their_texts() -> None:
    outcomes = tuple(CaseOutcome(CaseStatus.CRASHED, error=f"{number} " + "e" * 2000) for number in range(1000))

    kept = bounded(loud(outcomes=outcomes)).outcomes

    assert kept[:40] == outcomes[:40]
    assert kept[100].error.startswith("100 eee")
    assert len(kept[100].error) < 100


def test_an_honest_trial_stays_as_it_is() -> None:
    outcomes = tuple(CaseOutcome(CaseStatus.FAILED, actual="1", expected="2", error="e" * 100) for _ in range(100))
    trial = loud(outcomes=outcomes, detail="why", executions=(Execution(1, stdout=b"out", stderr=b"err"),))

    assert bounded(trial) == trial


CANDIDATES = {
    "long messages": "def f(x):\n    raise ValueError(chr(0x4e00 + x) * 100_000)\n",
    "long names": "def f(x):\n    raise type('E' * 100_000, (Exception,), {})('m' * 100_000)\n",
    "long notes": "def f(x):\n    e = ValueError('x' * 9999)\n    e.add_note('n' * 999_999)\n    raise e\n",
    "long causes": (
        "def f(x):\n    try:\n        1 / 0\n    except Exception as e:\n     raise ValueError('x' * 999_999) from e\n"
    ),
    "long values": "def f(x):\n    return [str(x) * 1000] * 1000\n",
    "long output": "import sys\ndef f(x):\n    print('o' * 99_999)\n    print('e' * 99_999, file=sys.stderr)\n",
    "crashing": "import os\ndef f(x):\n    os.write(2, b'e' * 99_999)\n    os.abort()\n",
}


@pytest.mark.parametrize("kind", CANDIDATES)
def test_a_candidate_cannot_make_its_trial_large(kind: str) -> None:
    problem = Problem("p", Cases("f", tuple(Case((number,), number) for number in range(100))))
    with WarmPython() as sandbox, SeparateJudge(sandbox) as judge:
        trial = judge.judge(problem, Candidate(CANDIDATES[kind]))

    assert len(trial.outcomes) == 100
    assert len(pack(trimmed(trial)).body) < MOST
    assert sum(len(outcome.error) + len(outcome.actual) for outcome in trial.outcomes) < 200_000
