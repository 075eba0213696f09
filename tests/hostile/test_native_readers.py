"""Programs that read their tests, leave word for the next run, or end runs otherwise: none passes but by a guess."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.judges.native import SOMETIMES, TURNED_OFF
from assay.judges.shared import SharedJudge
from assay.records import Candidate, Limits, Problem, Trial
from tests.granted import programs
from tests.hostile.native_guessers import GUESS, NEVER, PROGRAMS, Entry
from tests.hostile.native_readers import ENTRIES, KEEPERS
from tests.hostile.test_native_guessers import problem_in

LEAVES_WORD = [name for name in KEEPERS if name.startswith("word ")]
QUICK = ("perl", "javascript")
"""Languages whose readers the fast tests try."""


@pytest.fixture(scope="module")
def judge() -> Iterator[SharedJudge]:
    with programs() as sandbox:
        yield SharedJudge(sandbox, Limits(seconds=1.0))


def _judged(judge: SharedJudge, problem: Problem, source: str) -> Trial:
    trial = judge.judge(problem, Candidate(source))
    if "apt install" in trial.fault:
        pytest.skip(trial.fault)
    assert trial.fault == ""
    return trial


def _named(entries: list[Entry]) -> list[str]:
    return [f"{entry.language}: {entry.mechanism}" for entry in entries]


def test_there_are_many_and_each_is_another() -> None:
    assert len(ENTRIES) >= 85
    assert len(set(_named(ENTRIES))) == len({entry.source for entry in ENTRIES}) == len(ENTRIES)


@pytest.mark.parametrize(
    "language", [*QUICK, *(pytest.param(n, marks=pytest.mark.slow) for n in PROGRAMS if n not in QUICK)]
)
@pytest.mark.timeout(900)
def test_no_program_passes_that_reads_its_tests_or_breaks_off(judge: SharedJudge, language: str) -> None:
    problem = problem_in(language)
    assert _judged(judge, problem, problem.reference).passed
    entries = [entry for entry in ENTRIES if entry.language == language and entry.expected == NEVER]

    assert _named([entry for entry in entries if _judged(judge, problem, entry.source).passed]) == []


@pytest.mark.parametrize("mechanism", LEAVES_WORD)
def test_no_run_finds_what_another_left(judge: SharedJudge, mechanism: str) -> None:
    """A program that lies unless it finds the word lies in all runs, and is refused for it."""
    trial = _judged(judge, problem_in("bash"), KEEPERS[mechanism])

    assert trial.detail == TURNED_OFF


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_what_the_machine_counts_helps_no_more_than_a_guess(judge: SharedJudge) -> None:
    entries = [entry for entry in ENTRIES if entry.expected == GUESS]
    trials = [(entry, _judged(judge, problem_in(entry.language), entry.source)) for entry in entries for _ in range(5)]
    passed = [entry for entry, trial in trials if trial.passed]

    assert {trial.detail for _, trial in trials} >= {SOMETIMES, TURNED_OFF}
    assert len(passed) <= 6, _named(passed)
