"""Quality and similarity stand beside correctness, on average over problems, with intervals."""

from __future__ import annotations

import pytest

from assay.benchmarks.base import Benchmark
from assay.evaluation.extras import NO_CORRECTNESS, Means, quality_scores, similarity_scores
from assay.records import Candidate, Case, Cases, Problem, Trial, Verdict
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


def store_with(*trials: Trial) -> MemoryStore:
    store = MemoryStore()
    store.add_run(run_record())
    store.add_trials("r1", list(enumerate(trials)))
    return store


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
    store = store_with(Trial("a", Candidate(REFERENCE), Verdict.PASSED), Trial("c", Candidate("x = 1"), Verdict.FAILED))

    scores = {score.metric: score for score in similarity_scores(run_record(), store, BENCHMARK)}

    assert scores["codebleu"].value == pytest.approx(1.0)
    assert (scores["codebleu"].n, scores["codebleu"].note) == (1, NO_CORRECTNESS)
    assert scores["codebleu"].signature.startswith("codebleu:strict|")


def test_quality_has_six_dimensions_twice_and_a_failing_verdict_caps_it() -> None:
    passed = store_with(Trial("a", Candidate(REFERENCE), Verdict.PASSED))
    failed = store_with(Trial("a", Candidate(REFERENCE), Verdict.INVALID))

    good = {score.metric: score.value for score in quality_scores(run_record(), passed, BENCHMARK)}
    bad = {score.metric: score.value for score in quality_scores(run_record(), failed, BENCHMARK)}

    assert len([name for name in good if name.startswith(("form.", "quality."))]) == 12
    assert good["form"] == bad["form"]
    assert (good["quality"] or 0) > (bad["quality"] or 0)


@pytest.mark.parametrize("source", ["", "\0", "def f(", "x" * 100_000, b"\xff\xfe"])
def test_any_text_is_measured(source: str | bytes) -> None:
    store = store_with(Trial("b", Candidate(source), Verdict.INVALID))

    assert quality_scores(run_record(), store, BENCHMARK)[0].n == 1
    assert all(0 <= (score.value or 0) <= 1 for score in similarity_scores(run_record(), store, BENCHMARK))
