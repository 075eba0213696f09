"""A run keeps every trial once, whatever happens to its processes, and judges nothing twice."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from assay.errors import Fault
from assay.evaluation.crew import Crew
from assay.evaluation.digests import Keys
from assay.evaluation.evaluating import Evaluation, Progress
from assay.evaluation.worker import Hello, Setup, Task
from assay.records import Candidate, Trial, Verdict
from assay.store.memory import MemoryStore
from tests.evaluation.support import DOUBLE, RIGHT, Given, attempts, run_record


class ScriptedCrew(Crew):
    """Answers from a function, at once and in this process."""

    def __init__(self, answer: object, room: int = 3) -> None:
        self.answer = answer
        self.room = room
        self.waiting = 0
        self.asked: list[Task] = []

    def put(self, task: Task) -> None:
        self.waiting += 1
        self.asked.append(task)
        self._next = getattr(self, "_next", [])
        self._next.append(task)

    def get(self, timeout: float | None = None) -> tuple[Task, Trial] | None:
        self.waiting -= 1
        task = self._next.pop(0)
        trial = self.answer(task)  # type: ignore[operator]  # given by the test
        return task, trial


def verdict(task: Task) -> Trial:
    passed = "return x  #" not in str(task.candidate.source)
    return Trial(task.problem.id, task.candidate, Verdict.PASSED if passed else Verdict.FAILED)


def store_with_run() -> MemoryStore:
    store = MemoryStore()
    store.add_run(run_record())
    return store


def keys() -> Keys:
    return Keys(Setup(), Hello("full", "3.11.7"))


def test_all_attempts_are_recorded_in_the_order_of_reading() -> None:
    store = store_with_run()
    seen: list[int] = []

    def watch(progress: Progress) -> None:
        seen.append(progress.done)

    Evaluation(run_record(), ScriptedCrew(verdict), store, None, watch=watch).judge(attempts(10))

    kept = [(trial.problem_id, trial.candidate.attempt) for trial in store.trials("r1")]
    assert kept == [(given.problem.id, given.candidate.attempt) for given in attempts(10)]
    assert seen == sorted(seen)
    assert seen[-1] == 10


def test_what_is_in_the_store_is_not_judged_again() -> None:
    store = store_with_run()
    Evaluation(run_record(), ScriptedCrew(verdict), store, None).judge(attempts(6))
    crew = ScriptedCrew(verdict)

    evaluation = Evaluation(run_record(), crew, store, None)
    evaluation.judge(attempts(10))

    assert [task.sequence for task in crew.asked] == [6, 7, 8, 9]
    assert (evaluation.progress.done, evaluation.progress.before) == (10, 6)


def test_a_resumed_run_counts_what_was_judged_before_from_the_beginning() -> None:
    store = store_with_run()
    Evaluation(run_record(), ScriptedCrew(verdict), store, None).judge(attempts(6))
    seen: list[tuple[int, int]] = []

    def watch(progress: Progress) -> None:
        seen.append((progress.done, progress.passed))

    Evaluation(run_record(), ScriptedCrew(verdict), store, None, watch=watch).judge(attempts(8))

    passed = [verdict(Task(0, given.problem, given.candidate)).verdict is Verdict.PASSED for given in attempts(8)]
    assert seen == [(7, sum(passed[:7])), (8, sum(passed))]


def test_the_same_code_is_judged_once() -> None:
    store = store_with_run()
    crew = ScriptedCrew(verdict)
    same = [Given(DOUBLE, Candidate(RIGHT["double"], attempt=number)) for number in range(9)]

    Evaluation(run_record(), crew, store, keys()).judge(same)

    assert len(crew.asked) == 1
    assert [trial.candidate.attempt for trial in store.trials("r1")] == list(range(9))


def test_a_verdict_from_before_is_used_and_no_cache_judges_anew() -> None:
    store = store_with_run()
    Evaluation(run_record(), ScriptedCrew(verdict), store, keys()).judge(attempts(4))
    store.add_run(run_record("r2"))
    store.add_run(run_record("r3"))
    cached, anew = ScriptedCrew(verdict), ScriptedCrew(verdict)

    Evaluation(run_record("r2"), cached, store, keys()).judge(attempts(4))
    Evaluation(run_record("r3"), anew, store, None).judge(attempts(4))

    assert (len(cached.asked), len(anew.asked)) == (0, 4)
    assert [trial.verdict for trial in store.trials("r2")] == [trial.verdict for trial in store.trials("r3")]


def test_a_fault_is_tried_once_more_alone_and_stays_unjudged() -> None:
    store = store_with_run()
    times: dict[int, int] = {}

    def answer(task: Task) -> Trial:
        times[task.sequence] = times.get(task.sequence, 0) + 1
        if task.sequence == 2 or (task.sequence == 4 and times[4] == 1):
            return Trial(task.problem.id, task.candidate, None, fault="the sandbox broke")
        return verdict(task)

    Evaluation(run_record(), ScriptedCrew(answer), store, keys()).judge(attempts(6))

    assert times == {0: 1, 1: 1, 2: 2, 3: 1, 4: 2, 5: 1}
    assert [trial.fault for trial in store.trials("r1", verdict="unjudged")] == ["the sandbox broke"]
    assert len(list(store.trials("r1"))) == 6
    assert len(store.judged("r1")) == 5


def test_a_machine_that_judges_nothing_stops_the_run() -> None:
    store = store_with_run()

    def answer(task: Task) -> Trial:
        return Trial(task.problem.id, task.candidate, None, fault="no sandbox")

    with pytest.raises(Fault, match="no candidate could be judged: no sandbox"):
        Evaluation(run_record(), ScriptedCrew(answer), store, None).judge(attempts(200))


@pytest.mark.parametrize("seed", range(8))
def test_an_interrupt_at_any_point_loses_nothing_and_counts_nothing_twice(seed: int) -> None:
    store = store_with_run()
    stop = random.Random(seed).randrange(1, 40)

    def interrupted() -> Iterator[Given]:
        for number, given in enumerate(attempts(40)):
            if number == stop:
                raise KeyboardInterrupt
            yield given

    with pytest.raises(KeyboardInterrupt):
        Evaluation(run_record(), ScriptedCrew(verdict), store, keys()).judge(interrupted())
    Evaluation(run_record(), ScriptedCrew(verdict), store, keys()).judge(attempts(40))

    kept = [(trial.problem_id, trial.candidate.attempt, trial.verdict) for trial in store.trials("r1")]
    assert kept == [
        (given.problem.id, given.candidate.attempt, verdict(Task(0, given.problem, given.candidate)).verdict)
        for given in attempts(40)
    ]
