"""Workers judge side by side; one that dies is replaced, and nothing is lost or done twice."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import replace

import pytest

from assay.errors import UsageError
from assay.evaluation.crew import Crew, Place, Places
from assay.evaluation.evaluating import ONLY_FAULTS, Evaluation
from assay.evaluation.worker import Setup, Task, trimmed
from assay.records import Candidate, Execution, Limits, Problem, Suite, Trial, Verdict
from assay.store.memory import MemoryStore
from tests.evaluation.support import DOUBLE, RIGHT, Given, attempts, run_record


def tasks(count: int) -> list[Task]:
    return [Task(number, given.problem, given.candidate) for number, given in enumerate(attempts(count))]


def judged(crew: Crew, work: list[Task]) -> dict[int, Trial]:
    found: dict[int, Trial] = {}
    for task in work:
        crew.put(task)
    while crew.waiting:
        answer = crew.get(timeout=30)
        assert answer is not None
        assert answer[0].sequence not in found
        found[answer[0].sequence] = answer[1]
    return found


def test_every_task_has_one_trial_with_its_candidate() -> None:
    crew = Crew(2)
    try:
        crew.start(Setup())
        hello = crew.hello()
        found = judged(crew, tasks(12))
    finally:
        crew.close()

    assert hello.python
    assert sorted(found) == list(range(12))
    assert [found[number].verdict for number in range(4)] == ["failed", "passed", "passed", "failed"]
    assert found[5].candidate.source == tasks(12)[5].candidate.source


def test_a_killed_worker_is_replaced_and_its_task_judged_again() -> None:
    crew = Crew(1)
    try:
        crew.start(Setup())
        crew.hello()
        first = crew.pids()[0]
        for task in tasks(6):
            crew.put(task)
        os.kill(first, signal.SIGKILL)
        found = [answer for _ in range(6) if (answer := crew.get(timeout=30)) is not None]
        second = crew.pids()[0]
    finally:
        crew.close()

    assert second != first
    assert sorted(task.sequence for task, _ in found) == list(range(6))
    assert all(trial.verdict is not None for _, trial in found)


DEADLY = """
import os, sys
from assay.errors import SandboxUnavailable
from assay.evaluation.worker import main
from assay.judges.separate import SeparateJudge

honest = SeparateJudge.judge

def judge(self, problem, candidate):
    if "everything fails" in problem.id or "deadly" in candidate.source:
        os._exit(1)
    if "no sandbox" in problem.id or "faulty" in candidate.source:
        raise SandboxUnavailable("nothing works")
    return honest(self, problem, candidate)

SeparateJudge.judge = judge
main(int(sys.argv[1]))
"""
"""A worker whose judge dies of some candidates, as only one with a mistake of ours would."""


def test_candidates_that_kill_their_workers_have_failed_and_stop_nobody_else() -> None:
    bad = [Candidate(f"# {('deadly', 'faulty')[n % 2]} {n}\n{RIGHT['double']}", attempt=n) for n in range(4)]
    work = [Task(n, DOUBLE, candidate) for n, candidate in enumerate(bad)]
    work += [Task(len(work) + n, given.problem, given.candidate) for n, given in enumerate(attempts(4))]
    crew = Crew(1, program=DEADLY)
    try:
        crew.start(Setup())
        found = judged(crew, work)
    finally:
        crew.close()

    assert [found[n].verdict for n in range(4)] == [Verdict.CRASHED] * 4
    assert [found[n].verdict for n in range(4, 8)] == ["failed", "passed", "passed", "failed"]
    assert (
        found[0].detail == "it could not be judged while other candidates can: the process that judged it ended 3 times"
    )
    assert found[1].detail == "it could not be judged while other candidates can: nothing works"
    assert [suspicion.kind for suspicion in found[0].suspicions] == ["garbage_on_channel"]
    assert found[0].isolation


@pytest.mark.slow
def test_any_number_of_such_candidates_does_not_end_a_run() -> None:
    """More than the faults after which a run gives up, before any other candidate was judged."""
    bad = [Given(DOUBLE, Candidate(f"# faulty {n}\n{RIGHT['double']}", attempt=n)) for n in range(ONLY_FAULTS + 1)]
    good = Given(DOUBLE, Candidate(RIGHT["double"], attempt=len(bad)))
    store = MemoryStore()
    store.add_run(run_record())
    crew = Crew(1, program=DEADLY)
    try:
        crew.start(Setup())
        Evaluation(run_record(), crew, store, None).judge([*bad, good])
    finally:
        crew.close()

    verdicts = [trial.verdict for trial in store.trials("r1")]
    assert verdicts == [Verdict.CRASHED] * len(bad) + [Verdict.PASSED]


@pytest.mark.parametrize("problem", ["everything fails", "no sandbox"])
def test_where_no_candidate_can_be_judged_the_failure_is_ours(problem: str) -> None:
    crew = Crew(1, program=DEADLY)
    try:
        crew.start(Setup())
        found = judged(crew, [Task(0, replace(DOUBLE, id=problem), Candidate(RIGHT["double"]))])
    finally:
        crew.close()

    assert found[0].verdict is None
    assert found[0].fault


def test_after_close_no_worker_lives() -> None:
    crew = Crew(2)
    crew.start(Setup())
    crew.hello()
    pids = crew.pids()
    crew.close()

    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_setup_that_cannot_work_is_the_callers_mistake() -> None:
    crew = Crew(1)

    crew.start(Setup(python="/no/such/python"))
    with pytest.raises(UsageError, match="no interpreter"):
        crew.hello()


def test_a_problem_that_cannot_be_judged_stops_the_run() -> None:
    broken = Problem("broken", Suite("f", "assert ("))
    crew = Crew(1)
    try:
        crew.start(Setup())
        crew.put(Task(0, broken, Candidate("def f(x): return 1")))
        with pytest.raises(UsageError, match="broken"):
            crew.get(timeout=30)
    finally:
        crew.close()


def test_the_limits_of_the_setup_hold() -> None:
    crew = Crew(1)
    try:
        crew.start(Setup(limits=Limits(seconds=0.3)))
        found = judged(crew, [Task(0, DOUBLE, Candidate("def double(x):\n    while True: pass"))])
    finally:
        crew.close()

    assert found[0].verdict is Verdict.TIMED_OUT


def test_a_trial_keeps_a_bounded_part_of_the_output() -> None:
    execution = Execution(0, stdout=b"a" * 5000, stderr=b"b" * 5000 + b"end")
    trial = Trial("double", Candidate(RIGHT["double"]), Verdict.PASSED, executions=(execution,))

    kept = trimmed(trial)

    assert (len(kept.executions[0].stdout), kept.executions[0].stderr[-3:]) == (2000, b"end")
    assert kept.candidate.source == ""


def test_a_long_trial_goes_on_beside_quick_ones() -> None:
    slow = Candidate("import time\ndef double(x):\n    time.sleep(6)\n    return 2 * x")
    order = []
    crew = Crew(1, long_seconds=0.2)
    try:
        crew.start(Setup(limits=Limits(seconds=20)))
        for task in (Task(99, DOUBLE, slow), *tasks(5)):
            crew.put(task)
        while crew.waiting:
            answer = crew.get(timeout=0.1)
            order += [answer[0].sequence] if answer is not None else []
    finally:
        crew.close()

    assert order[-1] == 99
    assert sorted(order) == [0, 1, 2, 3, 4, 99]


def test_places_hold_as_many_trials_as_there_are_workers() -> None:
    places, first, second = Places(1, long_seconds=0.0), Place(), Place()
    assert not places.give_up_one([first, second]), "nobody works there"
    places.take(first)

    assert places.give_up_one([first, second]), "it takes long"
    assert not places.give_up_one([first, second]), "once"
    places.take(second)
    places.leave(first)
    waiting = threading.Thread(target=places.take, args=(Place(),), daemon=True)
    waiting.start()
    waiting.join(0.2)
    assert waiting.is_alive(), "the second one has the only place, and the first gave its own up before"
    places.leave(second)
    waiting.join(10)
    assert not waiting.is_alive()


def test_no_place_is_given_up_while_others_are_quick() -> None:
    roomy, busy = Places(2, long_seconds=0.0), Places(2, long_seconds=60.0)
    first, second, third = Place(), Place(), Place()
    roomy.take(first)
    assert not roomy.give_up_one([first]), "there is room"

    busy.take(second)
    busy.take(third)
    assert not busy.give_up_one([second, third]), "nobody takes long"
