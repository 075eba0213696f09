"""The trials of finished runs among the observations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from assay.choices import Sitting
from assay.engines.base import Task
from assay.evaluation.evaluating import Evaluation
from assay.evaluation.observing import MOST_WRITERS, observations_of, observe
from assay.evaluation.retrying import retry
from assay.observations import Chosen, Feedback, Observation
from assay.records import Attempt, Candidate, CaseKind, CaseOutcome, CaseStatus, Trial, Verdict
from assay.solutions import Cost, Draft, Solution
from assay.spec import About, BenchmarkRef, CandidatesRef, Judging, Run, RunSpec, Scoring
from assay.store.hours import MOST_STREAMS
from assay.store.memory import MemoryStore
from tests.evaluation.support import SMALL, ScriptedEngine, attempts, run_record

SPEC = RunSpec(
    BenchmarkRef("small"),
    CandidatesRef("some.jsonl", "digest"),
    scoring=Scoring((1,)),
    judging=Judging(),
    about=About(model="m", model_version="2", labels={"team": "a"}),
)
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def verdict(task: Task) -> Trial:
    if "return x  #" in str(task.candidate.source):
        edge = CaseOutcome(CaseStatus.FAILED, CaseKind.EDGE, expected="4", actual="2")
        return Trial(task.problem.id, task.candidate, Verdict.FAILED, (CaseOutcome(CaseStatus.PASSED), edge))
    if "return -x" in str(task.candidate.source):
        return Trial(task.problem.id, task.candidate, None, fault="no memory")
    return Trial(task.problem.id, task.candidate, Verdict.PASSED)


def finished(store: MemoryStore, count: int = 10) -> Run:
    run = Evaluation(
        SPEC,
        attempts(count),
        engine=ScriptedEngine(verdict),
        store=store,
        benchmark=SMALL,
        sitting=Sitting(cache=False),
    )
    return run.finish().run


def all_of(store: MemoryStore) -> list[Observation]:
    return sorted(store.observations(Chosen(), limit=10_000), key=lambda one: (one.task_id, one.labels["attempt"]))


def test_every_judged_trial_of_a_finished_run_is_an_observation() -> None:
    store = MemoryStore()
    run = finished(store)

    found = all_of(store)
    assert [(one.task_id, one.labels["attempt"], one.passed) for one in found] == [
        ("double", "0", False), ("double", "1", True), ("double", "2", True), ("double", "3", False),
        ("double", "4", True), ("square", "0", True), ("square", "2", True), ("square", "3", True),
    ]  # fmt: skip
    assert {(one.stream, one.model, one.model_version, one.run) for one in found} == {("small", "m", "2", run.id)}
    assert {one.labels["team"] for one in found} == {"a"}
    assert found[0].error_class == "edge_case"
    assert found[0].message == "expected 4, got 2"
    assert found[0].task_type == "function"
    assert found[0].at >= datetime.fromisoformat(run.created)
    assert store.tallies(Chosen(slices={"stream": "small"}))[0].tally.n == 8
    assert run.notes == ()


def test_the_same_run_again_changes_nothing() -> None:
    store = MemoryStore()
    run = finished(store)
    before = all_of(store)
    observe(run, store, SMALL)

    assert all_of(store) == before


def test_an_interrupted_run_is_observed_when_it_is_finished() -> None:
    store = MemoryStore()

    def broken() -> Iterator[Attempt]:
        yield from attempts(4)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Evaluation(SPEC, broken(), engine=ScriptedEngine(verdict), store=store, benchmark=SMALL).finish()
    assert all_of(store) == []
    finished(store)

    assert len(all_of(store)) == 8


def test_a_retry_puts_the_new_verdicts_in_the_place_of_the_old_and_keeps_what_people_said() -> None:
    store = MemoryStore()
    run = finished(store)
    store.add_feedback([Feedback(all_of(store)[0].id, LONG_AGO, thumb=True)])
    again = ScriptedEngine(lambda task: Trial(task.problem.id, task.candidate, Verdict.TIMED_OUT, detail="too slow"))
    retry(run, store, SMALL, engine=again, which=["faults"])

    found = all_of(store)
    assert len(found) == 10
    assert sum(one.error_class == "timeout" for one in found) == 2
    assert store.tallies(Chosen())[0].tally.n == 10
    assert len(store.feedback()) == 1


def test_a_run_that_is_deleted_takes_its_observations_with_it() -> None:
    store = MemoryStore()
    other = Observation("t", True, LONG_AGO)
    store.add_observations([other])
    run = finished(store)
    store.add_feedback(
        [Feedback(all_of_run(store, run)[0].id, LONG_AGO, thumb=True), Feedback(other.id, LONG_AGO, stars=1)]
    )
    store.delete_run(run.id)

    assert store.observations(Chosen()) == [other]
    assert [one.observation for one in store.feedback()] == [other.id]


def all_of_run(store: MemoryStore, run: Run) -> list[Observation]:
    return [one for one in store.observations(Chosen(), limit=1000) if one.run == run.id]


def test_what_a_solver_spent_is_shared_by_the_attempts_at_a_problem() -> None:
    store = MemoryStore()
    store.add_run(run_record())
    store.add_trials("r1", [(n, Trial("double", Candidate("", attempt=n), Verdict.PASSED)) for n in range(2)])
    store.add_trials("r1", [(2, Trial("square", Candidate(""), Verdict.PASSED))])
    drafts = (Draft("a"), Draft("b"))
    store.add_solutions("r1", [Solution("double", drafts, cost=Cost(calls=2, cost_usd=0.5, seconds=4.0))])

    found = list(observations_of(store.get_run("r1"), store, SMALL))
    assert [(one.cost_usd, one.latency_seconds) for one in found] == [(0.25, 2.0), (0.25, 2.0), (None, None)]


def test_hostile_names_and_messages_are_bounded_and_spelt_out() -> None:
    store = MemoryStore()
    long = "p" * 450
    store.add_run(replace(run_record(), labels={"k\n": "v" * 300}, benchmark="production"))
    stack = "Traceback (most recent call last):\n" + "  File x\n" * 5000 + "ValueError: \x1b[31m\0"
    crashed = Trial(long, Candidate("", model="m\x00\udc80" * 200), Verdict.CRASHED, detail=stack)
    store.add_trials("r1", [(0, crashed), (1, Trial("p" * 451, Candidate(""), Verdict.PASSED))])
    observe(store.get_run("r1"), store, None)

    first, second = sorted(store.observations(Chosen()), key=lambda one: one.passed)
    assert first.stream == "production (benchmark)"
    assert len(first.task_id) == len(first.model) == 200
    assert first.task_id != second.task_id
    assert first.message.startswith("ValueError: \\x1b[31m\\x00\n")
    assert len(first.message) < 3000
    assert "\0" not in first.message
    assert set(first.labels) == {"k ", "attempt"}


def test_rows_that_name_any_number_of_models_make_a_bounded_number_of_slices() -> None:
    store = MemoryStore()
    store.add_run(run_record())
    trials = [Trial("double", Candidate("", attempt=n, model=f"m{n}"), Verdict.PASSED) for n in range(200)]
    store.add_trials("r1", list(enumerate(trials)))
    observe(store.get_run("r1"), store, SMALL)

    assert len(store.values("model", Chosen())) == MOST_WRITERS + 1


def test_a_store_with_too_many_streams_still_keeps_the_run_and_says_so() -> None:
    store = MemoryStore()
    store.add_observations([Observation("t", True, LONG_AGO, stream=f"s{n}") for n in range(MOST_STREAMS)])
    run = finished(store)

    assert run.state == "finished"
    assert run.notes[0].startswith("the trials of this run are not among the observations: stream: there are 1,000")
    assert not all_of_run(store, run)
