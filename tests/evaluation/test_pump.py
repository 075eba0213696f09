"""Tasks become kept trials, each once, whatever happens on the way, and nothing is judged twice."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from assay.engines.base import Task
from assay.errors import Fault
from assay.evaluation.digests import Keys
from assay.evaluation.pump import Progress, Pump, Stopped, Watcher, ignore
from assay.records import Attempt, Candidate, Trial, Verdict
from assay.spec import Judging, Machine
from assay.store.memory import MemoryStore
from tests.evaluation.support import RIGHT, ScriptedEngine, attempts, run_record, tasks

KEYS = Keys(Judging(), Machine("full", "3.11.7"))


def verdict(task: Task) -> Trial:
    passed = "return x  #" not in str(task.candidate.source)
    return Trial(task.problem.id, task.candidate, Verdict.PASSED if passed else Verdict.FAILED)


def faulty(task: Task) -> Trial:
    return Trial(task.problem.id, task.candidate, None, fault="the sandbox broke")


def store_with_run(*ids: str) -> MemoryStore:
    store = MemoryStore()
    for run_id in ids or ("r1",):
        store.add_run(run_record(run_id))
    return store


def pump(
    engine: ScriptedEngine,
    store: MemoryStore,
    run_id: str = "r1",
    *,
    cache: bool = False,
    watch: Watcher = ignore,
) -> Pump:
    return Pump(engine, lambda trials: store.add_trials(run_id, trials), verdicts=store if cache else None, watch=watch)


def test_all_tasks_are_recorded_in_the_order_of_the_run() -> None:
    store = store_with_run()
    seen: list[int] = []

    pump(ScriptedEngine(verdict), store, watch=lambda progress: seen.append(progress.done)).judge(tasks(attempts(10)))

    kept = [(trial.problem_id, trial.candidate.attempt) for trial in store.trials("r1")]
    assert kept == [(given.problem_id, given.candidate.attempt) for given in attempts(10)]
    assert seen == sorted(seen)
    assert seen[-1] == 10


def test_the_same_code_is_judged_once() -> None:
    store = store_with_run()
    engine = ScriptedEngine(verdict)
    same = [Attempt("double", Candidate(RIGHT["double"], attempt=number)) for number in range(9)]

    pump(engine, store, cache=True).judge(tasks(same, KEYS.key))

    assert len(engine.asked) == 1
    assert [trial.candidate.attempt for trial in store.trials("r1")] == list(range(9))


def test_a_verdict_from_before_is_used_and_no_cache_judges_anew() -> None:
    store = store_with_run("r1", "r2", "r3")
    work = tasks(attempts(4), KEYS.key)
    pump(ScriptedEngine(verdict), store, cache=True).judge(work)
    cached, anew = ScriptedEngine(verdict), ScriptedEngine(verdict)

    pump(cached, store, "r2", cache=True).judge(work)
    pump(anew, store, "r3").judge(work)

    assert (len(cached.asked), len(anew.asked)) == (0, 4)
    assert [trial.verdict for trial in store.trials("r2")] == [trial.verdict for trial in store.trials("r3")]


def test_what_comes_from_the_cache_is_written_and_told_on_the_way() -> None:
    store = store_with_run("r1", "r2")
    work = tasks(attempts(600), KEYS.key)
    pump(ScriptedEngine(verdict), store, cache=True).judge(work)
    kept: list[int] = []

    pump(
        ScriptedEngine(verdict), store, "r2", cache=True, watch=lambda progress: kept.append(len(store.judged("r2")))
    ).judge(work)

    assert 0 < kept[-1] < 600


def test_a_fault_is_tried_once_more_alone_and_stays_unjudged() -> None:
    store = store_with_run()
    times: dict[int, int] = {}

    def answer(task: Task) -> Trial:
        times[task.sequence] = times.get(task.sequence, 0) + 1
        if task.sequence == 2 or (task.sequence == 4 and times[4] == 1):
            return faulty(task)
        return verdict(task)

    pump(ScriptedEngine(answer), store, cache=True).judge(tasks(attempts(6), KEYS.key))

    assert times == {0: 1, 1: 1, 2: 2, 3: 1, 4: 2, 5: 1}
    assert [trial.fault for trial in store.trials("r1", verdict="unjudged")] == ["the sandbox broke"]
    assert len(list(store.trials("r1"))) == 6
    assert len(store.judged("r1")) == 5


def test_a_machine_that_judges_nothing_stops_the_run() -> None:
    with pytest.raises(Fault, match="no candidate could be judged: the sandbox broke"):
        pump(ScriptedEngine(faulty), store_with_run()).judge(tasks(attempts(200)))


def test_it_stops_when_told_and_keeps_what_is_done() -> None:
    store = store_with_run()
    engine = ScriptedEngine(verdict)

    def watch(progress: Progress) -> None:
        if progress.done == 5:
            stopped.stop()

    stopped = pump(engine, store, watch=watch)
    with pytest.raises(Stopped):
        stopped.judge(endless())

    assert len(store.judged("r1")) == 5
    assert len(engine.asked) <= 5 + engine.room


@pytest.mark.parametrize("cache", [True, False])
def test_a_source_that_has_nothing_yet_is_asked_again(cache: bool) -> None:
    store, engine = store_with_run(), ScriptedEngine(verdict)
    work = [one for task in tasks(attempts(4), KEYS.key) for one in (None, task, None)]
    done: list[int] = []

    pump(engine, store, cache=cache, watch=lambda progress: done.append(progress.done)).judge(work)

    assert len(store.judged("r1")) == 4
    assert [task.sequence for task in engine.asked] == [0, 1, 2, 3]
    assert sorted(set(done)) == [0, 1, 2, 3, 4]


def test_what_is_judged_is_kept_while_the_source_has_nothing() -> None:
    store, engine = store_with_run(), ScriptedEngine(verdict, room=1)
    first, second = tasks(attempts(2), KEYS.key)

    def waiting() -> Iterator[Task | None]:
        yield first
        while not store.judged("r1"):  # for ever, unless the first is written
            yield None
        yield second

    pump(engine, store, cache=True).judge(waiting())

    assert len(store.judged("r1")) == 2


def test_a_slow_source_keeps_no_task_from_being_judged() -> None:
    store, engine = store_with_run(), ScriptedEngine(verdict, room=1)
    judged_before: list[int] = []

    def slow() -> Iterator[Task]:
        for task in tasks(attempts(3), KEYS.key):
            judged_before.append(len(engine.asked))
            time.sleep(0.06)
            yield task

    pump(engine, store, cache=True).judge(slow())

    assert judged_before == [0, 1, 2]


def endless() -> Iterator[Task]:
    yield from tasks(attempts(100))
    pytest.fail("tasks are pulled as they are needed")


def test_the_watcher_is_told_what_has_been_in_work_for_longest() -> None:
    class Showing(ScriptedEngine):
        def longest_in_work(self) -> tuple[str, float] | None:
            return "double", 2.5

    told: list[tuple[str, float] | None] = []
    for engine in (ScriptedEngine(verdict), Showing(verdict)):
        pump(engine, store_with_run(), watch=lambda progress: told.append(progress.longest)).judge(tasks(attempts(1)))

    assert list(dict.fromkeys(told)) == [None, ("double", 2.5)]
