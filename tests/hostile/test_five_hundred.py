"""Hundreds of hostile candidates in a row leave no process, no file and no file descriptor behind."""

from __future__ import annotations

import contextlib
import gc
import itertools
import os
from collections.abc import Iterable

import pytest

from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Verdict
from assay.sandbox.warm import WarmPython
from tests.hostile import support
from tests.hostile.support import LIMITS, PROBLEMS, TIDY, Hostile, Victims

HOSTILE = [hostile for hostile in support.load() if hostile.kind != "honest" and hostile.possible]
SLOW = {Verdict.TIMED_OUT, Verdict.OUT_OF_MEMORY}


def test_sixty_hostile_candidates_leave_nothing_behind() -> None:
    """A quick cross-section: every eighth file, those that only wait for a limit left out."""
    _leave_nothing_behind([hostile for hostile in HOSTILE if not hostile.verdicts & SLOW][:: len(HOSTILE) // 80][:60])


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_five_hundred_hostile_candidates_leave_nothing_behind() -> None:
    _leave_nothing_behind(itertools.islice(itertools.cycle(HOSTILE), max(500, len(HOSTILE))))


def _leave_nothing_behind(candidates: Iterable[Hostile]) -> None:
    _judge_all([])  # whatever this process opens once and keeps, it has opened now
    before = _state()
    with support.own_temporary_folder() as folder:
        passed, harm = _judge_all(candidates)
        left = os.listdir(folder)

    support.settled(before[0])
    assert (harm, left, _state()) == ([], [], before)
    assert passed <= {"values_hard_coded"}


def _state() -> tuple[int, int, list[str]]:
    gc.collect()
    return len(support.descendants()), support.descriptors(), sorted(os.listdir("/dev/shm"))


def _judge_all(candidates: Iterable[Hostile]) -> tuple[set[str], list[str]]:
    """The names of those that passed, and what was harmed; one sandbox lives through all of it."""
    passed, harm = set(), []
    with (
        contextlib.closing(Victims()) as victims,
        WarmPython() as sandbox,
        SeparateJudge(sandbox, LIMITS) as judge,
    ):
        for number, hostile in enumerate(candidates):
            variant = hostile.variants[number % len(hostile.variants)]
            trial = judge.judge(PROBLEMS[variant], Candidate(victims.fill(hostile.source)))
            assert trial.fault == "", hostile.name
            passed |= {hostile.name} if trial.verdict is Verdict.PASSED else set()
        harm = victims.harm()
        for variant in ("data", "code"):
            assert judge.judge(PROBLEMS[variant], Candidate(TIDY)).verdict is Verdict.PASSED
    return passed, harm
