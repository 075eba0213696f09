"""A run that another machine left goes on here when its lease has run out, with PostgreSQL between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from assay.choices import Sitting
from assay.engines.base import Task
from assay.evaluation.evaluating import Evaluation
from assay.records import Attempt, Trial, Verdict
from assay.reports.report import Report
from assay.spec import BenchmarkRef, CandidatesRef, RunSpec, RunState
from assay.store.base import Store
from assay.store.leases import EXPIRES_SECONDS, Holder, Holding, TakenOver
from assay.store.sql import SqlStore
from tests.evaluation.support import SMALL, ScriptedEngine, attempts
from tests.store.conftest import Clock

SPEC = RunSpec(BenchmarkRef("small"), CandidatesRef("some.jsonl", "digest"))
THERE = Holder("there boot pid:[1]", 7, "1", "another machine")


def passes(task: Task) -> Trial:
    return Trial(task.problem.id, task.candidate, Verdict.PASSED)


def made(given: Iterable[Attempt], engine: ScriptedEngine, store: Store) -> Evaluation:
    return Evaluation(SPEC, given, engine=engine, store=store, benchmark=SMALL, sitting=Sitting(cache=False))


def finish(store: Store, engine: ScriptedEngine) -> Report:
    return made(attempts(40), engine, store).finish()


def leave_in_the_middle(store: Store) -> str:
    """A run that another machine was making until now, and of which nobody hears any more."""

    def first() -> Iterator[Attempt]:
        yield from list(attempts(40))[:25]
        raise KeyboardInterrupt

    evaluation = made(first(), ScriptedEngine(passes, room=1), store)
    with pytest.raises(KeyboardInterrupt):
        evaluation.finish()
    assert evaluation.run is not None
    store.update_run(replace(evaluation.run, state=RunState.RUNNING))
    store.hold(evaluation.run.id, THERE, by_force=True)
    return evaluation.run.id


def test_a_run_whose_lease_ran_out_is_gone_on_with(postgres_url: str, clock: Clock) -> None:
    with closing(SqlStore(postgres_url, clock=clock)) as there, closing(SqlStore(postgres_url, clock=clock)) as here:
        left = leave_in_the_middle(there)
        early, late = ScriptedEngine(passes), ScriptedEngine(passes)
        clock.now += EXPIRES_SECONDS / 2
        besides = finish(here, early).run.id
        state = here.get_run(left).state
        clock.now += EXPIRES_SECONDS
        report = finish(here, late)

        assert (besides != left, state, len(early.asked)) == (True, RunState.RUNNING, 40)
        assert (report.run.id, report.verdicts, len(late.asked)) == (left, {"passed": 40}, 15)
        assert {run.state for run in here.runs()} == {RunState.FINISHED}
        assert len(list(here.trials(left))) == 40


def test_a_machine_that_comes_back_finds_its_run_taken(postgres_url: str, clock: Clock) -> None:
    with closing(SqlStore(postgres_url, clock=clock)) as store:
        left = leave_in_the_middle(store)
        clock.now += EXPIRES_SECONDS + 1
        store.hold(left, here := Holder.here())
        store.update_run(replace(store.get_run(left), state=RunState.RUNNING))
        with closing(Holding(store, left, THERE, every_seconds=0.001).start()) as holding:
            for _ in range(3000):
                try:
                    holding.check()
                except TakenOver:
                    break
                holding._ended.wait(0.01)
            else:
                pytest.fail("nobody told it")

        assert store.hold(left, THERE) == here
