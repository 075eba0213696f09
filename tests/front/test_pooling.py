"""Workers that many callers share: turns, cancelling, a bound, and a problem that cannot be judged."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from assay.engines.inline import InlineEngine
from assay.engines.local import LocalEngine
from assay.errors import Fault, InvalidValue
from assay.front.pooling import Full, JudgingPool, local_engine
from assay.records import Candidate, Case, Cases, Limits, Problem, Suite, Trial, Verdict
from assay.spec import Judging
from assay.store.memory import MemoryStore

DOUBLE = Problem("double", Cases("double", (Case((2,), 4),)))
TRIPLE = Problem("double", Cases("double", (Case((2,), 6),)))
"""Another problem of the same id."""
RIGHT = Candidate("def double(x): return 2 * x")
THRICE = Candidate("def double(x): return 3 * x")
LOOP = Candidate("def double(x):\n    while True: pass")
BROKEN = Problem("broken", Suite("double", "assert double(2) == (("))
JUDGING = Judging()
SHORT = Judging(limits=Limits(seconds=1.0))


@pytest.fixture(scope="module")
def pool() -> Iterator[JudgingPool]:
    with closing(JudgingPool(lambda: local_engine(2))) as made:
        yield made


class Gate(InlineEngine):
    """An engine that begins with no task before it is told to, and notes the order of those it takes."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = threading.Event()
        self.order: list[str] = []

    def another(self) -> Gate:
        """An engine behind the same gate, with the same notes."""
        made = Gate()
        made.opened, made.order = self.opened, self.order
        return made

    def attempt(self, task: object) -> Trial | None:
        self.opened.wait()
        self.order.append(task.candidate.origin)  # type: ignore[attr-defined]  # a Task
        return super().attempt(task)  # type: ignore[arg-type]  # likewise


def gated(*, room: int = 100, ways: int = 4) -> tuple[JudgingPool, Gate]:
    engine = Gate()
    return JudgingPool(lambda: engine, room=room, ways=ways), engine


class Answers:
    """What was delivered, and a way to wait until so many are there."""

    def __init__(self) -> None:
        self.found: list[tuple[int, Trial]] = []
        self._changed = threading.Condition()

    def __call__(self, place: int, trial: Trial) -> None:
        with self._changed:
            self.found.append((place, trial))
            self._changed.notify_all()

    def wait(self, number: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.found) >= number, timeout=110)


def test_an_endless_loop_holds_up_nobody(pool: JudgingPool) -> None:
    items = [(DOUBLE, LOOP), *[(DOUBLE, Candidate(f"{RIGHT.source!s}  # {number}")) for number in range(20)]]

    found = list(pool.judge(SHORT, items))

    assert found[-1][0] == 0
    assert found[-1][1].verdict is Verdict.TIMED_OUT
    assert all(trial.passed for place, trial in found[:-1])


def test_each_candidate_is_judged_for_its_own_problem_though_two_have_one_id(pool: JudgingPool) -> None:
    items = [(DOUBLE, RIGHT), (TRIPLE, RIGHT), (DOUBLE, THRICE), (TRIPLE, THRICE)] * 3

    found = dict(pool.judge(JUDGING, items))

    assert [found[place].passed for place in range(12)] == [True, False, False, True] * 3


def test_a_problem_that_cannot_be_judged_is_unjudged_and_spoils_nothing(pool: JudgingPool) -> None:
    found = dict(pool.judge(JUDGING, [(BROKEN, RIGHT), (DOUBLE, RIGHT), (BROKEN, RIGHT), (DOUBLE, THRICE)]))

    assert [found[place].verdict for place in range(4)] == [None, Verdict.PASSED, None, Verdict.FAILED]
    assert "broken" in found[0].fault


def test_a_worker_that_is_killed_is_replaced(pool: JudgingPool) -> None:
    list(pool.judge(JUDGING, [(DOUBLE, RIGHT)]))
    (line,) = [one for key, one in pool._open.items() if key == (JUDGING, False)]
    for member in line.engine._members:  # type: ignore[union-attr]  # a LocalEngine
        os.kill(member.process.pid, signal.SIGKILL)

    assert all(trial.passed for _, trial in pool.judge(JUDGING, [(DOUBLE, RIGHT)] * 4))


def test_callers_take_turns() -> None:
    pool, engine = gated()
    many, one = Answers(), Answers()
    with closing(pool):
        pool.submit(JUDGING, [(DOUBLE, Candidate(RIGHT.source, origin="many"))] * 20, many)
        pool.submit(JUDGING, [(DOUBLE, Candidate(RIGHT.source, origin="one"))], one)
        engine.opened.set()
        one.wait(1)
        many.wait(20)

    assert engine.order.index("one") <= 2


def test_what_is_cancelled_is_not_judged() -> None:
    pool, engine = gated()
    first, second = Answers(), Answers()
    with closing(pool):
        batch = pool.submit(JUDGING, [(DOUBLE, Candidate(RIGHT.source, origin="first"))] * 20, first)
        pool.submit(JUDGING, [(DOUBLE, Candidate(RIGHT.source, origin="second"))], second)
        batch.cancel()
        engine.opened.set()
        second.wait(1)

    assert first.found == []
    assert engine.order.count("first") <= 1
    assert pool.load.waiting == 0


def test_a_full_pool_says_when_to_come_again() -> None:
    pool, engine = gated(room=10)
    answers = Answers()
    with closing(pool):
        pool.submit(JUDGING, [(DOUBLE, RIGHT)] * 10, answers)
        with pytest.raises(Full) as full:
            pool.submit(JUDGING, [(DOUBLE, RIGHT)], answers)
        engine.opened.set()
        answers.wait(10)
        list(pool.judge(JUDGING, [(DOUBLE, RIGHT)]))

        with pytest.raises(InvalidValue, match="at most 10"):
            pool.submit(JUDGING, [(DOUBLE, RIGHT)] * 11, answers)
    assert full.value.retry_seconds >= 1


def test_the_end_of_the_pool_leaves_nobody_waiting() -> None:
    pool, engine = gated()
    answers = Answers()
    pool.submit(JUDGING, [(DOUBLE, RIGHT)] * 5, answers)
    closer = threading.Thread(target=pool.close)
    closer.start()
    engine.opened.set()
    closer.join()

    assert len(answers.found) == 5
    assert {trial.verdict for _, trial in answers.found} <= {None, Verdict.PASSED}
    with pytest.raises(Fault, match="stopped"):
        pool.submit(JUDGING, [(DOUBLE, RIGHT)], answers)


def test_limits_travel_with_candidates_and_need_no_other_workers(pool: JudgingPool) -> None:
    list(pool.judge(JUDGING, [(DOUBLE, RIGHT)]))
    before = list(pool._open.values())
    found = [
        trial.passed
        for seconds in (1.0, 2.0, 4.0, 5.0, 6.0, 7.0)
        for _, trial in pool.judge(Judging(limits=Limits(seconds=seconds)), [(DOUBLE, RIGHT)])
    ]

    assert found == [True] * 6
    assert list(pool._open.values()) == before


def test_endless_loops_under_different_limits_hold_up_nobody(pool: JudgingPool) -> None:
    loops, answers = Answers(), Answers()
    batches = [pool.submit(Judging(limits=Limits(seconds=300.0 + more)), [(DOUBLE, LOOP)], loops) for more in range(4)]

    pool.submit(JUDGING, [(DOUBLE, RIGHT)], answers)
    answers.wait(1)
    for batch in batches:
        batch.cancel()

    assert answers.found[0][1].passed
    assert loops.found == []


def test_a_candidate_in_work_that_nobody_waits_for_is_ended() -> None:
    with closing(JudgingPool(lambda: LocalEngine(1, spares=0, long_seconds=0.2))) as pool:
        answers = Answers()
        pool.submit(Judging(limits=Limits(seconds=600.0)), [(DOUBLE, LOOP)], Answers()).cancel()
        batch = pool.submit(Judging(limits=Limits(seconds=600.0)), [(DOUBLE, LOOP)], Answers())
        pool.submit(JUDGING, [(DOUBLE, RIGHT)], answers)
        batch.cancel()
        answers.wait(1)

        assert answers.found[0][1].passed
        assert pool.load.waiting == 0


def test_idle_workers_of_one_way_of_judging_make_room_for_another() -> None:
    made: list[InlineEngine] = []

    def engine() -> InlineEngine:
        made.append(InlineEngine())
        return made[-1]

    with closing(JudgingPool(engine, ways=2)) as pool:
        for judge, apart in (("separate", False), ("separate", True), ("separate", False), ("shared", False)):
            problem = Problem("double", Suite("double", "assert double(2) == 4"))
            assert [t.passed for _, t in pool.judge(Judging(judge), [(problem, RIGHT)], apart=apart)] == [True]

    assert len(made) == 3
    assert all(one.stopped for one in made)


def test_no_way_of_judging_waits_for_another() -> None:
    gate = Gate()
    engines: Iterator[InlineEngine] = iter((gate, InlineEngine()))
    with closing(JudgingPool(lambda: next(engines), ways=1)) as pool:
        pool.submit(JUDGING, [(DOUBLE, RIGHT)] * 3, Answers())

        assert [trial.passed for _, trial in pool.judge(JUDGING, [(DOUBLE, RIGHT)], apart=True)] == [True]
        gate.opened.set()


def engine_that_fails(error: Exception) -> Callable[[], InlineEngine]:
    def make() -> InlineEngine:
        raise error

    return make


def test_workers_that_do_not_start_are_told_to_every_caller_and_tried_again() -> None:
    with closing(JudgingPool(engine_that_fails(Fault("no sandbox here")))) as pool:
        for _ in range(2):
            with pytest.raises(Fault, match="no sandbox here"):
                pool.submit(JUDGING, [(DOUBLE, RIGHT)], Answers())
        assert pool.load.waiting == 0


def test_a_verdict_of_before_is_used_and_the_same_code_is_judged_once() -> None:
    store = MemoryStore()
    engine = Gate()
    engine.opened.set()
    with closing(JudgingPool(lambda: engine, verdicts=store)) as pool:
        first = dict(pool.judge(JUDGING, [(DOUBLE, RIGHT), (DOUBLE, RIGHT), (DOUBLE, THRICE)]))
    assert (len(engine.order), [first[place].passed for place in range(3)]) == (2, [True, True, False])

    again = Gate()
    again.opened.set()
    with closing(JudgingPool(lambda: again, verdicts=store)) as pool:
        assert [trial.passed for _, trial in pool.judge(JUDGING, [(DOUBLE, RIGHT)])] == [True]
        assert again.order == []
        assert [trial.passed for _, trial in pool.judge(JUDGING, [(DOUBLE, RIGHT)], cached=False)] == [True]
        assert [trial.passed for _, trial in pool.judge(JUDGING, [(DOUBLE, RIGHT)], apart=True)] == [True]
    assert len(again.order) == 2
