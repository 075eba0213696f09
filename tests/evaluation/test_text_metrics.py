"""Quality and similarity stand beside correctness, on average over problems, with intervals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.benchmarks.base import Benchmark
from assay.evaluation.reporting import make_report
from assay.metrics.closeness import NO_CORRECTNESS
from assay.records import Candidate, Case, Cases, Problem, Score, Trial, Verdict
from assay.spec import RunSpec, Scoring
from assay.statistics.means import Means
from assay.store.memory import MemoryStore
from tests.evaluation.support import run_record

REFERENCE = """def f(x):
    '''Twice the number, as a number.'''
    if x is None:
        raise ValueError("x")
    return 2 * x
"""
PROBLEMS = (
    Problem("a", Cases("f", (Case((1,), 2),)), reference=REFERENCE),
    Problem("b", Cases("f", (Case((1,), 2),)), reference="def f(x): return x + x"),
    Problem("c", Cases("f", (Case((1,), 2),))),
)
BENCHMARK = Benchmark("three", "1", PROBLEMS)


def text_scores(*trials: Trial, quality: bool = False, codebleu: bool = False) -> dict[str, Score]:
    """The scores of a run that says something about the candidates' texts."""
    store = MemoryStore()
    run = replace(run_record(), spec=RunSpec(scoring=Scoring(quality=quality, codebleu=codebleu)))
    store.add_run(run)
    store.add_trials(run.id, list(enumerate(trials)))
    found = {score.metric: score for score in make_report(run, store, BENCHMARK).scores}
    return {name: score for name, score in found.items() if name.startswith(("form", "quality", "codebleu"))}


def test_a_mean_is_over_problems_not_over_trials() -> None:
    means = Means()
    for value in (1.0, 1.0, 1.0):
        means.add("a", {"x": value})
    means.add("b", {"x": 0.0})

    (score,) = means.scores("sig", note="why")

    assert (score.metric, score.value, score.n, score.signature, score.note) == ("x", 0.5, 2, "sig", "why")
    assert score.interval is not None
    assert score.interval[0] < 0.5 < score.interval[1]


def test_the_reference_itself_is_as_similar_as_can_be() -> None:
    trials = Trial("a", Candidate(REFERENCE), Verdict.PASSED), Trial("c", Candidate("x = 1"), Verdict.FAILED)

    scores = text_scores(*trials, codebleu=True)

    assert scores["codebleu"].value == pytest.approx(1.0)
    assert (scores["codebleu"].n, scores["codebleu"].note) == (1, NO_CORRECTNESS)
    assert scores["codebleu"].signature.startswith("codebleu:strict|")


def test_quality_has_six_dimensions_twice_and_a_failing_verdict_caps_it() -> None:
    passed = text_scores(Trial("a", Candidate(REFERENCE), Verdict.PASSED), quality=True)
    failed = text_scores(Trial("a", Candidate(REFERENCE), Verdict.INVALID), quality=True)

    good = {name: score.value for name, score in passed.items()}
    bad = {name: score.value for name, score in failed.items()}

    assert len([name for name in good if name.startswith(("form.", "quality."))]) == 12
    assert good["form"] == bad["form"]
    assert (good["quality"] or 0) > (bad["quality"] or 0)


@pytest.mark.parametrize("source", ["", "\0", "def f(", "x" * 100_000, b"\xff\xfe"])
def test_any_text_is_measured(source: str | bytes) -> None:
    scores = text_scores(Trial("b", Candidate(source), Verdict.INVALID), quality=True, codebleu=True)

    assert scores["form"].n == 1
    assert all(0 <= (score.value or 0) <= 1 for score in scores.values())


def test_nothing_is_said_about_texts_unless_it_is_asked_for() -> None:
    assert text_scores(Trial("a", Candidate(REFERENCE), Verdict.PASSED)) == {}
