"""A run with probes: their answers are kept with the trials and scored, and no cache loses or invents one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from assay.benchmarks.base import Benchmark
from assay.choices import Choices
from assay.engines.inline import InlineEngine
from assay.errors import InvalidOption
from assay.evaluation.digests import Keys
from assay.evaluation.documenting import document_of
from assay.evaluation.evaluating import Evaluation
from assay.evaluation.planning import spec_of
from assay.records import Attempt, Candidate, Case, Cases, ProbeOutcome, Problem, Trial, Verdict
from assay.reports.report import Report
from assay.reports.table import rows
from assay.spec import BenchmarkRef, CandidatesRef, Judging, Machine, RunSpec
from assay.store.base import Store
from assay.store.memory import MemoryStore
from assay.store.opening import open_store
from tests.evaluation.support import SMALL, ScriptedEngine, attempts

SQUARES = {30: 900, 12: 144, 25: 625, 7: 49}
SQUARE = Problem(
    "square",
    Cases("f", tuple(Case((n,), square) for n, square in SQUARES.items())),
    reference="def f(n): return n * n",
)
MINE = Benchmark("mine", "1", (SQUARE,))
SOURCES = ("def f(n): return n ** 2", f"def f(n): return {SQUARES}.get(n, 1)", "def f(n): return n")
ATTEMPTS = [Attempt("square", Candidate(source, attempt=number)) for number, source in enumerate(SOURCES)]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with closing(open_store(str(tmp_path_factory.mktemp("store") / "assay.db"))) as made:
        yield made


def judged(store: Store, *probes: str) -> tuple[Report, list[Trial], int]:
    """The report of a run, its trials, and how many of them were known from before."""
    spec = RunSpec(BenchmarkRef("mine"), CandidatesRef("mine", "1"), judging=Judging(probes=probes))
    with closing(InlineEngine()) as engine:
        evaluation = Evaluation(spec, ATTEMPTS, engine=engine, store=store, benchmark=MINE)
        report = evaluation.finish()
    return report, list(store.trials(report.run.id)), evaluation.progress.cached


def test_what_probes_find_is_kept_scored_and_never_lost_or_invented(store: Store) -> None:
    report, trials, cached = judged(store, "overfit", "equivalence")
    again, same, known = judged(store, "overfit", "equivalence")
    plain, bare, unknown = judged(store)

    assert [trial.verdict for trial in trials] == [trial.verdict for trial in bare] == ["passed", "passed", "failed"]
    assert (cached, known, unknown) == (0, 3, 0), "a trial is only known to runs that ask the same of it"
    assert [trial.probes for trial in same] == [trial.probes for trial in trials]
    assert [[(one.probe, one.count, one.of) for one in trial.probes] for trial in trials] == [
        [("overfit", 0, 1), ("equivalence", 1, 1)],
        [("overfit", 1, 1), ("equivalence", 0, 1)],
        [],
    ]
    assert [trial.probes for trial in bare] == [()] * 3
    assert "differs_beyond_tests" not in plain.suspicions
    kinds = [suspicion.kind for suspicion in trials[1].suspicions]
    assert kinds == ["hard_coded_answers", "differs_beyond_tests"]
    assert trials[1].headline().endswith("suspected of hard_coded_answers; passes its tests, but not beyond them")
    scores = {score.metric: score for score in report.scores}
    assert [scores[name].value for name in ("pass@1", "overfit-rate", "equivalence-rate")] == [2 / 3, 0.5, 0.5]
    assert scores["overfit-rate"].n == 2
    assert scores["overfit-rate"].interval is not None
    assert "|probe:overfit" in scores["overfit-rate"].signature
    assert "probe" not in scores["pass@1"].signature
    assert {score.metric for score in plain.scores} == {*scores} - {"overfit-rate", "equivalence-rate"}
    assert report.suspicions["differs_beyond_tests"] == 1
    assert again.scores == report.scores
    exported = rows(document_of([report.run], store, lambda _: None))
    assert "overfit 1/1; equivalence 0/1" in [row["probes"] for row in exported]
    assert json.loads(json.dumps(trials[1].to_dict()))["probes"][0]["count"] == 1


def test_a_fault_in_a_probe_is_said_and_asked_again_the_next_time() -> None:
    failed = ProbeOutcome("overfit", fault="no sandbox")
    store = MemoryStore()
    engine = ScriptedEngine(lambda task: Trial(task.problem.id, task.candidate, Verdict.PASSED, probes=(failed,)))
    spec = RunSpec(BenchmarkRef("small"), CandidatesRef("some", "1"), judging=Judging(probes=("overfit",)))

    first = Evaluation(spec, attempts(4), engine=engine, store=store, benchmark=SMALL).finish()
    second = Evaluation(spec, attempts(4), engine=engine, store=store, benchmark=SMALL)
    second.finish()

    (score,) = [score for score in first.scores if score.metric == "overfit-rate"]
    assert (score.value, score.note) == (None, "n counts passes; the probe failed on 4 passes, which is our fault")
    assert first.verdicts == {"passed": 4}
    assert second.progress.cached == 0


def test_probes_are_part_of_the_key_of_a_trial_and_change_none_without_them() -> None:
    machine, candidate = Machine("full", "3.11.7"), Candidate("def f(n): return n")
    plain, probed, other = (
        Keys(Judging(probes=probes), machine).key(SQUARE, candidate) for probes in ((), ("overfit",), ("equivalence",))
    )

    assert len({plain, probed, other}) == 3
    spec = RunSpec(judging=Judging(probes=("overfit",)))
    assert RunSpec.from_dict(json.loads(json.dumps(spec.as_dict()))) == spec


def test_a_probe_that_nobody_knows_is_refused_before_anything_is_judged(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="probe: No probe is named 'ovrfit'"):
        spec_of(Choices().changed(probe=["ovrfit"]), MINE, CandidatesRef("x"))


def test_one_answer_of_a_problem_counts_once_however_many_attempts_carry_it() -> None:
    from assay.metrics.base import RunView, ScoringTerms
    from assay.metrics.probed import of_problems
    from assay.metrics.tally import tally

    killed = {"a": ProbeOutcome("mutation", 9, 10), "b": ProbeOutcome("mutation", 1, 2), "c": ProbeOutcome("mutation")}
    made = Trial("a", Candidate(""), Verdict.FAILED)
    trials = [replace(made, problem_id=name, probes=(killed[name],)) for name in "aaabc"]

    (score,) = of_problems("mutation-score", "mutation")(RunView(tally(trials).by_problem(), ScoringTerms("mine")))

    assert score.value == pytest.approx(0.7)
    assert (score.n, score.note) == (2, "1 attempt could not be compared")
