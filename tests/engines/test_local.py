"""Workers judge side by side; one that dies is replaced, and nothing is lost or done twice."""

from __future__ import annotations

import threading
from contextlib import closing

import pytest

from assay.engines.base import Task
from assay.engines.local import LocalEngine, Slot, Slots
from assay.engines.worker import Known
from assay.engines.workplace import trimmed
from assay.evaluation.pump import ONLY_FAULTS, Pump
from assay.records import Candidate, Execution, Limits, ProbeOutcome, Problem, Trial, Untested, Verdict
from assay.spec import Judging
from tests.engines.test_contract import DEADLY, judged
from tests.evaluation.support import DOUBLE, RIGHT, attempts, tasks


def test_a_worker_that_ends_again_and_again_is_told_by_the_number() -> None:
    with closing(LocalEngine(1, program=DEADLY)) as engine:
        engine.start(Judging())
        found = judged(engine, [Task(0, DOUBLE, Candidate(f"# deadly\n{RIGHT['double']}"))])

    ended = "it could not be judged while other candidates can: the process that judged it ended 3 times"
    assert found[0].detail == ended


PROBE_ENDS_WORKER = """
import os, sys
from assay.engines.worker import main
from assay.judges import probing

class Deadly:
    of_problem = False

    def __init__(self, sandbox, limits):
        pass

    def probe(self, problem, candidate):
        os._exit(1)

probing.PROBES._builtin["deadly"] = "__main__:Deadly"
main(int(sys.argv[1]))
"""
"""A worker with a probe that ends it, as only one with a mistake would."""


def test_a_probe_that_ends_its_worker_costs_no_verdict() -> None:
    with closing(LocalEngine(1, program=PROBE_ENDS_WORKER)) as engine:
        engine.start(Judging(probes=("deadly",)))
        found = judged(engine, [Task(0, DOUBLE, Candidate(RIGHT["double"]))])

    assert found[0].verdict is Verdict.PASSED
    assert found[0].probes == (ProbeOutcome("deadly", fault="the process that probed it ended"),)


@pytest.mark.slow
def test_any_number_of_such_candidates_does_not_end_a_run() -> None:
    """More than the faults after which a run gives up, before any other candidate was judged."""
    sources = [f"# faulty {n}\n{RIGHT['double']}" for n in range(ONLY_FAULTS + 1)] + [RIGHT["double"]]
    work = [Task(n, DOUBLE, Candidate(source, attempt=n)) for n, source in enumerate(sources)]
    kept: dict[int, Trial] = {}
    with closing(LocalEngine(1, program=DEADLY)) as engine:
        engine.start(Judging())
        Pump(engine, kept.update).judge(work)

    assert [kept[n].verdict for n in range(len(work))] == [Verdict.CRASHED] * (ONLY_FAULTS + 1) + [Verdict.PASSED]


def test_a_trial_keeps_a_bounded_part_of_the_output() -> None:
    execution = Execution(0, stdout=b"a" * 5000, stderr=b"b" * 5000 + b"end")
    trial = Trial("double", Candidate(RIGHT["double"]), Verdict.PASSED, executions=(execution,))

    kept = trimmed(trial)

    assert (len(kept.executions[0].stdout), kept.executions[0].stderr[-3:]) == (2000, b"end")
    assert kept.candidate.source == ""


def test_a_long_trial_goes_on_beside_quick_ones() -> None:
    slow = Candidate("import time\ndef double(x):\n    time.sleep(3)\n    return 2 * x")
    with closing(LocalEngine(1, long_seconds=0.2)) as engine:
        engine.start(Judging(limits=Limits(seconds=20)))
        work = (Task(99, DOUBLE, slow), *tasks(attempts(5)))
        order = [answer[0].sequence for answer in engine.trials(work) if answer is not None]

    assert order[-1] == 99
    assert sorted(order) == [0, 1, 2, 3, 4, 99]


def test_slots_hold_as_many_trials_as_there_are_workers() -> None:
    slots, first, second = Slots(1, long_seconds=0.0), Slot(), Slot()
    assert not slots.give_up_one([first, second]), "nobody works there"
    slots.take(first)

    assert slots.give_up_one([first, second]), "it takes long"
    assert not slots.give_up_one([first, second]), "once"
    slots.take(second)
    slots.leave(first)
    waiting = threading.Thread(target=slots.take, args=(Slot(),), daemon=True)
    waiting.start()
    waiting.join(0.2)
    assert waiting.is_alive(), "the second one has the only slot, and the first gave its own up before"
    slots.leave(second)
    waiting.join(10)
    assert not waiting.is_alive()


def test_no_slot_is_given_up_while_others_are_quick() -> None:
    roomy, busy = Slots(2, long_seconds=0.0), Slots(2, long_seconds=60.0)
    first, second, third = Slot(), Slot(), Slot()
    roomy.take(first)
    assert not roomy.give_up_one([first]), "there is room"

    busy.take(second)
    busy.take(third)
    assert not busy.give_up_one([second, third]), "nobody takes long"


def test_a_worker_keeps_problems_up_to_a_number_of_bytes() -> None:
    known = Known(most_bytes=100)
    problems = [Problem(str(number), Untested("f")) for number in range(4)]
    for problem, size in zip(problems, (40, 40, 40, 500), strict=True):
        known.add(problem, size)

    assert list(known) == ["3"]
    known.add(problems[0], 90)
    known.add(problems[0], 10)
    known.add(problems[1], 90)
    assert list(known) == ["0", "1"]


def test_a_worker_that_has_a_task_and_no_slot_makes_room_too() -> None:
    """Its task is no longer among those that wait, so nothing else says that a slot is wanted."""
    slots, first, second = Slots(1, long_seconds=0.0), Slot(), Slot()
    slots.take(first)
    other = threading.Thread(target=slots.take, args=[second])
    other.start()
    while not slots.waiting:
        other.join(0.01)

    assert slots.give_up_one([first, second])
    other.join()
    assert (slots.waiting, first.since) == (0, None)
